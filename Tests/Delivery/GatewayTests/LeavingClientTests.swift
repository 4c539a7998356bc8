// SPDX-License-Identifier: Apache-2.0

import Dispatch
import LoopTesting
import Reactor
import Signals
import Synchronization
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(1))) struct `A client that leaves before its answer is composed` {
  /// How many plans came to whole answers.
  private func composed(_ site: SiteServer) throws -> UInt64 {
    let signals = try GatewaySignals(site.signals)
    let outcome = GatewayCounters.PlanOutcome.whole.rawValue
    return site.signals.value(of: signals.plans[outcome]).count
  }

  @Test func `leaves the answer to whoever comes next`() async throws {
    let (asked, answers) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let count = Atomic(0)
    let slow = try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        count.add(1, ordering: .acquiringAndReleasing)
        asked.signal()
        answers.wait()
        try peer.send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n"
            + #"{"title":"Rose"}"#
        )
      }
    }
    let site = try await SiteServer(
      [
        "items/{id}": """
        {
          datatype: "item", ttl: 600, staleWhileRevalidate: 0,
          calls: { item: { backend: "shop", path: "/items/{id}" } },
          body: { title: { $pick: "$.item.title" } },
        }
        """
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["http://\(slow.address)"] } },
        }
        """
    )
    let client = try await onThread {
      let client = try PlainSocket(to: site.address, keeping: site)
      try client.send("GET /items/7 HTTP/1.1\r\nHost: a\r\n\r\n")
      asked.wait()
      return client
    }
    client.reset()
    // The loop sees that the client has gone before it sees what the service says.
    try await site.settle()
    #expect(try composed(site) == 0)
    answers.signal()
    while try composed(site) == 0 { await Task.yield() }
    let reply = try await site.get("/items/7")
    #expect(reply.body.contains(#""title":"Rose""#))
    #expect(reply.fields["cache-status"]?.hasPrefix("portico;hit") == true)
    #expect(count.load(ordering: .acquiring) == 1)
    slow.stop()
  }
}
