// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import SiteTesting
import Testing

@Suite struct `A list` {
  static let document = """
    {
      datatype: "items", ttl: 600, light: ["data", "next"],
      query: { shop: { maximumBytes: 8 } },
      list: {
        limit: 2, maximum: 4,
        keys: {
          title: "@.title", stars: "@.stars",
          price: { $match: "prices", on: "@.id", pick: "@.amount" },
          kind: { pick: "@.kind", equal: "kind" },
        },
      },
      calls: {
        items: { backend: "shop", path: "/items{?kind,shop}", freshness: { ttl: 600 } },
        prices: { backend: "shop", path: "/prices{?ids}", with: { ids: "$.items.data[*].id" },
                  batch: { variable: "ids", size: 100 }, items: "$.data[*]", key: "@.id",
                  freshness: { ttl: 600 }, optional: true },
      },
      body: {
        name: "all",
        data: { $list: "$.items.data[*]", do: {
          id: { $pick: "@.id" }, url: { $ref: "items/{id}", with: { id: "@.id" } } } },
      },
    }
    """

  private static let item =
    #"{ datatype: "item", calls: { a: { backend: "shop", path: "/i/{id}" } }, body: { a: { $pick: "$.a" } } }"#

  /// The items of the service: `e` and `f` have no price, and `f` has no title.
  private static let items = """
    {"data":[{"id":"a","title":"Rose, red","kind":"r","stars":5},\
    {"id":"b","title":"Lily","kind":"l","stars":4.50},{"id":"c","title":"rose \\"white\\"","kind":"r"},\
    {"id":"d","title":"Aster","kind":"l","stars":5},{"id":"e","title":"Zinnia","kind":"l","stars":null},\
    {"id":"f","kind":"l","stars":1}]}
    """
  private static let prices = """
    {"data":[{"id":"a","amount":39.99},{"id":"b","amount":40},{"id":"c","amount":5e0},\
    {"id":"d","amount":40.00}]}
    """

