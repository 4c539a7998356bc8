// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import LoopTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A gateway that may lack purges of other nodes` {
  /// The seconds of max-age; -1 for none.
  private func seconds(_ field: String?) -> Int {
    guard let field, let found = field.firstRange(of: "max-age=") else { return -1 }
    return Int(field[found.upperBound...].prefix { $0.isNumber }) ?? -1
  }

  @Test func `No edge may keep its answers for longer than a second`() async throws {
    let service = try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        try peer.send(
          "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nCache-Control: max-age=900\r\n\r\nok"
        )
      }
    }
    let site = try await SiteServer(
      ["home": "{ datatype: \"screen\", ttl: 600, body: { x: 1 } }"],
      settings: """
        {
          languages: { published: ["en"], source: "en" }, roots: "*",
          backends: { near: { addresses: "http://\(service.address)" } },
          passes: { "/p": { backend: "near", cache: "standard" } },
          edges: { cdn: { peers: "127.0.0.0/8", kind: "cloudflare" } },
        }
        """
    )
    let field = "cloudflare-cdn-cache-control"
    for _ in 0..<2 {
      #expect(try await seconds(site.get("/home").fields[field]) > 60)
      #expect(try await site.get("/p/1").fields["cache-control"] == "max-age=900")
    }
    site.store.setComplete(until: 0)
    let document = try await site.get("/home")
    #expect(seconds(document.fields[field]) == 1)
    #expect(seconds(document.fields["cache-control"]) == 0)
    #expect(document.fields["cache-status"]?.contains("ttl=-") == true)
    let passed = try await site.get("/p/1")
    #expect(passed.fields["cache-control"] == "max-age=1")
    #expect(passed.fields["cache-status"]?.contains("ttl=-1") == true)
    site.store.setComplete(until: .max)
    #expect(try await site.get("/p/1").fields["cache-control"] == "max-age=900")
    #expect(try await seconds(site.get("/home").fields[field]) > 60)
    service.stop()
  }
}
