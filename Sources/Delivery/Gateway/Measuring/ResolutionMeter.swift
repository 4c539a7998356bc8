// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import Signals

/// Records how well documents fit their visitors. It belongs to a loop.
final class ResolutionMeter {
  private static let kinds = ResolutionOutcomes.Kind.allCases.count

  private let signals: ResolutionSignals
  /// The counter of each published language, by its number.
  private var missing: [Counter] = []

  init(_ signals: ResolutionSignals) { self.signals = signals }

  /// Updates the labels for the languages that the site publishes.
  func renew(_ matcher: LanguageMatcher) {
    missing = matcher.published.map { signals.missing.series(["\($0)"]) }
  }

  func record(_ outcomes: ResolutionOutcomes, in shard: SignalShard) {
    guard !outcomes.isEmpty else { return }
    for number in 0..<ResolutionMeter.kinds {
      guard let kind = ResolutionOutcomes.Kind(rawValue: number), let outcome = outcomes[kind]
      else { continue }
      shard.add(signals.outcomes[kind.rawValue, Int(outcome.rawValue) - 1])
    }
    guard let language = outcomes.missing.map({ Int($0.rawValue) }),
      missing.indices.contains(language)
    else { return }
    shard.add(missing[language])
  }
}

/// The metrics of resolution, declared once for all loops.
struct ResolutionSignals: Sendable {
  let outcomes: SignalFamily<Counter>
  let missing: GrowingFamily<Counter>

  init(_ registry: SignalRegistry) throws(SignalFault) {
    outcomes = try registry.counters(
      "portico_resolutions_total",
      "Documents that were given, by how well they fit the visitor in each kind that they distinguish.",
      labels: [
        SignalLabel("kind", ResolutionOutcomes.Kind.allCases.map { "\($0)" }),
        SignalLabel("outcome", ResolutionOutcomes.Outcome.allCases.map { "\($0)" }),
      ]
    )
    missing = try registry.growing(
      "portico_translation_missing_total",
      "Documents that were given in another language, since they lack texts in the preferred one.",
      labels: ["language"],
      folding: ["language"]
    )
  }
}
