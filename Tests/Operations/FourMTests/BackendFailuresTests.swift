// SPDX-License-Identifier: Apache-2.0

import Signals
import Testing

@testable import FourM

@Suite struct `The failed calls of services in a window` {
  private static let kinds = ["timeout", "closed", "circuit_open", "cancelled"]

  /// The failures of ten seconds, of which some are from before.
  private func failures(_ counts: [String: Int], before: Int = 0) throws -> BackendFailures? {
    let registry = try SignalRegistry().labelled("site", "shop")
    let family = try registry.counters(
      "portico_backend_failures_total",
      "Failures.",
      labels: [SignalLabel("backend", ["prices"]), SignalLabel("kind", Self.kinds)]
    )
    let shard = try registry.makeShard()
    func add(_ kind: String, _ count: Int) throws {
      let index = try #require(Self.kinds.firstIndex(of: kind))
      shard.add(family[positions: [0, index]], count)
    }
    try add("timeout", before)
    let history = SignalHistory()
    history.add(registry.snapshot(), at: 0)
    for (kind, count) in counts { try add(kind, count) }
    history.add(registry.snapshot(), at: 10)
    return BackendFailures.all(history, over: 10)[.init(site: "shop", backend: "prices")]
  }

  @Test(arguments: [
    (["timeout": 3, "closed": 2], 5, "timeout"),
    (["timeout": 1, "closed": 2], 3, "closed"),
    (["timeout": 1, "circuit_open": 90, "cancelled": 7], 98, "timeout"),
    (["circuit_open": 90, "cancelled": 7], 97, "circuit_open"),
  ])
  func `Failed calls of a service are counted with their commonest cause, which no consequence is`(
    counts: [String: Int],
    count: UInt64,
    reason: String
  ) throws {
    let failures = try #require(try failures(counts))
    #expect(failures.count == count)
    #expect(failures.reason == reason)
  }

  @Test func `Calls of a service that failed before the window are not counted`() throws {
    #expect(try failures([:], before: 9) == nil)
  }
}
