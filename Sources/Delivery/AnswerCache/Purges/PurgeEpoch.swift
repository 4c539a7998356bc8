// SPDX-License-Identifier: Apache-2.0

/// How many purges there have been. A fetch notes it when it begins: what was purged after that is
/// not fresh when the fetch brings it.
package struct PurgeEpoch: Sendable, Hashable, Comparable {
  let number: UInt64

  package static func < (one: PurgeEpoch, other: PurgeEpoch) -> Bool { one.number < other.number }

  var next: PurgeEpoch { PurgeEpoch(number: number &+ 1) }
}
