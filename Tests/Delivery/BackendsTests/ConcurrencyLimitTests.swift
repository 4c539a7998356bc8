// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import Reactor
import Testing

@Suite struct `The concurrency limit` {
  /// A limit that expectations can ask to change.
  private final class Limit {
    var machine: ConcurrencyLimit

    init(_ change: (inout LimitSettings) -> Void = { _ in }) {
      var settings = LimitSettings()
      change(&settings)
      machine = ConcurrencyLimit(settings, at: at(0))
    }

    func admit(_ priority: CallPriority = .required) -> Bool { machine.admit(priority) }

    /// So many calls at once, which take so long; the last one ends now, the others just before.
    func round(_ count: Int, _ latency: Duration, _ second: Double) {
      let admitted = (0..<count).count { _ in machine.admit(.required) }
      for number in 1...max(admitted, 1) where admitted > 0 {
        let end = number == admitted ? second : second - 0.01
        machine.finished(.answered(ResponseLatency(latency)), at: at(end))
      }
    }

    /// So many windows of a tenth of a second.
    func rounds(_ windows: Int, _ count: Int, _ latency: (Int) -> Duration, from second: Double) {
      for number in 0..<windows {
        round(count, latency(machine.current), second + Double(number) * 0.1)
      }
    }

    /// A first window that makes ten milliseconds the best latency, with a limit of 40.
    func learn() { round(20, .milliseconds(10), 0.1) }
  }

  @Test func `The concurrency limit allows its maximum until something was measured`() {
    let limit = Limit { $0.most = 500 }
    let admitted = (0..<1_000).count { _ in limit.admit() }
    #expect(admitted == 500)
  }

  @Test(arguments: [(19, 0.1, 1_000), (20, 0.09, 1_000), (20, 0.1, 40)])
  func `The concurrency limit begins after enough answers over enough time`(
    answers: Int,
    second: Double,
    limit: Int
  ) {
    let fresh = Limit()
    fresh.round(answers, .milliseconds(10), second)
    #expect(fresh.machine.current == limit)
    #expect(fresh.machine.bestLatency == (limit == 1_000 ? nil : .milliseconds(10)))
  }

  @Test func `The concurrency limit begins at twice the calls under way, or at its start value`() {
    let quiet = Limit()
    for _ in 0..<20 { quiet.round(1, .milliseconds(10), 0.1) }
    #expect(quiet.machine.current == 32)
    let busy = Limit { $0.leastMeasured = 200 }
    busy.round(200, .milliseconds(10), 0.1)
    #expect(busy.machine.current == 400)
  }

  @Test(arguments: [(CallPriority.required, 10), (.upload, 5), (.optional, 8)])
  func `The concurrency limit reserves a part for required calls`(
    priority: CallPriority,
    count: Int
  ) {
    let limit = Limit { $0.most = 10 }
    let admitted = (0..<20).count { _ in limit.admit(priority) }
    #expect(admitted == count)
  }

  struct Trend: CustomTestStringConvertible {
    let underWay: Int
    let milliseconds: Int
    /// Whether the limit rises, sinks or stays.
    let sign: Int
    var testDescription: String { "\(underWay) of 40 calls, \(milliseconds) ms" }
  }

  @Test(arguments: [
    Trend(underWay: 40, milliseconds: 10, sign: 1),
    Trend(underWay: 20, milliseconds: 10, sign: 1),
    Trend(underWay: 19, milliseconds: 10, sign: 0),
    Trend(underWay: 40, milliseconds: 20, sign: 1),
    Trend(underWay: 40, milliseconds: 40, sign: -1),
    Trend(underWay: 39, milliseconds: 40, sign: 0),
  ])
  func `The concurrency limit rises while used and fast, and falls while full and slow`(
    trend: Trend
  ) {
    var gradient = LimitGradient(LimitSettings())
    for (peak, milliseconds) in [(20, 10), (trend.underWay, trend.milliseconds)] {
      var window = LoadWindow(at: at(0), inFlight: peak)
      window.measure(ResponseLatency(.milliseconds(milliseconds)))
      gradient.adapt(to: window, at: at(0.1))
    }
    #expect((Int(gradient.limit) - 40).signum() == trend.sign)
  }

