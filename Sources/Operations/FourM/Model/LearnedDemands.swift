// SPDX-License-Identifier: Apache-2.0

/// The cost of a request of each route, as learned from the history.
package struct LearnedDemands: Sendable {
  /// The least number of windows with traffic from which demands are learned: ten minutes of them.
  static let leastWindows = 60
  /// The least share of the differences between windows that a model must explain to be used, unless it is
  /// near all of them: windows that are all alike have few differences.
  static let leastExplained = 0.8
  /// The largest deviation of the windows from a model that explains less, as a share of their mean.
  static let nearDeviation = 0.1
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

  private struct Basis: Hashable {
    /// At low loads each request wakes a loop, at high loads hardly any does, so that the cost of a request
    /// seems to fall where waits have no coefficient.
    var hasWaits: Bool
    /// Without a coefficient for composed answers, a route's requests bear the cost of as many as they had.
    var hasComposed: Bool
  }

  /// The use of the processor from which on promises were broken; `nil` where that is unknown.
  let usable: UsableProcessor?
  /// The throughput by concurrency.
  package let scalability: Result<ScalabilityCurve, Unknown>
  private let columns: DemandColumns
  private let fits: [Basis: Result<NonNegativeFit, Unknown>]
  /// Answers composed a second, on average.
  private let composed: Double
  private let bodyBytes: [SiteRoute: Double]
  /// Bytes of a response besides its body.
  private let overhead: Double

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
    usable = UsableProcessor(windows)
    scalability = ScalabilityCurve.fitted(to: windows)
    columns = DemandColumns(totals)
    let count = totals.values.reduce(0, +)
    bodyBytes = totals.filter { $0.value > 0 }.reduce(into: [:]) { means, entry in
      means[entry.key] = (bodies[entry.key] ?? 0) / entry.value
    }
    overhead = count > 0 ? max(0, sent - bodies.values.reduce(0, +)) / count : 0
    composed = windows.reduce(0) { $0 + $1.composed } / Double(max(1, busy))
    guard busy >= LearnedDemands.leastWindows else {
      let least = LearnedDemands.leastWindows
      let unknown = Unknown("not enough data: \(busy) windows of 10 s with traffic, of \(least)")
      fits = LearnedDemands.bases.reduce(into: [:]) { $0[$1] = .failure(unknown) }
      return
    }
    let columns = columns
    fits = LearnedDemands.bases.reduce(into: [:]) { fits, basis in
      let rows = windows.map { window in
        columns.row(
          of: window.requests,
          constant: 1,
          waits: basis.hasWaits ? window.waits : 0,
          composed: basis.hasComposed ? window.composed : 0
        )
      }
      fits[basis] = LearnedDemands.fit(rows, windows)
    }
  }

  private static let bases = [true, false].flatMap { hasWaits in
    [true, false].map { Basis(hasWaits: hasWaits, hasComposed: $0) }
  }

  private static func fit(
    _ rows: [[Double]],
    _ windows: [DemandWindow]
  ) -> Result<NonNegativeFit, Unknown> {
    guard let fit = NonNegativeFit(rows, windows.map(\.processor)) else {
      return .failure(Unknown("not enough data: fewer windows than routes"))
    }
    guard fit.explained >= leastExplained || fit.deviation <= nearDeviation * fit.mean else {
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

  /// Estimates the processor time of requests at these rates by a fit.
  ///
  /// It is the fit with waits, of which none are estimated: the nearer an instance is to its limit, the fewer it
  /// has. Histories whose loads do not tell waits and requests apart have a fit without them, whose needs are
  /// too high rather than too low.
  ///
  /// - Parameter composing: whether composed answers have a coefficient.
  func processor<Figure>(
    _ rates: [SiteRoute: Double],
    composing: Bool = false,
    _ estimate: (ProcessorFit) throws(Unknown) -> Figure
  ) throws(Unknown) -> Figure {
    try requireKnown(rates)
    func figure(hasWaits: Bool) throws(Unknown) -> Figure {
      let fit = fits[Basis(hasWaits: hasWaits, hasComposed: composing)]
      guard let fit = try fit?.get() else { throw Unknown("not enough data") }
      return try estimate(ProcessorFit(fit, columns, usualComposed: composed))
    }
    do throws(Unknown) {
      return try figure(hasWaits: true)
    } catch {
      return try figure(hasWaits: false)
    }
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
    let unknown = rates.filter { !columns.has($0.key) && $0.value > total / 100 }
      .keys.map(\.name).min()
    if let unknown {
      throw Unknown("not enough data: \(unknown) has had no request in the last day")
    }
  }

  static func percent(_ part: Double, of whole: Double) -> String {
    guard whole > 0, part / whole < 100 else { return "many times the figure" }
    return "\(Int((part / whole * 100).rounded()))%"
  }
}

extension Monitor {
  /// Learns from the last day of the history; `nil` while another process writes it.
  package func learnedDemands(_ promises: RoutePromises, now: Int) -> LearnedDemands? {
    demandWindows(promises, now: now).map { LearnedDemands($0) }
  }
}
