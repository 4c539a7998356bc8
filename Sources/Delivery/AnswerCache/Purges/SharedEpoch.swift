// SPDX-License-Identifier: Apache-2.0

package import Synchronization

/// The purge epoch that every hit on a hot answer loads, alone in its cache lines: reference counts
/// and locks beside it would be written often, and each write would take the line from all loops.
package final class SharedEpoch: Sendable {
  private let before = InlineArray<16, UInt64>(repeating: 0)
  @usableFromInline let current = Atomic<UInt64>(0)
  private let behind = InlineArray<16, UInt64>(repeating: 0)

  /// Number of the latest purge.
  @inlinable
  package var number: UInt64 { current.load(ordering: .acquiring) }

  var epoch: PurgeEpoch { PurgeEpoch(number: number) }

  /// Called by one thread at a time.
  func raise(to epoch: PurgeEpoch) { current.store(epoch.number, ordering: .releasing) }
}
