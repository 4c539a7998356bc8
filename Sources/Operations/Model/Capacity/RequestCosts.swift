// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import Measure
package import Monitor

/// The processor time of a request of each class, as the busiest minutes of the last day show it.
///
/// While little is to do, each request wakes a loop that waits, and the more there is, the fewer do: near the limit
/// hardly any. So waits have a cost of their own, and that of a request is the one near the limit.
package struct RequestCosts: Sendable {
  /// The cost of one class.
  package struct Cost: Sendable, Equatable {
    /// Processor time of a request.
    package let seconds: Double
    /// The minutes that show it; none where it follows from those of other classes by the usual ratio.
    package let minutes: Int
  }

  /// With less of a processor in a minute, what else the process does counts for too much.
  static let leastProcessor = 0.05
  /// The share of the work of a minute from which on it shows what a class costs.
  static let leastShare = 0.7
  /// The fewest minutes that show a cost, and how many of the busiest ones do.
  static let (leastMinutes, mostMinutes) = (3, 10)
  /// The cost of a wait where the minutes do not tell it, by the project's benchmarks.
  static let usualWait = 0.000_004
  /// The least difference of the waits for each request, and the least number of pairs of minutes with one, that
  /// tell the cost of a wait.
  static let (leastDifference, leastPairs) = (0.1, 6)

  /// Processor time a second that is used without any request.
  package let idle: Double
  /// Processor time of waiting for work and being woken.
  package let wait: Double
  package let costs: [RequestClass: Cost]

  package init(_ minutes: [LoadMinute]) throws(PlainError) {
    let quiet = minutes.filter { $0.total == 0 }.map(\.processor)
    let idle = quiet.median ?? 0
    let busy = minutes.filter { $0.processor >= RequestCosts.leastProcessor && !$0.work.isEmpty }
      .sorted { $0.processor > $1.processor }
    guard busy.count >= RequestCosts.leastMinutes else {
      let (percent, least) = (Int(RequestCosts.leastProcessor * 100), RequestCosts.leastMinutes)
      throw PlainError(
        "not enough load: \(busy.count) minutes of the last day with \(percent)% of a core, of \(least)"
      )
    }
    // Begin with the usual ratios; each round takes what the other classes cost from the round before.
    var wait = RequestCosts.usualWait
    var seconds = RequestCosts.usual(
      unit: busy.prefix(RequestCosts.mostMinutes).map { minute in
        minute.used(besides: idle, wait) / minute.cost(\.usualRatio)
      }
    )
    var shown: [RequestClass: Int] = [:]
    for _ in 0..<3 {
      let samples = RequestClass.allCases.reduce(into: [:]) { samples, work in
        samples[work] = busy.compactMap { Sample($0, of: work, seconds, idle: idle) }
      }
      wait = RequestCosts.wait(of: samples.values.flatMap { RequestCosts.slopes($0) })
      var measured: [RequestClass: Double] = [:]
      for (work, samples) in samples {
        shown[work] =
          samples.count < RequestCosts.leastMinutes
          ? 0 : min(samples.count, RequestCosts.mostMinutes)
        guard samples.count >= RequestCosts.leastMinutes else { continue }
        measured[work] = samples.prefix(RequestCosts.mostMinutes).map { $0.request(wait) }.median
      }
      guard !measured.isEmpty else { continue }
      seconds = RequestCosts.usual(unit: measured.map { $1 / $0.usualRatio })
      seconds.merge(measured) { $1 }
    }
    (self.idle, self.wait) = (idle, wait)
    costs = seconds.reduce(into: [:]) {
      $0[$1.key] = Cost(seconds: $1.value, minutes: shown[$1.key] ?? 0)
    }
  }

  private static func usual(unit samples: [Double]) -> [RequestClass: Double] {
    let unit = samples.median ?? 0
    return RequestClass.allCases.reduce(into: [:]) { $0[$1] = $1.usualRatio * unit }
  }

  /// The cost of a wait: the median of how much more a request takes with more waits for each.
  private static func wait(of slopes: [Double]) -> Double {
    slopes.count < leastPairs ? usualWait : max(0, slopes.median ?? 0)
  }

  private static func slopes(_ samples: [Sample]) -> [Double] {
    let samples = samples.prefix(60)
    return samples.indices.flatMap { first in
      samples[..<first].compactMap { second -> Double? in
        let difference = samples[first].waits - second.waits
        guard abs(difference) >= leastDifference else { return nil }
        return (samples[first].seconds - second.seconds) / difference
      }
    }
  }

  /// Processor time a second for so many requests a second.
  package func processor(_ work: [RequestClass: Double]) -> Double {
    work.reduce(0) { $0 + $1.value * (costs[$1.key]?.seconds ?? 0) }
  }
}

/// The cost of a request in a minute, of the class that most of its work is for.
private struct Sample {
  /// The processor time of a request, with its waits.
  let seconds: Double
  /// The waits for each request.
  let waits: Double

  /// - Parameter costs: those of requests as they are known so far.
  init?(
    _ minute: LoadMinute,
    of work: RequestClass,
    _ costs: [RequestClass: Double],
    idle: Double
  ) {
    let (rate, all) = (minute.work[work] ?? 0, minute.cost { costs[$0] ?? 0 })
    let own = rate * (costs[work] ?? 0)
    guard rate > 0, own >= RequestCosts.leastShare * all else { return nil }
    seconds = max(0, minute.processor - idle - (all - own)) / rate
    waits = minute.waits / rate
  }

  /// The time without waits; at least a quarter is the request's own.
  func request(_ wait: Double) -> Double { max(seconds / 4, seconds - waits * wait) }
}

extension LoadMinute {
  fileprivate func cost(_ cost: (RequestClass) -> Double) -> Double {
    work.reduce(0) { $0 + $1.value * cost($1.key) }
  }

  fileprivate func used(besides idle: Double, _ wait: Double) -> Double {
    max(processor / 4, processor - idle - waits * wait)
  }
}

extension [Double] {
  fileprivate var median: Double? { isEmpty ? nil : sorted()[count / 2] }
}
