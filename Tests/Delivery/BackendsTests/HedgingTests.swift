// SPDX-License-Identifier: Apache-2.0

import Backends
import Reactor
import Testing

@Suite struct `Recent latencies` {
  @Test(arguments: [
    0, 1, 7, 8, 9, 15, 16, 100, 999, 1_000, 12_345, 1_000_000, 30_000_000, 120_000_000,
  ])
  func `A recorded latency is read back at most an eighth too long`(micros: Int) {
    var histogram = LatencyHistogram(at: at(0))
    histogram.record(.microseconds(micros), at: at(0))
    guard let found = histogram.quantile(0.5) else {
      Issue.record("there is no quantile")
      return
    }
    #expect(found > .microseconds(micros))
    #expect(found <= .microseconds(max(Double(micros) * 1.125, Double(micros) + 1)))
  }

  @Test func `Every bucket of the latency histogram ends where the next one begins`() {
    for bucket in 0..<207 {
      let border = LatencyHistogram.border(of: bucket)
      #expect(LatencyHistogram.bucket(of: border) == bucket + 1)
      #expect(LatencyHistogram.bucket(of: border - .nanoseconds(1)) == bucket)
    }
    #expect(LatencyHistogram.bucket(of: .seconds(1_000_000)) == 207)
    #expect(LatencyHistogram.bucket(of: .seconds(-1)) == 0)
  }

  @Test(arguments: [(0.5, 50), (0.9, 90), (0.99, 99), (1, 100), (0, 1)])
  func `The quantiles of a latency histogram are those of the recorded latencies`(
    share: Double,
    milliseconds: Int
  ) {
    var histogram = LatencyHistogram(at: at(0))
    for value in 1...100 { histogram.record(.milliseconds(value), at: at(0)) }
    let found = histogram.quantile(share) ?? .zero
    #expect(found >= .milliseconds(milliseconds))
    #expect(found <= .milliseconds(Double(milliseconds) * 1.125 + 1))
  }

  @Test func `Recorded latencies count half as much with each half-life`() {
    var histogram = LatencyHistogram(halfLife: .seconds(10), at: at(0))
    for _ in 0..<100 { histogram.record(.milliseconds(100), at: at(0)) }
    histogram.record(.milliseconds(1), at: at(9.9))
    #expect(histogram.count == 101)
    histogram.record(.milliseconds(1), at: at(10))
    #expect(histogram.count == 51)
    histogram.record(.milliseconds(1), at: at(40))
    #expect(histogram.count == 7)
    // A day later only the new value is left.
    histogram.record(.milliseconds(1), at: at(86_400))
    #expect(histogram.count == 1)
    #expect((histogram.quantile(1) ?? .zero) < .milliseconds(2))
  }

  @Test func `A latency histogram without values has no quantile`() {
    #expect(LatencyHistogram(at: at(0)).quantile(0.5) == nil)
  }

  @Test func `The usual and the late latency follow what was recently recorded`() {
    var latency = RecentLatency(lateShare: 0.9, at: at(0))
    #expect(latency.usual == nil && latency.late == nil)
    latency.record(.milliseconds(10), at: at(0))
    #expect(latency.usual != nil)
    for value in 1...960 { latency.record(.milliseconds(value % 10 == 0 ? 500 : 10), at: at(0)) }
    #expect((10...12).contains(latency.usual.map { $0.nanoseconds / 1_000_000 } ?? 0))
    for value in 1...960 { latency.record(.milliseconds(value % 5 == 0 ? 500 : 10), at: at(0)) }
    #expect((latency.late ?? .zero) > .milliseconds(450))
  }
}

@Suite struct `The hedging budget` {
  private func latency(_ count: Int, milliseconds: Int = 20) -> RecentLatency {
    var latency = RecentLatency(at: at(0))
    for _ in 0..<count { latency.record(.milliseconds(milliseconds), at: at(0)) }
    return latency
  }

  /// A budget that expectations can ask to change.
  private final class Budget {
    var machine: Hedging

    init(_ change: (inout HedgeSettings) -> Void) {
      var settings = HedgeSettings()
      change(&settings)
      machine = Hedging(settings)
    }

    func delay(_ latency: RecentLatency) -> Duration? { machine.delay(latency) }
    func take() -> Bool { machine.take() }
  }

  @Test(arguments: [(0.1, 49, false), (0.1, 50, true), (0, 500, false)])
  func `A hedge is planned after enough measured calls, and if its share is above zero`(
    share: Double,
    measured: Int,
    isPlanned: Bool
  ) {
    let budget = Budget { $0.share = share }
    #expect((budget.delay(latency(measured)) != nil) == isPlanned)
  }

  @Test(arguments: [(20, 2, 20), (1, 5, 5)])
  func `A hedge is due after the late latency, and not before the least delay`(
    usual: Int,
    least: Int,
    expected: Int
  ) {
    let budget = Budget {
      $0.share = 0.1
      $0.leastDelay = .milliseconds(least)
    }
    let delay = budget.delay(latency(100, milliseconds: usual)) ?? .zero
    #expect(delay >= .milliseconds(expected))
    #expect(delay <= .milliseconds(Double(expected) * 1.125))
  }

  @Test func `Hedges are limited to their share of the calls, of which a few are saved up`() {
    let budget = Budget {
      $0.share = 0.125
      $0.most = 3
    }
    let latency = latency(100)
    #expect(!budget.take())
    for _ in 0..<7 { _ = budget.delay(latency) }
    #expect(!budget.take())
    _ = budget.delay(latency)
    #expect(budget.take())
    #expect(!budget.take())
    for _ in 0..<1_000 { _ = budget.delay(latency) }
    #expect((0..<10).count { _ in budget.take() } == 3)
  }
}
