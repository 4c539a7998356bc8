// SPDX-License-Identifier: Apache-2.0

import ContentModel
import HTTPValues
import Reactor
import Testing

/// A document for the rules that hold for every answer.
@Suite struct `An answer` {
  private let page = #"{ datatype: "screen", body: { text: "0123456789" } }"#

  @Test func `Cache-Status tells how an answer was found and under which key`() async throws {
    let site = try await SiteServer(["home": page])
    #expect(
      try await site.get("/home").fields["cache-status"]
        == #"portico;fwd=uri-miss;stored;collapsed=?0;ttl=269;key="/home;json;identity""#
    )
    site.clock.advance(by: .seconds(10))
    #expect(
      try await site.get("/home", ["Accept-Encoding": "gzip"]).fields["cache-status"]
        == #"portico;fwd=uri-miss;stored;collapsed=?0;ttl=259;key="/home;json;gzip""#
    )
    #expect(
      try await site.get("/home").fields["cache-status"]
        == #"portico;hit;ttl=259;key="/home;json;identity""#
    )
  }

  @Test func `A range request gets that part of the answer`() async throws {
    let site = try await SiteServer(["home": page])
    let whole = try await site.get("/home")
    let part = try await site.get("/home", ["Range": "bytes=2-9"])
    #expect(part.status == 206)
    #expect(part.body == String(whole.body.dropFirst(2).prefix(8)))
    #expect(part.fields["content-range"] == "bytes 2-9/\(whole.bytes)")
    #expect(part.fields["etag"] == whole.fields["etag"])
    let last = try await site.get("/home", ["Range": "bytes=-3"])
    #expect(last.body == String(whole.body.suffix(3)))
    let several = try await site.get("/home", ["Range": "bytes=0-1,99-"])
    #expect(several.status == 206)
    #expect(several.body == String(whole.body.prefix(2)), "what is past the end is left out")
  }

  @Test func `A request of several ranges gets a multipart answer`() async throws {
    let text = String(repeating: "0123456789", count: 40)
    let site = try await SiteServer([
      "long": #"{ datatype: "screen", body: { text: "\#(text)" } }"#
    ])
    let whole = try await site.get("/long")
    let parts = try await site.get("/long", ["Range": "bytes=0-4,300-304"])
    #expect(parts.status == 206)
    let type = try #require(parts.fields["content-type"])
    let boundary = try #require(type.split(separator: "=").last)
    #expect(type == "multipart/byteranges; boundary=\(boundary)")
    let middle = String(whole.body.dropFirst(300).prefix(5))
    #expect(
      parts.body
        == "--\(boundary)\r\ncontent-type: application/json\r\ncontent-range: bytes 0-4/\(whole.bytes)"
        + "\r\n\r\n\(whole.body.prefix(5))\r\n--\(boundary)\r\ncontent-type: application/json\r\n"
        + "content-range: bytes 300-304/\(whole.bytes)\r\n\r\n\(middle)\r\n--\(boundary)--\r\n"
    )
  }

  @Test func `A range behind the end of an answer gets 416 with the length`() async throws {
    let site = try await SiteServer(["home": page])
    let length = try await site.get("/home").bytes
    let none = try await site.get("/home", ["Range": "bytes=5000-"])
    #expect(none.status == 416)
    #expect(none.fields["content-range"] == "bytes */\(length)")
  }

  @Test func `A range is ignored when If-Range names another version, and for HEAD`() async throws {
    let site = try await SiteServer(["home": page])
    let tag = try #require(try await site.get("/home").fields["etag"])
    let same = try await site.get("/home", ["Range": "bytes=0-1", "If-Range": tag])
    #expect(same.status == 206)
    let other = try await site.get("/home", ["Range": "bytes=0-1", "If-Range": "\"other\""])
    #expect(other.status == 200)
    let head = try await site.get("/home", ["Range": "bytes=0-1"], method: "HEAD")
    #expect(head.status == 200)
  }

  @Test func `An answer is validated by its date with If-Modified-Since`() async throws {
    let site = try await SiteServer(["home": page])
    let first = try await site.get("/home")
    let date = try #require(first.fields["last-modified"])
    #expect(date == "Fri, 15 Jan 2027 08:00:00 GMT")
    let same = try await site.get("/home", ["If-Modified-Since": date])
    #expect(same.status == 304)
    #expect(same.fields["etag"] == first.fields["etag"])
    #expect(same.fields["last-modified"] == nil)
    site.clock.advance(by: .seconds(301))
    let next = try await site.get("/home", ["If-Modified-Since": date])
    #expect(next.status == 200, "its instant is another one")
    let old = try await site.get("/home", ["If-Unmodified-Since": date])
    #expect(old.status == 412)
  }

  @Test func `Server-Timing is sent to clients of trusted networks that ask for it`() async throws {
    let trusting = try await SiteServer(
      ["home": page],
      timing: [try #require(IPNetwork("127.0.0.0/8"))]
    )
    let told = try await trusting.get("/home", ["Prefer": "respond-async, server-timing"])
    #expect(told.fields["server-timing"] == #"lookup;desc="document""#)
    #expect(try await trusting.get("/home").fields["server-timing"] == nil)
    let other = try await SiteServer(
      ["home": page],
      timing: [try #require(IPNetwork("10.0.0.0/8"))]
    )
    let untold = try await other.get("/home", ["Prefer": "server-timing"])
    #expect(untold.fields["server-timing"] == nil)
  }

  @Test func `Server-Timing tells the duration of each call of a plan`() async throws {
    let service = try await SampleService()
    service.says(.init(#"{"a":1}"#), to: "/a")
    let site = try await SiteServer(
      [
        "plan":
          #"{ datatype: "x", calls: { a: { backend: "shop", path: "/a" } }, body: { a: { $pick: "$.a.a" } } }"#
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"] } },
        }
        """,
      timing: [try #require(IPNetwork("127.0.0.1/32"))]
    )
    let asked = ["Prefer": "server-timing"]
    #expect(
      try await site.get("/plan", asked).fields["server-timing"]
        == #"compose;dur=0.000, a;desc="fetched";dur=0.000"#
    )
    #expect(try await site.get("/plan", asked).fields["server-timing"] == #"lookup;desc="hit""#)
  }

  @Test
  func `A service's JSON that the asked format cannot express is answered with 502`() async throws {
    let service = try await SampleService()
    service.says(.init(#"{"a":{"b":1,"b":2}}"#), to: "/a")
    let site = try await SiteServer(
      [
        "plan":
          #"{ datatype: "x", calls: { a: { backend: "shop", path: "/a" } }, body: { a: { $pick: "$.a.a" } } }"#
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"] } },
        }
        """
    )
    #expect(try await site.get("/plan").status == 200)
    let list = try await site.get("/plan", ["Accept": AnswerFormat.xmlPropertyList.mediaType])
    #expect(list.status == 502)
    #expect(list.body.contains("unwritable"))
  }

  @Test
  func `The config URL varies by X-App even with an audience token in its path`() async throws {
    let site = try await SiteServer(
      ["config": page]
    )
    #expect(try await site.get("/en/config").fields["vary"] == "Accept, Accept-Encoding, X-App")
    #expect(try await site.get("/config").fields["vary"]?.contains("X-App") == true)
  }
}
