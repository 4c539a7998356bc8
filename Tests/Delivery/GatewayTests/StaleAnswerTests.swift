// SPDX-License-Identifier: Apache-2.0

import Gateway
import HTTPServer
import LoopTesting
import Message
import Reactor
import SiteTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Stale answers that are asked for` {
  private static let count = 80

  @Test func `are composed anew, each of them once, while the old ones are sent`() async throws {
    let clock = ManualClock(wallSeconds: SiteServer.start)
    let service = try await PlainService(clock: clock) { exchange, service in
      try await TwoServices.json(#"{"n":\#(service.count)}"#)(exchange, service)
    }
    let site = try await SiteServer(
      [
        "items/{id}": """
        {
          datatype: "item", ttl: 600, staleWhileRevalidate: 3600,
          calls: { item: { backend: "shop", path: "/items/{id}", freshness: { ttl: 600 } } },
          body: { n: { $pick: "$.item.n" } },
        }
        """
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"], retries: 0, timeout: "60s" } },
        }
        """,
      clock: clock
    )
    for id in 1...Self.count { _ = try await site.get("/en/items/\(id)") }
    #expect(service.count == Self.count)
    clock.advance(by: .seconds(601))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in 1...Self.count {
        group.addTask {
          let answer = try await site.get("/en/items/\(id)")
          #expect(answer.fields["cache-control"]?.contains("max-age=0") == true)
          #expect(answer.body.contains(#""n":\#(id),"#) || answer.body.contains(#""n":\#(id)}"#))
        }
      }
      try await group.waitForAll()
    }
    try await waitUntil("all are composed anew") { service.count == 2 * Self.count }
    let asked = service.seen.dropFirst(Self.count).map(\.target)
    #expect(Set(asked).count == Self.count)
    for id in 1...Self.count {
      try await waitUntil("answer \(id) is fresh") {
        let control = try await site.get("/en/items/\(id)").fields["cache-control"]
        return control?.contains("max-age=0") == false
      }
    }
    #expect(service.count == 2 * Self.count)
  }

  @Test func `are no warning while they are composed anew, and are one where that fails`()
    async throws
  {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let clock = ManualClock(wallSeconds: SiteServer.start)
    let service = try await SampleService()
    service.says(.init(#"{"n":1}"#), to: "/n")
    let site = try await SiteServer(
      [
        "n": """
        {
          datatype: "n", ttl: 600, staleWhileRevalidate: 3600, staleIfError: 86400,
          calls: { n: { backend: "shop", path: "/n", freshness: { ttl: 600 } } }, body: { n: { $pick: "$.n.n" } },
        }
        """
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"], retries: 0 } },
        }
        """,
      events: log,
      clock: clock
    )
    _ = try await site.get("/en/n")
    clock.advance(by: .seconds(601))
    _ = try await site.get("/en/n")
    try await waitUntil("the answer is fresh") {
      try await site.get("/en/n").fields["cache-control"]?.contains("max-age=0") == false
    }
    clock.advance(by: .seconds(7_200))
    service.says(.failure, to: "/n")
    _ = try await site.get("/en/n")
    let lines = try EventLines.of(log).filter { $0.contains(#""event":"request""#) }
    let stale = try #require(lines.first { $0.contains(#""source":"stale""#) })
    #expect(stale.contains(#""level":"info""#) && !stale.contains("degraded"), "\(stale)")
    let last = try #require(lines.last)
    #expect(last.contains(#""level":"warning""#) && last.contains(#""degraded":true"#), "\(last)")
  }
}