  private func start() async throws -> (SiteServer, SampleService) {
    let service = try await SampleService()
    service.says(.init(Self.items), to: "/items")
    service.says(.init(Self.items), to: "/items?shop=x")
    service.says(
      .init(#"{"data":[{"id":"a","title":"Rose, red"},{"id":"c"}]}"#),
      to: "/items?kind=r"
    )
    service.says(.init(Self.prices), to: "/prices?ids=a,b,c,d,e,f")
    service.says(.init(Self.prices), to: "/prices?ids=a,c")
    let site = try await SiteServer(
      ["items": Self.document, "items/{id}": Self.item],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"] } },
        }
        """
    )
    return (site, service)
  }

  /// The ids of the items of an answer, in their order.
  static func ids(_ body: String) -> String {
    body.split(separator: #""id":""#).dropFirst().map { String($0.prefix(1)) }.joined()
  }

  @Test
  func `A list answer has its count and total around its items, a page at a time`() async throws {
    let (site, service) = try await start()
    let reply = try await site.get("/items")
    #expect(
      reply.body.hasPrefix(
        #"{"datatype":"items","name":"all","offset":0,"count":2,"total":6,"data":[{"id":"a","url":"/items/a"},{"id":"b","url":"/items/b"}],"next":"/items?next="#
      ),
      "\(reply.body)"
    )
    #expect(
      reply.fields["accept-query"]
        == "application/json, application/x-plist, application/x-bplist"
    )
    let last = try await site.get("/items?offset=4&limit=4")
    #expect(last.body.contains(#""offset":4,"count":2,"total":6,"#))
    #expect(!last.body.contains("next"))
    #expect(service.asked() == ["/items"], "a price is asked for only where it decides")
  }

  @Test(arguments: [("limit=0", "ab"), ("limit=5", "abcd"), ("limit=999999999999", "abcd")])
  func `A page has as many items as usual for 0, and never more than the list allows`(
    query: String,
    ids: String
  ) async throws {
    let (site, service) = try await start()
    let reply = try await site.get("/items?\(query)")
    #expect(service.asked() == ["/items"])
    #expect(reply.status == 200 && Self.ids(reply.body) == ids, "\(reply.body)")
    let limit = ids.count == 2 ? "" : "?limit=4"
    #expect(reply.fields["content-location"] == "/items\(limit)")
  }

  @Test(arguments: [
    ("sort=-stars,title&limit=4", "dabf"), ("sort=stars&limit=4", "fbad"),
    ("sort=price&limit=4", "cabd"), ("sort=-price&limit=4", "bdac"),
    ("sort=title&limit=4", "dbae"), ("sort=-title&limit=4&offset=4", "df"),
    ("where=price,lessThan,40", "ac"), ("where=price,lessThanOrEqual,4e1&limit=4", "abcd"),
    ("where=price,greaterThan,39.990&limit=4", "bd"),
    ("where=price,greaterThanOrEqual,40.0", "bd"), ("where=price,equal,40.000", "bd"),
    ("where=price,notEqual,40&limit=4", "acef"), ("where=price,in,5,39.99", "ac"),
    ("where=title,equal,Rose,%20red", "a"), ("where=title,equal,%22Rose,%20red%22", "a"),
    ("where=title,contains,%22%5C%22white%22", "c"), ("where=title,endsWith,white%22", "c"),
    ("where=title,beginsWith,Rose", "a"), ("where=title,beginsWithIgnoringCase,ROSE", "ac"),
    ("where=title,containsIgnoringCase,E,", "a"), ("where=title,endsWithIgnoringCase,Y", "b"),
    ("where=title,equalIgnoringCase,lily", "b"), ("where=title,in,%22Rose,%20red%22,Lily", "ab"),
    ("where=title,exists", "ab"), ("where=title,exists,false", "f"),
    ("where=stars,exists&where=stars,lessThan,5", "bf"), ("where=stars,equal,null", "e"),
    ("where=title,lessThan,M", "bd"), ("where=title,equal,40", ""),
    ("where=kind,notEqual,l", "ac"), ("where=kind,equal,r&where=price,lessThan,10", "c"),
  ])
  func `A list is sorted and filtered as the query says`(query: String, ids: String) async throws {
    let (site, service) = try await start()
    let reply = try await site.get("/items?\(query)")
    #expect(reply.status == 200, "\(reply.body)")
    #expect(Self.ids(reply.body) == ids, "\(reply.body)")
    if query.contains("kind,equal") {
      #expect(service.asked().contains("/items?kind=r"), "the service chooses what it can")
    }
  }

  @Test(arguments: [
    ("limit=-1", "limit is -1; expected a whole number from 0"),
    ("limit=x", "limit is \\\"x\\\"; expected a whole"),
    ("offset=-1", "offset is -1; expected 0 to 1000000"), ("limit=1&limit=2", "limit is there 2"),
    ("sort=prize", "sort is prize; expected title, stars, price, kind"),
    ("sort=price,-price", "sort is price twice"), ("sort=", "sort is ; expected"),
    ("where=prize,equal,1", "the key of where is prize; expected title, stars, price, kind"),
    ("where=price,lessThn,1", "the qualifier of price is \\\"lessThn\\\"; expected equal, "),
    (
      "where=price,lessThan",
      "the value of price,lessThan is not there; expected a number or a text"
    ),
    ("where=price,lessThan,true", "the value of price,lessThan is true; expected a number or a"),
    (
      "where=title,contains,%22a", "the value of title,contains is \\\"a; expected a text in quotes"
    ),
    ("where=title,exists,1", "the value of title,exists is 1; expected true or false"),
    ("where=title,in,a,,b", "the value of title,in is nothing between two commas"),
    ("where=price", "where is \\\"price\\\"; expected a key, a qualifier and a value"),
    ("where=kind,equal,a&where=kind,equal,b", "where is kind,equal twice"),
    (
      "where=title,equal,\(String(repeating: "a", count: 257))",
      "is 257 bytes; expected at most 256"
    ),
    ("next=abc", "next is \\\"abc\\\"; expected it as an answer of this list gave it"),
    ("%FF", "the query cannot be read"),
    (
      (1...17).map { "where=price,equal,\($0)" }.joined(separator: "&"),
      "where is 17 predicates; expected at most 16"
    ),
    (
      "where=price,in,\((1...101).map(String.init).joined(separator: ","))",
      "is 101 values; expected"
    ),
  ])
  func `A wrong query to a list answers 400 and says what is wrong`(
    query: String,
    detail: String
  ) async throws {
    let (site, service) = try await start()
    let reply = try await site.get("/items?\(query)")
    #expect(reply.status == 400)
    #expect(reply.fields["content-type"] == "application/problem+json")
    #expect(reply.body.contains(detail), "\(reply.body)")
    #expect(service.asked() == [])
  }

  @Test func `The same question to a list in other words gets the same kept answer`() async throws {
    let (site, service) = try await start()
    let first = try await site.get(
      "/items?where=price,lessThan,40&where=title,exists&sort=price&offset=0&limit=2"
    )
    let again = try await site.get(
      "/items?limit=2&sort=price&where=title,exists,true&where=price,lessThan,4e1"
    )
    #expect(again.body == first.body)
    #expect(again.fields["cache-status"]?.hasPrefix("portico;hit") == true)
    #expect(
      first.fields["content-location"]
        == "/items?sort=price&where=price,lessThan,40&where=title,exists,true"
    )
    #expect(service.asked() == ["/items", "/prices?ids=a,b,c,d,e,f"])
  }

  @Test
  func `A list's next link continues with the whole query and cannot be changed`() async throws {
    let (site, service) = try await start()
    let first = try await site.get("/items?sort=-title&shop=x&view=light&fields=data,next")
    #expect(Self.ids(first.body) == "ce")
    #expect(!first.body.contains("total"))
    let next = try #require(Self.next(first.body))
    // Other documents change, and the edition with them.
    site.site.write(
      Self.item.replacing("\"item\"", with: "\"thing\""),
      to: "Content/items/{id}.json5"
    )
    site.publish()
    let second = try await site.get(next)
    #expect(Self.ids(second.body) == "ab", "\(second.body)")
    #expect(
      second.fields["content-location"]
        == "/items?shop=x&offset=2&sort=-title&view=light&fields=data,next"
    )
    let third = try await site.get(try #require(Self.next(second.body)))
    #expect(Self.ids(third.body) == "df")
    #expect(Self.next(third.body) == nil)
    #expect(service.asked() == ["/items?shop=x"])
    for changed in [next + "A", String(next.dropLast()), next.replacing("next=", with: "next=A")] {
      let refused = try await site.get(changed)
      #expect(refused.status == 400)
      #expect(refused.body.contains("as an answer of this list gave it"))
    }
    let beside = try await site.get("\(next)&sort=title")
    #expect(beside.body.contains("sort is beside next; expected nothing beside it"))
  }

  /// The URL of the next page.
  static func next(_ body: String) -> String? {
    let parts = body.split(separator: #""next":""#, maxSplits: 1)
    return parts.count == 2 ? String(parts[1].prefix { $0 != "\"" }) : nil
  }

  @Test func `A list has only the members asked for, and property lists too`() async throws {
    let (site, service) = try await start()
    let total = try await site.get("/items?fields=total&where=stars,equal,5")
    #expect(total.body.hasPrefix(#"{"datatype":"items","total":2,"_expire""#))
    let light = try await site.get("/items?view=light&offset=4")
    #expect(light.body.hasPrefix(#"{"datatype":"items","data":[{"id":"e""#))
    let plist = try await site.get("/items.plist?limit=1")
    #expect(plist.body.contains("<key>total</key><integer>6</integer>"), "\(plist.body)")
    let next = try #require(plist.body.split(separator: "<key>next</key>").last)
    #expect(next.contains("/items.plist?next="))
    #expect(service.asked() == ["/items"])
  }

  @Test func `A list whose sort key is missing names the failed call as degraded`() async throws {
    let (site, service) = try await start()
    var down = SampleService.Says("{}")
    down.status = .internalServerError
    service.says(down, to: "/prices?ids=a,b,c,d,e,f")
    let reply = try await site.get("/items?sort=-price")
    #expect(Self.ids(reply.body) == "ab")
    #expect(reply.body.contains(#""_degraded":["prices"]"#))
  }
}
