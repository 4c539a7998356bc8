// SPDX-License-Identifier: Apache-2.0

import Reactor
import SiteTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Documents over HTTP` {
  @Test func `An answer's Cache-Control and _expire name the same instant`() async throws {
    let server = try await SiteServer([
      "home":
        #"{ datatype: "screen", ttl: 600, staleWhileRevalidate: 30, staleIfError: 900, body: { x: 1 } }"#
    ])
    var expire: Int64 = 0
    for step in 0..<5 {
      let home = try await server.get("/home")
      let text = try #require(home.body.firstMatch(of: /"_expire":"(\d+)"/)?.1)
      let seconds = try #require(Int64(text))
      if step > 0, seconds != expire { #expect(server.clock.wallSeconds >= expire) }
      expire = seconds
      let control = try #require(home.fields["cache-control"])
      let left = seconds - server.clock.wallSeconds
      #expect(left > 0 && left <= 600)
      #expect(control == "public, max-age=\(left), stale-while-revalidate=30, stale-if-error=900")
      server.clock.advance(by: .seconds(199))
    }
  }

  @Test func `A large answer is compressed and a small one is not`() async throws {
    let long = (0..<200).map { "\"row \($0)\"" }.joined(separator: ",")
    let server = try await SiteServer(["long": "{ datatype: \"a\", body: { rows: [\(long)] } }"])
    let plain = try await server.get("/long")
    #expect(plain.fields["content-encoding"] == nil)
    for coding in ["gzip", "br", "zstd"] {
      let reply = try await server.get("/long", ["Accept-Encoding": coding], method: "HEAD")
      #expect(reply.fields["content-encoding"] == coding)
      let length = try #require(reply.fields["content-length"].flatMap { Int($0) })
      #expect(length < plain.bytes / 2)
      #expect(reply.fields["etag"] != plain.fields["etag"])
    }
    let small = try await server.get("/config", ["Accept-Encoding": "br"])
    #expect(small.fields["content-encoding"] == nil)
  }
}
