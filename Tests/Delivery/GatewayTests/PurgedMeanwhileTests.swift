// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Dispatch
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `An answer that nobody may keep` {
  @Test func `An answer that may not be kept goes to who composed it despite a purge`() async throws
  {
    let (asked, answers) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let slow = try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
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
          datatype: "item", ttl: 600, staleWhileRevalidate: 0, staleIfError: 0,
          calls: {
            item: {
              backend: "shop", path: "/items/{id}", freshness: { maximum: 0, staleIfError: 0 },
            },
          },
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
    let tag = try #require(TagName("item"))
    // A purge while the answer is composed that both wait for: the second composes one of its own.
    async let first = site.get("/items/7")
    try await onThread { asked.wait() }
    async let second = site.get("/items/7")
    try await waitUntil("the second request waits") { site.store.coalescingStatistics.waiters > 0 }
    site.store.purge(.tag(tag), .hard, at: site.clock.wallSeconds * 1_000)
    answers.signal()
    #expect(try await first.body.contains(#""title":"Rose""#))
    // And again, while that one is composed.
    try await onThread { asked.wait() }
    site.store.purge(.tag(tag), .hard, at: site.clock.wallSeconds * 1_000)
    answers.signal()
    let reply = try await second
    #expect(reply.fields["cache-status"]?.contains(";stored") == false)
    #expect(reply.status == 200 && reply.body.contains(#""title":"Rose""#))
    slow.stop()
  }
}
