// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import Measure
package import Monitor

/// The load that an instance can take by its history: the costs of requests, and the busiest minutes.
package struct MeasuredCapacity: Sendable {
  /// The days whose minutes are looked at; costs are those of the last one.
  static let days = 15

  /// The costs of requests, or the reason why they are unknown.
  package let costs: Result<RequestCosts, PlainError>
  /// The minute with the most use of the processor in which all promises were kept.
  package let held: LoadMinute?
  /// The minute with the least use above that, in which a promise was broken.
  package let broken: LoadMinute?
  /// The mean bytes of a response's body, and of what is sent besides.
  private let bodyBytes: [SiteRoute: Double]
  private let overhead: Double

  /// - Parameters:
  ///   - minutes: those of the last days.
  ///   - now: the seconds since 1970.
  package init(_ minutes: [LoadMinute], now: Int) {
    let day = minutes.filter { $0.time >= now - 86_400 }
    costs = Result { () throws(PlainError) in try RequestCosts(day) }
    let held = minutes.filter { $0.isKept == true }.max { $0.processor < $1.processor }
    self.held = held
    broken = minutes.filter { $0.isKept == false && $0.processor > held?.processor ?? 0 }
      .min { $0.processor < $1.processor }
    var (requests, bodies): ([SiteRoute: Double], [SiteRoute: Double]) = ([:], [:])
    for minute in day {
      requests.merge(minute.requests, uniquingKeysWith: +)
      bodies.merge(minute.bodies, uniquingKeysWith: +)
    }
    bodyBytes = requests.reduce(into: [:]) { means, entry in
      if entry.value > 0 { means[entry.key] = (bodies[entry.key] ?? 0) / entry.value }
    }
    let (count, sent) = (requests.values.reduce(0, +), day.reduce(0) { $0 + $1.sent })
    overhead = count > 0 ? max(0, sent - bodies.values.reduce(0, +)) / count : 0
  }

  /// The share of some cores below which promises were kept, and above which one was broken; `nil` where no minute
  /// shows a limit below the one that is assumed.
  ///
  /// Promises that seem kept at more use may be broken for clients whose requests wait to be read, since
  /// durations begin when a request is read.
  func usableShare(of cores: Double, below assumed: Double) -> Double? {
    guard let held, broken != nil, cores > 0 else { return nil }
    let share = held.processor / cores
    return share < assumed ? share : nil
  }

  /// Bytes a second sent to visitors for requests at these rates.
  package func egress(_ rates: [SiteRoute: Double]) throws(PlainError) -> Double {
    let total = rates.values.reduce(0, +)
    let unknown = rates.filter { bodyBytes[$0.key] == nil && $0.value > total / 100 }
      .keys.map(\.name).min()
    if let unknown {
      throw PlainError("not enough data: \(unknown) has had no request in the last day")
    }
    return rates.reduce(0) { $0 + $1.value * ((bodyBytes[$1.key] ?? 0) + overhead) }
  }
}

extension StoredHistory {
  /// Reads the minutes of the last days; `nil` while another process writes the history.
  package func measuredCapacity(_ promises: RoutePromises, now: Int) -> MeasuredCapacity? {
    loadMinutes(days: MeasuredCapacity.days, promises, now: now)
      .map { MeasuredCapacity($0, now: now) }
  }
}
