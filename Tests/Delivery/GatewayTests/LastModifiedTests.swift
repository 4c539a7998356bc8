// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import Reactor
import SiteTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Last-Modified` {
  private static let long = String(repeating: "flowers ", count: 100)

  private static let files = [
    "plain": #"{ datatype: "screen", ttl: 600, body: { text: "\#(long)" } }"#,
    "planned": """
    {
      datatype: "screen", ttl: 600,
      calls: { item: { backend: "shop", path: "/items/7", freshness: { ttl: 600 } } },
      body: { title: { $pick: "$.item.title" }, text: "\(long)" },
    }
    """,
    "outer": #"{ datatype: "screen", ttl: 600, body: { inner: { $embed: "planned" } } }"#,
  ]

  @Test(arguments: ["/en/plain", "/en/planned", "/en/outer"])
  func `Last-Modified is the same in all codings of one answer`(_ path: String) async throws {
    let services = try await TwoServices(files: Self.files, TwoServices.failing(.notFound))
    var dates: Set<String> = []
    for coding in ["identity", "gzip", "br", "zstd"] {
      let reply = try await services.site.get(path, ["Accept-Encoding": coding])
      #expect(reply.fields["content-encoding"] == (coding == "identity" ? nil : coding))
      dates.insert(try #require(reply.fields["last-modified"]))
      services.site.clock.advance(by: .seconds(7))
    }
    #expect(dates.count == 1, "\(dates)")
    let date = try #require(dates.first)
    for coding in ["identity", "gzip"] {
      let same = try await services.site.get(
        path,
        ["Accept-Encoding": coding, "If-Modified-Since": date]
      )
      #expect(same.status == 304)
    }
  }
}
