// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Gateway
import HTTPValues
import LoopTesting
import SiteTesting
import Sites
import Testing

@Suite struct `A list that is asked by QUERY` {
  private func start() async throws -> (SiteServer, SampleService) {
    let service = try await SampleService()
    service.says(
      .init(#"{"data":[{"id":"a","price":39.99},{"id":"b","price":40},{"id":"c","price":7}]}"#),
      to: "/items"
    )
    let site = try await SiteServer(
      [
        "items": """
        {
          datatype: "items", ttl: 600, list: { limit: 20, keys: { price: "@.price", id: "@.id" } },
          calls: { items: { backend: "shop", path: "/items", freshness: { ttl: 600 } } },
          body: { data: { $list: "$.items.data[*]", do: { id: { $pick: "@.id" } } } },
        }
        """,
        "home": #"{ datatype: "screen", body: { a: 1 } }"#,
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"] } },
        }
        """
    )
    return (site, service)
  }

  @Test func `A QUERY whose body comes after a publication gets what is published then`()
    async throws
  {
    let (site, service) = try await start()
    let address = site.address
    _ = try await site.get("/items")
    let published = DispatchSemaphore(value: 0)
    defer { published.signal() }
    async let text = onThread {
      let socket = try PlainSocket(to: address)
      try socket.send(
        "QUERY /items HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
          + "Connection: close\r\n\r\n{"
      )
      published.wait()
      try socket.send("}")
      return try socket.receiveAll()
    }
    try await waitUntil("the request waits for its body") {
      try await site.inspection().requests.count == 1
    }
    site.site.write(#"{ hide: "items" }"#, to: Overlay.path)
    site.publish()
    published.signal()
    #expect(try await text.hasPrefix("HTTP/1.1 404 "))
    #expect(service.asked() == ["/items"])
  }

  private static let formats = "application/json, application/x-plist, application/x-bplist"
  private static let json = ["Content-Type": "application/json; charset=utf-8"]

  @Test
  func `A list asked by QUERY has the kept answer of the URL that asks the same`() async throws {
    let (site, service) = try await start()
    let asked = try await site.get(
      "/items?view=light",
      Self.json,
      method: "QUERY",
      body: """
        {"predicates":[{"key":"price","qualifier":"lessThan","value":40.0},
          {"key":"id","qualifier":"in","value":["c","a","b"]}],
         "sort":[{"key":"price","ascending":false}],"limit":20,"offset":0}
        """
    )
    #expect(asked.status == 200, "\(asked.body)")
    #expect(`A list`.ids(asked.body) == "ac")
    let url = "/items?sort=-price&where=id,in,a,b,c&where=price,lessThan,40&view=light"
    #expect(asked.fields["content-location"] == url)
    #expect(asked.fields["accept-query"] == Self.formats)
    let got = try await site.get(url)
    #expect(got.body == asked.body)
    #expect(got.fields["etag"] == asked.fields["etag"])
    #expect(got.fields["cache-status"]?.hasPrefix("portico;hit") == true)
    let tag = try #require(got.fields["etag"])
    let known = try await site.get(
      "/items?view=light",
      Self.json.merging(["If-None-Match": tag]) { $1 },
      method: "QUERY",
      body: """
        {"sort":[{"key":"price","ascending":false}],
         "predicates":[{"key":"id","qualifier":"in","value":["b","a","c","c"]},
          {"key":"price","qualifier":"lessThan","value":4e1}]}
        """
    )
    #expect(known.status == 304)
    #expect(service.asked() == ["/items"])
  }

  @Test(arguments: [
    ("[]", "the body is array; expected an object"), ("{", "the body is no JSON"),
    (#"{"a":1}"#, #"a member of the body is \"a\"; expected predicates, sort, limit, offset"#),
    (#"{"limit":1,"limit":2}"#, "limit of the body is there twice"),
    (#"{"limit":-1}"#, "limit is -1; expected a whole number from 0"),
    (#"{"limit":"1"}"#, #"limit of the body is \"1\"; expected a whole number"#),
    (#"{"sort":{}}"#, "sort of the body is {}; expected an array"),
    (#"{"sort":[{"key":"price","ascending":1}]}"#, "ascending of sort[0] is 1; expected true or"),
    (#"{"sort":[{}]}"#, "key of sort[0] is not there; expected a string"),
    (#"{"predicates":[1]}"#, "predicates[0] is number; expected an object"),
    (
      #"{"predicates":[{"key":"price","qualifier":"lesser","value":1}]}"#,
      #"the qualifier of price is \"lesser\"; expected equal"#
    ),
    (
      #"{"predicates":[{"key":"price","qualifier":"lessThan","value":[1]}]}"#,
      "value of predicates[0] is [1]; expected a number or a text"
    ),
    (
      #"{"predicates":[{"key":"price","qualifier":"contains","value":1}]}"#,
      "the value of price,contains is 1; expected a text"
    ),
    (
      #"{"predicates":[{"key":"price","qualifier":"in","value":[]}]}"#,
      "the value of price,in is 0 values; expected 1 to 100"
    ),
  ])
  func `A wrong body of QUERY answers 400 and says what is wrong`(
    body: String,
    detail: String
  ) async throws {
    let (site, service) = try await start()
    let reply = try await site.get("/items", Self.json, method: "QUERY", body: body)
    #expect(reply.status == 400)
    #expect(reply.body.contains(detail), "\(reply.body)")
    #expect(service.asked() == [])
  }

  @Test
  func `QUERY answers 415 for other types, 413 for large bodies and 405 elsewhere`() async throws {
    let (site, service) = try await start()
    let untyped = try await site.get("/items", method: "QUERY", body: "{}")
    #expect(untyped.status == 400)
    #expect(untyped.body.contains("Content-Type is not there; expected application/json"))
    let typed = try await site.get(
      "/items",
      ["Content-Type": "text/plain"],
      method: "QUERY",
      body: "{}"
    )
    #expect(typed.status == 415)
    #expect(typed.fields["accept-query"] == Self.formats)
    let large = try await site.get(
      "/items",
      Self.json,
      method: "QUERY",
      body: "{\(String(repeating: " ", count: 16_384))}"
    )
    #expect(large.status == 413)
    #expect(large.body.contains("at most 16384 bytes"))
    let both = try await site.get("/items?limit=2", Self.json, method: "QUERY", body: "{}")
    #expect(both.body.contains("limit is in the URL of a QUERY; expected it in the body"))
    let home = try await site.get("/home", Self.json, method: "QUERY", body: "{}")
    #expect(home.status == 405)
    #expect(home.fields["allow"] == "GET, HEAD, OPTIONS")
    let post = try await site.get("/items", method: "POST")
    #expect(post.fields["allow"] == "GET, HEAD, QUERY, OPTIONS")
    #expect(try await site.get("/none", Self.json, method: "QUERY", body: "{}").status == 404)
    #expect(service.asked() == [])
  }
}
