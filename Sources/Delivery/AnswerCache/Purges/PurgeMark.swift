// SPDX-License-Identifier: Apache-2.0

/// Effect of one or several purges on an entry: the first epoch and the earliest instant.
package struct PurgeMark: Sendable, Equatable {
  /// The first purge that hit.
  package var epoch: PurgeEpoch
  /// Instant from which the entry is stale; before all instants after a hard purge.
  package var instant: Int64

  /// Merges this mark with another.
  func merged(with other: PurgeMark?) -> PurgeMark {
    guard let other else { return self }
    return PurgeMark(epoch: min(epoch, other.epoch), instant: min(instant, other.instant))
  }
}

/// Number of purges so far. A fetch records it when it begins: purges after that apply to its
/// answer.
package struct PurgeEpoch: Sendable, Hashable, Comparable {
  let number: UInt64

  package static func < (one: PurgeEpoch, other: PurgeEpoch) -> Bool { one.number < other.number }

  var next: PurgeEpoch { PurgeEpoch(number: number &+ 1) }
}

/// The receipt of a finished purge.
package struct PurgeReceipt: Sendable, Equatable {
  package let epoch: PurgeEpoch
  /// Number of entries that it hit; `nil` for paths, which are compared at the next lookup.
  package let entries: Int?
}
