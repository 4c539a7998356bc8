// SPDX-License-Identifier: Apache-2.0

package import Signals

/// The counts of answers of a rollout's two editions since some time.
package struct RolloutEvidence: Sendable, Equatable {
  /// The answers that were made anew, by what became of them.
  package struct Counts: Sendable, Equatable {
    package var whole: UInt64 = 0
    package var degraded: UInt64 = 0
    package var clientErrors: UInt64 = 0
    package var failed: UInt64 = 0

    package init() {}

    package var answers: UInt64 {
      whole.addingSaturating(degraded).addingSaturating(clientErrors).addingSaturating(failed)
    }

    fileprivate func since(_ earlier: Counts) -> Counts {
      var growth = Counts()
      growth.whole = whole - min(whole, earlier.whole)
      growth.degraded = degraded - min(degraded, earlier.degraded)
      growth.clientErrors = clientErrors - min(clientErrors, earlier.clientErrors)
      growth.failed = failed - min(failed, earlier.failed)
      return growth
    }

    fileprivate mutating func add(_ other: Counts) {
      whole = whole.addingSaturating(other.whole)
      degraded = degraded.addingSaturating(other.degraded)
      clientErrors = clientErrors.addingSaturating(other.clientErrors)
      failed = failed.addingSaturating(other.failed)
    }
  }

  /// The answers of one edition.
  package struct Arm: Sendable, Equatable {
    package var counts = Counts()
    /// Durations of the answers for which every call was made.
    package var composing = HistogramSnapshot(unit: .seconds)

    package init() {}

    package var answers: UInt64 { counts.answers }

    func since(_ earlier: Arm) -> Arm {
      var growth = Arm()
      growth.counts = counts.since(earlier.counts)
      growth.composing = composing.since(earlier.composing)
      return growth
    }

    mutating func add(_ other: Arm) {
      counts.add(other.counts)
      composing.merge(other.composing)
    }
  }

  package var candidate = Arm()
  package var published = Arm()

  package init() {}

  /// Reads the metrics of rollouts, as this process has counted them.
  ///
  /// - Parameter site: the site, where the series are labelled with one.
  package init(_ snapshot: SignalSnapshot, of site: String? = nil) {
    for name in [RolloutSignals.answersName, RolloutSignals.composingName] {
      guard let family = snapshot[name] else { continue }
      for series in family.series {
        let labels = Dictionary(
          zip(family.description.labelNames, series.labelValues)
        ) { first, _ in first }
        guard labels["site"] == site else { continue }
        switch labels["edition"].flatMap(RolloutSignals.Edition.init) {
        case .candidate: add(series.own, labels["outcome"], to: &self.candidate)
        case .published: add(series.own, labels["outcome"], to: &self.published)
        case nil: continue
        }
      }
    }
  }

  private func add(_ value: SignalValue, _ outcome: String?, to arm: inout Arm) {
    switch value {
    case .histogram(let durations): arm.composing.merge(durations)
    case .counter(let count):
      switch outcome.flatMap(RolloutSignals.Outcome.init) {
      case .whole: arm.counts.whole = count
      case .degraded: arm.counts.degraded = count
      case .clientError: arm.counts.clientErrors = count
      case .failed: arm.counts.failed = count
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

  mutating func add(_ other: RolloutEvidence) {
    candidate.add(other.candidate)
    published.add(other.published)
  }
}
