// SPDX-License-Identifier: Apache-2.0

import Editions
import Learning
import LoopTesting
import Reactor
import SiteTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The count of a loop's traffic` {
  /// More than a loop has places for in the beginning.
  private static let items = 1_200

  @Test func `has every answer with all its requests, however many there are`() async throws {
    let clock = ManualClock(wallSeconds: SiteServer.start)
    let service = try await PlainService(clock: clock) { exchange, service in
      try await TwoServices.json(#"{"n":1}"#)(exchange, service)
    }
    let site = try await SiteServer(
      [
        "items/{id}": """
        {
          datatype: "item", ttl: 3600,
          calls: { item: { backend: "shop", path: "/item", freshness: { ttl: 3600 } } },
          body: { n: { $pick: "$.item.n" } },
        }
        """
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"], timeout: "60s" } },
        }
        """,
      clock: clock
    )
    let address = site.address
    try await onThread {
      let socket = try PlainSocket(to: address)
      for _ in 0..<2 {
        for item in 0..<Self.items {
          try socket.send("GET /en/items/\(item) HTTP/1.1\r\nHost: a\r\n\r\n")
          _ = try socket.receive(through: "}")
        }
      }
    }
    let counted = try await site.sketch().answers
    #expect(counted.count == Self.items)
    #expect(counted.values.allSatisfy { $0.total == 2 })
  }
}
