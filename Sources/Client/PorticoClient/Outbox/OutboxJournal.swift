// SPDX-License-Identifier: Apache-2.0

/// Keeps the operations of an outbox, as entries one behind the other: in memory for tests, in a file of the
/// container's folder.
///
/// An outbox calls it from one serial queue; no call of the app waits for it but that which enqueues.
public protocol OutboxJournal: Sendable {
  /// Returns all entries, in their order.
  func entries() throws(PersistenceFault) -> [ContiguousArray<UInt8>]

  /// Adds an entry.
  ///
  /// - Parameter isDurable: whether it has to survive a loss of power once the call returns; it survives the end of the
  ///   process in any case.
  /// - Throws: ``PersistenceFault``; nothing of what was there before is lost then.
  func append(_ entry: ContiguousArray<UInt8>, isDurable: Bool) throws(PersistenceFault)

  /// Replaces all entries by one with what they come to (compaction), where that is worth it.
  func compact(_ entry: () -> ContiguousArray<UInt8>) throws(PersistenceFault)

  /// Removes everything.
  func removeAll() throws(PersistenceFault)
}

/// A journal in memory, for tests and previews.
public final class MemoryJournal: OutboxJournal {
  private let kept = Locked<[ContiguousArray<UInt8>]>([])

  /// Creates an empty journal.
  public init() {}

  /// Returns all entries.
  public func entries() throws(PersistenceFault) -> [ContiguousArray<UInt8>] {
    kept.withLock { $0 }
  }

  /// Adds an entry.
  public func append(_ entry: ContiguousArray<UInt8>, isDurable: Bool) throws(PersistenceFault) {
    kept.withLock { $0.append(entry) }
  }

  /// Replaces all entries, once there are many.
  public func compact(_ entry: () -> ContiguousArray<UInt8>) throws(PersistenceFault) {
    guard kept.withLock({ $0.count }) > 64 else { return }
    let all = entry()
    kept.withLock { $0 = [all] }
  }

  /// Removes all entries.
  public func removeAll() throws(PersistenceFault) { kept.withLock { $0 = [] } }
}
