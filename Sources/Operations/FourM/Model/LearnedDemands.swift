// SPDX-License-Identifier: Apache-2.0

/// The cost of a request of each route, as learned from the history.
package struct LearnedDemands: Sendable {
  /// The least number of windows with traffic from which demands are learned: ten minutes of them.
  static let leastWindows = 60
  /// The maximum number of routes with an estimate of their own; all others share one.
  static let mostColumns = 15
  /// The least share of the differences between windows that a model must explain to be used.
  static let leastExplained = 0.8
  /// The largest useful half of an interval, as a share of its value.
  static let widestError = 0.25
  /// Half of a 95% interval in standard errors.
  static let intervalWidth = 2.0

  /// A need that follows from rates, without the part that is used even without requests.
  package struct Need: Sendable, Equatable {
    package let value: Double
    /// Half of the interval in which it lies with 95% certainty.
    package let error: Double
  }

  /// The reason why there is no figure, in words for operators.
  package struct Unknown: Error, Sendable, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  /// The fit with a coefficient for the waits of event loops. At low loads each request wakes a loop, at high
  /// loads hardly any does, so that the cost of a request seems to fall.
  private let fitWithWaits: Result<NonNegativeFit, Unknown>
  /// The fit without one, for histories whose loads do not tell waits and requests apart. Its needs are too
  /// high rather than too low.
  private let fitWithoutWaits: Result<NonNegativeFit, Unknown>
  private let columns: [SiteRoute: Int]
  private let others: Int?
  private let bodyBytes: [SiteRoute: Double]
  /// Bytes of a response besides its body.
  private let overhead: Double
  /// Processor time a second that is used without requests.
  package var background: Double { (try? fitWithoutWaits.get())?.coefficients.first ?? 0 }

  init(_ windows: [DemandWindow]) {
    let busy = windows.count { !$0.requests.isEmpty }
    var totals: [SiteRoute: Double] = [:]
    var bodies: [SiteRoute: Double] = [:]
    var sent = 0.0
    for window in windows {
      totals.merge(window.requests, uniquingKeysWith: +)
      bodies.merge(window.bodies, uniquingKeysWith: +)
      sent += window.sent
    }
    let byCount = totals.filter { $0.value > 0 }.sorted { first, second in
      (second.value, first.key.name) < (first.value, second.key.name)
    }
    var columns: [SiteRoute: Int] = [:]
    for (place, entry) in byCount.prefix(LearnedDemands.mostColumns).enumerated() {
      columns[entry.key] = place + LearnedDemands.ownColumns
    }
    others = byCount.count > columns.count ? columns.count + LearnedDemands.ownColumns : nil
    for entry in byCount.dropFirst(columns.count) { columns[entry.key] = others }
    self.columns = columns
    let count = totals.values.reduce(0, +)
    bodyBytes = totals.filter { $0.value > 0 }.reduce(into: [:]) { means, entry in
      means[entry.key] = (bodies[entry.key] ?? 0) / entry.value
    }
    overhead = count > 0 ? max(0, sent - bodies.values.reduce(0, +)) / count : 0
    guard busy >= LearnedDemands.leastWindows else {
      let least = LearnedDemands.leastWindows
      let unknown = Unknown("not enough data: \(busy) windows of 10 s with traffic, of \(least)")
      (fitWithWaits, fitWithoutWaits) = (.failure(unknown), .failure(unknown))
      return
    }
    let others = others
    var rows = windows.map { LearnedDemands.row(of: $0.requests, $0.waits, columns, others) }
    fitWithWaits = LearnedDemands.fit(rows, windows)
    for number in rows.indices { rows[number][1] = 0 }
    fitWithoutWaits = LearnedDemands.fit(rows, windows)
  }

  private static func fit(
    _ rows: [[Double]],
    _ windows: [DemandWindow]
  ) -> Result<NonNegativeFit, Unknown> {
    guard let fit = NonNegativeFit(rows, windows.map(\.processor)) else {
      return .failure(Unknown("not enough data: fewer windows than routes"))
    }
    guard fit.explained >= leastExplained else {
      let percent = Int((fit.explained * 100).rounded())
      return .failure(
        Unknown(
          "the requests explain \(percent)% of the differences in processor time,"
            + " of \(Int(leastExplained * 100))%"
        )
      )
    }
    return .success(fit)
  }

  /// The number of columns before those of routes: what is used without requests, and waits.
  private static let ownColumns = 2

  /// The row of the regression for requests at some rates, and for waits.
  private static func row(
    of rates: [SiteRoute: Double],
    _ waits: Double,
    _ columns: [SiteRoute: Int],
    _ others: Int?
  ) -> [Double] {
    let routes = Set(columns.values).count
    var row = [Double](repeating: 0, count: ownColumns + routes)
    row[0] = 1
    row[1] = waits
    for (route, rate) in rates {
      if let column = columns[route] { row[column] += rate }
    }
    return row
  }

  /// Processor time a second for requests at these rates, without that of loops that wait in between: the
  /// nearer an instance is to its limit, the less they do.
  package func processor(_ rates: [SiteRoute: Double]) throws(Unknown) -> Need {
    try requireKnown(rates)
    do throws(Unknown) {
      return try need(rates, by: fitWithWaits)
    } catch {
      return try need(rates, by: fitWithoutWaits)
    }
  }

  private func need(
    _ rates: [SiteRoute: Double],
    by fit: Result<NonNegativeFit, Unknown>
  ) throws(Unknown) -> Need {
    let fit = try fit.get()
    // The part that is used without requests does not belong to the need of requests.
    var row = LearnedDemands.row(of: rates, 0, columns, others)
    row[0] = 0
    let prediction = fit.prediction(of: row)
    let error = LearnedDemands.intervalWidth * prediction.error
    guard error <= LearnedDemands.widestError * prediction.value else {
      throw Unknown(
        "this mix, or so much of it, is too far from what was measured: "
          + "the error would be \(LearnedDemands.percent(error, of: prediction.value))"
      )
    }
    return Need(value: prediction.value, error: error)
  }

  /// Bytes a second sent to visitors for requests at these rates.
  package func egress(_ rates: [SiteRoute: Double]) throws(Unknown) -> Need {
    try requireKnown(rates)
    let value = rates.reduce(0) { sum, entry in
      sum + entry.value * ((bodyBytes[entry.key] ?? 0) + overhead)
    }
    return Need(value: value, error: 0)
  }

  /// Throws if a route without measurements has a significant part in the rates.
  private func requireKnown(_ rates: [SiteRoute: Double]) throws(Unknown) {
    let total = rates.values.reduce(0, +)
    let unknown = rates.filter { columns[$0.key] == nil && $0.value > total / 100 }
      .keys.map(\.name).min()
    if let unknown {
      throw Unknown("not enough data: \(unknown) has had no request in the last day")
    }
  }

  private static func percent(_ part: Double, of whole: Double) -> String {
    guard whole > 0, part / whole < 100 else { return "many times the figure" }
    return "\(Int((part / whole * 100).rounded()))%"
  }
}

extension Monitor {
  /// Learns from the last day of the history; `nil` while another process writes it.
  package func learnedDemands(now: Int) -> LearnedDemands? {
    demandWindows(now: now).map { LearnedDemands($0) }
  }
}
