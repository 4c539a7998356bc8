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

/// How many purges there have been. A fetch notes it when it begins: what was purged after that is
/// not fresh when the fetch brings it.
package struct PurgeEpoch: Sendable, Hashable, Comparable {
  let number: UInt64

  package static func < (one: PurgeEpoch, other: PurgeEpoch) -> Bool { one.number < other.number }

  var next: PurgeEpoch { PurgeEpoch(number: number &+ 1) }
}

/// The receipt of a finished purge.
package struct PurgeReceipt: Sendable, Equatable {
  package let epoch: PurgeEpoch
  /// How many entries it hit; unknown for paths, which are compared when somebody asks.
  package let entries: Int?
}