  @Test func `A load window waits to be judged until its mean latency is known`() {
    var window = LoadWindow(at: at(0), inFlight: 0)
    func measure(_ count: Int) {
      for number in 0..<count {
        window.measure(ResponseLatency(.milliseconds(number % 10 == 0 ? 100 : 1)))
      }
    }
    measure(100)
    #expect(!window.isMeanKnown(within: 0.1) && window.isMeanKnown(within: 0.3))
    measure(700)
    #expect(window.isMeanKnown(within: 0.1))
  }

  @Test func `The concurrency limit falls once a window when the backend is overloaded`() {
    let limit = Limit()
    limit.learn()
    for _ in 0..<3 {
      _ = limit.admit()
      limit.machine.finished(.overloaded(after: nil), at: at(0.15))
    }
    #expect(limit.machine.current == 36)
    limit.round(36, .milliseconds(10), 0.2)
    #expect(limit.machine.current == 36)
    _ = limit.admit()
    limit.machine.finished(.overloaded(after: ResponseLatency(.milliseconds(10))), at: at(0.25))
    #expect(limit.machine.current == 32)
  }

  @Test func `The concurrency limit falls where calls queue, not where all became slower`() {
    let queueing = Limit()
    queueing.learn()
    queueing.rounds(200, 1_000, { .milliseconds($0) }, from: 1)
    #expect((10...32).contains(queueing.machine.current))
    let slower = Limit()
    slower.learn()
    slower.rounds(200, 1_000, { _ in .milliseconds(50) }, from: 1)
    #expect(slower.machine.current > 100)
    #expect((slower.machine.bestLatency ?? .zero) > .milliseconds(24))
  }

  @Test func `The concurrency limit stays between its least and its most`() {
    let limit = Limit {
      $0.most = 50
    }
    limit.learn()
    for second in 1...200 {
      _ = limit.admit()
      let late = ResponseLatency(.seconds(1))
      limit.machine.finished(.overloaded(after: late), at: at(Double(second)))
      limit.round(50, .seconds(1), Double(second) + 0.9)
    }
    #expect(limit.machine.current == 4)
    limit.rounds(900, 50, { _ in .milliseconds(1) }, from: 300)
    #expect(limit.machine.current == 50)
  }

  @Test func `Failed calls, however fast, do not change the best latency`() {
    let limit = Limit()
    limit.learn()
    for _ in 0..<100 {
      _ = limit.admit()
      limit.machine.finished(.nothing, at: at(1))
    }
    #expect(limit.machine.bestLatency == .milliseconds(10))
    #expect(limit.machine.inFlight == 0)
  }

  @Test func `An answer found late that may have come early does not lower the limit`() {
    let limit = Limit()
    limit.learn()
    for number in 0..<100 {
      let admitted = (0..<limit.machine.current).count { _ in limit.admit() }
      let latency = ResponseLatency(least: .milliseconds(9), most: .milliseconds(200))
      for _ in 0..<admitted {
        limit.machine.finished(.answered(latency), at: at(1 + Double(number) / 5))
      }
    }
    #expect(limit.machine.current > 500)
    #expect(limit.machine.bestLatency == .milliseconds(10))
  }

  @Test func `An answer that certainly came late lowers the limit, whenever it is found`() {
    let limit = Limit()
    limit.learn()
    for number in 0..<100 {
      let admitted = (0..<limit.machine.current).count { _ in limit.admit() }
      // Four milliseconds for each that is before it.
      let least = Duration.milliseconds(4 * admitted)
      let latency = ResponseLatency(least: least, most: least + .milliseconds(100))
      for _ in 0..<admitted {
        limit.machine.finished(.answered(latency), at: at(1 + Double(number)))
      }
    }
    #expect(limit.machine.current < 20)
  }

  @Test(arguments: [(10, true), (11, false)])
  func `A latency of some milliseconds is never slow, however short the best one is`(
    milliseconds: Int,
    rises: Bool
  ) {
    let limit = Limit()
    limit.round(20, .microseconds(100), 0.1)
    limit.round(40, .milliseconds(milliseconds), 0.2)
    #expect((limit.machine.current > 40) == rises)
  }

  @Test func `The best latency rises slowly, and falls quickly when calls become faster`() {
    let limit = Limit()
    limit.learn()
    limit.round(20, .milliseconds(15), 1.1)
    #expect(limit.machine.bestLatency == .milliseconds(11))
    limit.round(20, .milliseconds(5), 1.3)
    #expect(limit.machine.bestLatency == .milliseconds(8))
  }
}
