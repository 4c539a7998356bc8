// SPDX-License-Identifier: Apache-2.0

package import Signals

/// The questions to the webhook of a type before writes over a window.
package struct BeforeHookFigures: Sendable {
  /// The name of a type in a site.
  package struct Place: Sendable, Hashable {
    package let site: String
    package let type: String

    package init(site: String, type: String) { (self.site, self.type) = (site, type) }
  }

  /// The numbers of questions by their results.
  package private(set) var results: [String: UInt64] = [:]
  /// The times until the answers.
  package private(set) var durations = HistogramSnapshot(unit: .seconds)

  package init() {}

  /// Returns the figures of all types with questions in about the last `seconds`.
  package static func all(
    _ history: SignalHistory,
    over seconds: Double
  ) -> [Place: BeforeHookFigures] {
    guard let window = history.window(seconds) else { return [:] }
    var figures: [Place: BeforeHookFigures] = [:]
    for name in [MetricName.hookQuestions, MetricName.hookDurations] {
      guard let family = window.snapshot[name] else { continue }
      for series in family.series {
        let place = Place(
          site: family.label("site", of: series),
          type: family.label("type", of: series)
        )
        switch window.growth(of: series, in: family) {
        case .counter(let count):
          let result = family.label("result", of: series)
          figures[place, default: .init()].results[result] = count
        case .histogram(let values): figures[place, default: .init()].durations.merge(values)
        case .gauge: break
        }
      }
    }
    return figures
  }
}
