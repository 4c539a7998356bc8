// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import Reactor
import Testing

@testable import Backends

/// A backend that works on some calls at once and keeps the others waiting inside, under load that
/// comes at a steady rate, in virtual time.
@Suite struct `The limit of a simulated backend` {
  struct Load: CustomTestStringConvertible {
    let workers: Int
    /// The time that a worker needs for a call; the second one for each tenth call.
    let service: (light: Double, heavy: Double)
    let callsPerSecond: Double
    /// The rate of calls that the backend could answer.
    let capacity: Double
    var testDescription: String { "\(callsPerSecond) calls a second for \(capacity)" }
  }

  private struct Outcome {
    var answered = 0
    var refused = 0
    var refusedAtFirst = 0
    var limit = 0
    var latencies: [Double] = []
    var median: Double { latencies.isEmpty ? 0 : latencies.sorted()[latencies.count / 2] }
  }

  /// Runs for half a minute of the backend's time; what counts is the last third.
  private func run(_ load: Load, seed: UInt64) -> Outcome {
    var random = SmallRandom(seed: seed)
    var limit = ConcurrencyLimit(at: at(0))
    var outcome = Outcome()
    var free = [Double](repeating: 0, count: load.workers)
    // The next to end is the last.
    var underWay: [(begin: Double, end: Double)] = []
    var now = 0.0
    while now < 30 {
      now += Double.random(in: 0...2, using: &random) / load.callsPerSecond
      while let call = underWay.last, call.end <= now {
        underWay.removeLast()
        let latency = Duration.nanoseconds(Int64((call.end - call.begin) * 1_000_000_000))
        limit.finished(.answered(ResponseLatency(latency)), at: at(call.end))
        guard call.begin >= 20 else { continue }
        outcome.answered += 1
        outcome.latencies.append(call.end - call.begin)
      }
      guard limit.admit(.required) else {
        outcome.refused += 1
        if limit.bestLatency == nil { outcome.refusedAtFirst += 1 }
        continue
      }
      let worker = free.indices.min { free[$0] < free[$1] } ?? 0
      let isHeavy = Int.random(in: 0..<10, using: &random) == 0
      let end = max(free[worker], now) + (isHeavy ? load.service.heavy : load.service.light)
      free[worker] = end
      let place = underWay.lastIndex { $0.end >= end } ?? -1
      underWay.insert((now, end), at: place + 1)
    }
    outcome.limit = limit.current
    return outcome
  }

  @Test(arguments: [
    Load(workers: 10, service: (0.01, 0.01), callsPerSecond: 2_000, capacity: 1_000),
    Load(workers: 10, service: (0.005, 0.055), callsPerSecond: 2_000, capacity: 1_000),
    Load(workers: 20, service: (0.1, 0.1), callsPerSecond: 600, capacity: 200),
  ])
  func `The limit keeps an overloaded backend busy and its calls fast`(load: Load) {
    let outcome = run(load, seed: 5)
    #expect(Double(outcome.answered) > 0.8 * 10 * load.capacity)
    #expect(outcome.refused > 0 && outcome.refusedAtFirst == 0)
    #expect(outcome.median < 5 * load.service.heavy)
    #expect((load.workers / 2...8 * load.workers).contains(outcome.limit))
  }

  @Test(arguments: [
    Load(workers: 10, service: (0.01, 0.01), callsPerSecond: 900, capacity: 1_000),
    Load(workers: 10, service: (0.001, 0.051), callsPerSecond: 1_000, capacity: 1_666),
  ])
  func `The limit refuses hardly any call of a backend with time to spare`(load: Load) {
    let outcome = run(load, seed: 5)
    #expect(outcome.refused < 30)
    #expect(Double(outcome.answered) > 0.98 * 10 * load.callsPerSecond)
  }
}
