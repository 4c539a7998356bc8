// SPDX-License-Identifier: Apache-2.0

import ContentModel
import HTTPValues
import Reactor
import Testing

/// A document for the rules that hold for every answer.
@Suite struct `An answer` {
  private let page = #"{ datatype: "screen", body: { text: "0123456789" } }"#

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
}
