// SPDX-License-Identifier: Apache-2.0

package import Signals

/// The requests of one route over a window: their number, rate, durations, hits and errors.
package struct RouteFigures: Sendable {
  /// The label of a route in a site.
  package struct Place: Sendable, Hashable {
    package let site: String
    package let route: String

    package init(site: String, route: String) { (self.site, self.route) = (site, route) }
  }

  package private(set) var durations = HistogramSnapshot(unit: .seconds)
  /// Answers with a status of 500 or more, and requests whose client left before the answer.
  package private(set) var errors: UInt64 = 0
  /// Answers with a 4xx.
  package private(set) var refused: UInt64 = 0
  private var hits: UInt64 = 0
  private var looked: UInt64 = 0
  /// Answers that needed a call of their own.
  private var needing: UInt64 = 0
  /// Calls by service.
  package private(set) var calls: [String: UInt64] = [:]
  private let seconds: Double

  private init(over seconds: Double) { self.seconds = seconds }

  package var count: UInt64 { durations.count }

  package var rate: Double { Double(count) / seconds }

  /// The share of answers that came fresh from a cache, among those that a cache was involved in;
  /// `nil` where there are none.
  package var hitShare: Double? { looked == 0 ? nil : Double(hits) / Double(looked) }

  /// The number of calls to a service for each request that needed services; `nil` where none did.
  package func fanOut(to backend: String) -> Double? {
    needing == 0 ? nil : Double(calls[backend] ?? 0) / Double(needing)
  }

  /// Calls a second to a service.
  package func callRate(to backend: String) -> Double { Double(calls[backend] ?? 0) / seconds }

  /// Returns the figures of all routes that had a request in about the last `seconds`.
  package static func all(_ history: SignalHistory, over seconds: Double) -> [Place: RouteFigures] {
    history.window(seconds).map { all(in: $0) } ?? [:]
  }

  /// Returns the figures of all routes that had a request in a window.
  static func all(in window: SignalWindow) -> [Place: RouteFigures] {
    var figures: [Place: RouteFigures] = [:]
    func each(_ name: String, _ add: (inout RouteFigures, (String) -> String?, SignalValue) -> Void)
    {
      guard let family = window.snapshot[name] else { return }
      let names = family.description.labelNames
      for series in family.series {
        func label(_ name: String) -> String? {
          names.firstIndex(of: name).map { series.labelValues[$0] }
        }
        let place = Place(site: label("site") ?? "", route: label("http_route") ?? "")
        let growth = window.growth(of: series, in: family)
        add(&figures[place, default: RouteFigures(over: window.seconds)], label, growth)
      }
    }
    each(MetricName.requestDurations) { figures, label, growth in
      guard case .histogram(let values) = growth else { return }
      figures.durations.merge(values)
      if label("error_type") != "" { figures.errors += values.count }
      if label("http_response_status_code")?.first == "4" { figures.refused += values.count }
    }
    each(MetricName.routeAnswers) { figures, label, growth in
      guard case .counter(let count) = growth, let result = label("result"), result != "none"
      else { return }
      figures.looked += count
      if result == "hit" { figures.hits += count }
      if result == "miss" || result == "bypass" { figures.needing += count }
    }
    each(MetricName.routeCalls) { figures, label, growth in
      guard case .counter(let count) = growth, count > 0 else { return }
      figures.calls[label("backend") ?? "", default: 0] += count
    }
    return figures.filter { $0.value.count > 0 || !$0.value.calls.isEmpty }
  }
}
