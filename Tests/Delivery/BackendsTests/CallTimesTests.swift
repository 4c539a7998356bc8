// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPValues
import LoopTesting
import Reactor
import Signals
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The times of calls` {
  private func times(_ part: String, of backend: BackendFixture) -> HistogramSnapshot? {
    let family = backend.registry.snapshot()["portico_backend_\(part)_duration_seconds"]
    let series = family?.series.first { $0.labelValues == ["stock"] }
    if case .histogram(let times)? = series?.value { return times }
    return nil
  }

  @Test func `Connecting is timed once a connection, and the first byte once an answer`()
    async throws
  {
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let backend = try await BackendFixture([shop.address])
    for _ in 0..<3 { _ = try await backend.call() }
    #expect(times("connect", of: backend)?.count == 1)
    #expect(times("first_byte", of: backend)?.count == 3)
  }

  @Test func `An answer that cannot be used has a first byte, a refused connection has none`()
    async throws
  {
    let shop = try Shop { _, _ in Shop.status(500) }
    let backend = try await BackendFixture([shop.address]) { $0.retry.most = 0 }
    #expect(await backend.fault()?.kind == .wrongStatus)
    #expect(times("first_byte", of: backend)?.count == 1)
    let gone = try await BackendFixture([.loopback(port: 1)]) { $0.retry.most = 0 }
    #expect(await gone.fault()?.kind == .refused)
    #expect(times("first_byte", of: gone)?.count == 0)
    #expect(times("connect", of: gone)?.count == 0)
  }

  @Test func `Durations of calls are recorded by service, status, method and endpoint`()
    async throws
  {
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let backend = try await BackendFixture([shop.address]) { $0.retry.most = 0 }
    for method in [Method.get, .get, .query, .other("BREW")] {
      _ = try await backend.call(BackendCall("/", method: method))
    }
    let port = "\(shop.address.port)"
    let family = backend.registry.snapshot()["http_client_request_duration_seconds"]
    let counts = family?.shownSeriesByLabels ?? [:]
    #expect(
      counts == [
        ["stock", "200", "", "GET", "127.0.0.1", port]: 2,
        ["stock", "200", "", "QUERY", "127.0.0.1", port]: 1,
        ["stock", "200", "", "_OTHER", "127.0.0.1", port]: 1,
      ]
    )
    let gone = try await BackendFixture([.loopback(port: 1)]) { $0.retry.most = 0 }
    _ = await gone.fault()
    let failed = gone.registry.snapshot()["http_client_request_duration_seconds"]
    #expect(
      failed?.shownSeriesByLabels == [["stock", "", "refused", "GET", "127.0.0.1", "1"]: 1]
    )
  }

  @Test func `The time to the first byte begins with the end of the request`() async throws {
    let clock = ManualClock()
    let mayAnswer = Flag()
    let shop = try Shop { _, _ in
      try? blockUntil("the answer may come") { mayAnswer.isSet }
      return .send(Shop.fine)
    }
    let backend = try await BackendFixture(clock: .manual(clock), [shop.address])
    let call = Task { try await backend.call() }
    try await shop.until(requests: 1)
    // In a turn behind that in which the request was written.
    await backend.with { _ in clock.advance(by: .seconds(2)) }
    mayAnswer.set()
    _ = try await call.value
    #expect(times("first_byte", of: backend)?.maximum == 2)
    #expect(times("connect", of: backend)?.maximum == 0)
  }
}

extension SignalSnapshot.Family {
  /// The numbers of values of histograms that have some, by their labels.
  fileprivate var shownSeriesByLabels: [[String]: UInt64] {
    var counts: [[String]: UInt64] = [:]
    for series in series {
      if case .histogram(let values) = series.value, values.count > 0 {
        counts[series.labelValues] = values.count
      }
    }
    return counts
  }
}
