// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The number that every hit on a hot answer loads, alone in its lines: the counts of references
/// and the locks beside it are written often, and each write would take the line from all loops.
final class SharedEpoch: Sendable {
  private let before = InlineArray<16, UInt64>(repeating: 0)
  private let number = Atomic<UInt64>(0)
  private let behind = InlineArray<16, UInt64>(repeating: 0)

  var epoch: PurgeEpoch {
    @inline(__always) get { PurgeEpoch(number: number.load(ordering: .acquiring)) }
  }

  /// Called by one thread at a time.
  func raise(to epoch: PurgeEpoch) { number.store(epoch.number, ordering: .releasing) }
}
