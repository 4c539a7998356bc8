// SPDX-License-Identifier: Apache-2.0

import Signals

/// The slowest phase of a route's requests, with the 99th percentile of the time that they spend in
/// it.
package struct SlowestPhase: Sendable, Equatable {
  package let name: String
  package let seconds: Double

  /// Returns those of all routes that had a request in about the last `seconds`.
  package static func all(
    _ history: SignalHistory,
    over seconds: Double
  ) -> [RouteFigures.Place: SlowestPhase] {
    guard let window = history.window(seconds),
      let family = window.snapshot[MetricName.phases]
    else { return [:] }
    let names = family.description.labelNames
    var slowest: [RouteFigures.Place: SlowestPhase] = [:]
    for series in family.series {
      guard case .histogram(let values) = window.growth(of: series, in: family),
        let seconds = values.quantile(0.99)
      else { continue }
      func label(_ name: String) -> String {
        names.firstIndex(of: name).map { series.labelValues[$0] } ?? ""
      }
      let place = RouteFigures.Place(site: label("site"), route: label("http_route"))
      if let known = slowest[place], known.seconds >= seconds { continue }
      slowest[place] = SlowestPhase(name: label("phase"), seconds: seconds)
    }
    return slowest
  }
}
