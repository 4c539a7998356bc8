// SPDX-License-Identifier: Apache-2.0

/// One purge, or what several come to for an entry: the first of them and the earliest instant.
package struct PurgeMark: Sendable, Equatable {
  /// The first purge that hit.
  package var epoch: PurgeEpoch
  /// Since when the entry is stale; before all instants after a hard purge.
  package var instant: Int64

  /// What this and another come to.
  func merged(with other: PurgeMark?) -> PurgeMark {
    guard let other else { return self }
    return PurgeMark(epoch: min(epoch, other.epoch), instant: min(instant, other.instant))
  }
}
