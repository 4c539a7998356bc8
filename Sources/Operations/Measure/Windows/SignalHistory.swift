// SPDX-License-Identifier: Apache-2.0

package import Signals
import Synchronization

/// Snapshots of the last hour, with larger gaps the older they are, from which rates and quantiles
/// over a window are computed.
///
/// Its owner adds a snapshot each second; rates and quantiles are computed on demand.
package final class SignalHistory: Sendable {
  package struct Sample {
    /// On a clock that never goes back.
    package let seconds: Double
    package let snapshot: SignalSnapshot

    package init(seconds: Double, snapshot: SignalSnapshot) {
      (self.seconds, self.snapshot) = (seconds, snapshot)
    }
  }

  /// Samples that are at least a step apart, the newest last.
  private struct Tier {
    let step: Double
    let limit: Int
    var samples: [Sample] = []

    /// Tolerance, since the ticks of a clock that ticks each second are not exactly a second apart.
    private static let tolerance = 0.5

    mutating func add(_ sample: Sample) {
      if let last = samples.last, sample.seconds - last.seconds < step - Tier.tolerance { return }
      if samples.count == limit { samples.removeFirst() }
      samples.append(sample)
    }
  }

  private let tiers = Mutex([
    Tier(step: 1, limit: 11), Tier(step: 10, limit: 11), Tier(step: 100, limit: 11),
    Tier(step: 300, limit: 13),
  ])

  package init() {}

  package func add(_ snapshot: SignalSnapshot, at seconds: Double) {
    let sample = Sample(seconds: seconds, snapshot: snapshot)
    tiers.withLock { tiers in for index in tiers.indices { tiers[index].add(sample) } }
  }

  /// When the newest snapshot was taken, on a clock that never goes back; `nil` before the first.
  package var newest: Double? {
    tiers.withLock { tiers in tiers.compactMap(\.samples.last?.seconds).max() }
  }

  /// Returns the changes of about the last `seconds`, or of as long as there are snapshots; `nil`
  /// before the second one.
  package func window(_ seconds: Double) -> SignalWindow? {
    let samples = tiers.withLock { $0.flatMap(\.samples) }
    guard let newest = samples.max(by: { $0.seconds < $1.seconds }) else { return nil }
    let begin = newest.seconds - seconds
    let older = samples.filter { $0.seconds < newest.seconds }
    // The one that is nearest to the window's beginning.
    let first = older.min { abs($0.seconds - begin) < abs($1.seconds - begin) }
    return first.map { SignalWindow(from: $0, to: newest) }
  }

  /// Returns the changes of the time before the last `seconds`, back to the oldest snapshot; `nil` where
  /// there are not two of that time.
  func windowBefore(_ seconds: Double) -> SignalWindow? {
    let samples = tiers.withLock { $0.flatMap(\.samples) }.sorted { $0.seconds < $1.seconds }
    guard let newest = samples.last, let first = samples.first,
      let last = samples.last(where: { $0.seconds <= newest.seconds - seconds }),
      first.seconds < last.seconds
    else { return nil }
    return SignalWindow(from: first, to: last)
  }
}
