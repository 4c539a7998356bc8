// SPDX-License-Identifier: Apache-2.0

/// The kind of work that answering a request is.
package enum RequestClass: String, Sendable, CaseIterable {
  /// It is answered with what was published, or with an answer that was kept.
  case kept
  /// An answer is composed, whether a visitor waits for it or it replaces a stale one.
  case composed
  /// It is passed on to a service.
  case passed
  /// The record service answers it.
  case record

  static let answers = "portico_answers_total"
  /// Its values are counted; all are compositions.
  static let compositions = "portico_plan_duration_seconds"

  /// The class of answers by their source in `portico_answers_total`; `nil` for those of plans, whose
  /// compositions are counted in their place.
  init?(source: String) {
    switch source {
    case "plan": return nil
    case "passed": self = .passed
    case "record": self = .record
    default: self = .kept
    }
  }

  /// The usual cost as a multiple of that of a kept answer, by the project's benchmarks.
  var usualRatio: Double {
    switch self {
    case .kept: 1
    case .composed: 14
    case .passed: 4
    case .record: 7
    }
  }
}

/// The processor time of a request of each class, as the busiest minutes of the last day show it.
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

  /// Processor time a second that is used without any request.
  package let idle: Double
  package let costs: [RequestClass: Cost]
  /// The most processor time a second in the minutes of the last day.
  package let most: Double

  package init(_ minutes: [LoadMinute]) throws(UnknownFigure) {
    let quiet = minutes.filter { $0.total == 0 }.map(\.processor)
    let idle = quiet.median ?? 0
    let busy = minutes.filter { $0.processor >= RequestCosts.leastProcessor && !$0.work.isEmpty }
      .sorted { $0.processor > $1.processor }
    guard busy.count >= RequestCosts.leastMinutes else {
      let (percent, least) = (Int(RequestCosts.leastProcessor * 100), RequestCosts.leastMinutes)
      throw UnknownFigure(
        "not enough load: \(busy.count) minutes of the last day with \(percent)% of a core, of \(least)"
      )
    }
    // Begin with the usual ratios; each round takes what the other classes cost from the round before.
    var seconds = RequestCosts.usual(
      unit: busy.prefix(RequestCosts.mostMinutes).map { minute in
        (minute.processor - idle) / minute.cost(\.usualRatio)
      }
    )
    var shown: [RequestClass: Int] = [:]
    for _ in 0..<3 {
      var measured: [RequestClass: Double] = [:]
      for work in RequestClass.allCases {
        let samples = busy.lazy.compactMap { minute -> Double? in
          let (rate, all) = (minute.work[work] ?? 0, minute.cost { seconds[$0] ?? 0 })
          let own = rate * (seconds[work] ?? 0)
          guard rate > 0, own >= RequestCosts.leastShare * all else { return nil }
          return max(0, minute.processor - idle - (all - own)) / rate
        }.prefix(RequestCosts.mostMinutes)
        shown[work] = samples.count >= RequestCosts.leastMinutes ? samples.count : 0
        if shown[work] != 0 { measured[work] = Array(samples).median }
      }
      if !measured.isEmpty {
        seconds = RequestCosts.usual(unit: measured.map { $1 / $0.usualRatio })
        seconds.merge(measured) { $1 }
      }
    }
    self.idle = idle
    costs = seconds.reduce(into: [:]) {
      $0[$1.key] = Cost(seconds: $1.value, minutes: shown[$1.key] ?? 0)
    }
    most = busy.first?.processor ?? 0
  }

  private static func usual(unit samples: [Double]) -> [RequestClass: Double] {
    let unit = samples.median ?? 0
    return RequestClass.allCases.reduce(into: [:]) { $0[$1] = $1.usualRatio * unit }
  }

  /// Processor time a second for so many requests a second.
  package func processor(_ work: [RequestClass: Double]) -> Double {
    work.reduce(0) { $0 + $1.value * (costs[$1.key]?.seconds ?? 0) }
  }
}

extension LoadMinute {
  fileprivate func cost(_ cost: (RequestClass) -> Double) -> Double {
    work.reduce(0) { $0 + $1.value * cost($1.key) }
  }
}

extension [Double] {
  fileprivate var median: Double? { isEmpty ? nil : sorted()[count / 2] }
}
