// SPDX-License-Identifier: Apache-2.0

package import Signals

/// The counts of answers of a rollout's two editions since some time.
package struct RolloutEvidence: Sendable, Equatable {
  /// The answers of one edition.
  package struct Arm: Sendable, Equatable {
    package var whole: UInt64 = 0
    package var degraded: UInt64 = 0
    package var failed: UInt64 = 0
    /// Durations of the answers that had to be composed.
    package var composing = HistogramSnapshot(unit: .seconds)

    package init() {}

    package var answers: UInt64 { whole.addingSaturating(degraded).addingSaturating(failed) }

    fileprivate func since(_ earlier: Arm) -> Arm {
      var growth = Arm()
      growth.whole = whole - min(whole, earlier.whole)
      growth.degraded = degraded - min(degraded, earlier.degraded)
      growth.failed = failed - min(failed, earlier.failed)
      growth.composing = composing.since(earlier.composing)
      return growth
    }
  }

  package var candidate = Arm()
  package var published = Arm()

  package init() {}

  /// Reads the metrics of a rollout, as this process has counted them.
  ///
  /// - Parameter site: the site, where the series are labelled with one.
  package init(
    _ snapshot: SignalSnapshot,
    of site: String? = nil,
    candidate: String,
    published: String
  ) {
    for name in [RolloutSignals.answersName, RolloutSignals.composingName] {
      guard let family = snapshot[name] else { continue }
      for series in family.series {
        let labels = Dictionary(
          zip(family.description.labelNames, series.labelValues)
        ) { first, _ in first }
        guard labels["site"] == site else { continue }
        switch labels["edition"] {
        case candidate: add(series.own, labels["outcome"], to: &self.candidate)
        case published: add(series.own, labels["outcome"], to: &self.published)
        default: continue
        }
      }
    }
  }

  private func add(_ value: SignalValue, _ outcome: String?, to arm: inout Arm) {
    switch value {
    case .histogram(let durations): arm.composing.merge(durations)
    case .counter(let count):
      switch outcome.flatMap(RolloutSignals.Outcome.init) {
      case .whole: arm.whole = count
      case .degraded: arm.degraded = count
      case .failed: arm.failed = count
      case nil: return
      }
    case .gauge: return
    }
  }

  /// Returns the counts since earlier evidence.
  package func since(_ earlier: RolloutEvidence) -> RolloutEvidence {
    var growth = RolloutEvidence()
    growth.candidate = candidate.since(earlier.candidate)
    growth.published = published.since(earlier.published)
    return growth
  }
}
