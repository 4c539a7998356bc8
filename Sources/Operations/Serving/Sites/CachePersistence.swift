// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentModel
package import Files
import Gateway
import Reactor
import Synchronization

// A purge must not be undone by a restart. So every purge is written to a journal beside the
// snapshot and repeated after the snapshot is read; it is dropped once a later snapshot is
// complete. Repeating a purge is harmless. If the journal cannot be written or grows too long, the
// snapshot is deleted: an empty cache is slow, but outdated answers would be wrong.

/// Persists the cache across restarts in two files: a snapshot and a journal of purges.
package final class CachePersistence: Sendable {
  package static let snapshotName = "cache.snapshot"
  /// The maximum number of purges in the journal.
  static let maximumPurges = 10_000
  /// Time in milliseconds for which entries that were fresh may be served stale after a restart,
  /// while they are revalidated.
  private static let graceMilliseconds: Int64 = 60_000

  private struct Purges {
    var bodies: [[UInt8]] = []
    /// The number of purges dropped since the start.
    var forgotten = 0
    /// Whether every purge since the snapshot began is in the journal, so that it may be used.
    var areKnown = true
  }

  private let store: AnswerStore
  private let snapshotPath: String
  private let purgesPath: String
  private let purges = Mutex(Purges())
  /// False once another process writes the files.
  private let writing = Mutex(true)

  init(of store: AnswerStore, in folder: String) throws(FileError) {
    try Files.makeFolder(folder)
    self.store = store
    snapshotPath = "\(folder)/\(CachePersistence.snapshotName)"
    purgesPath = "\(folder)/cache.purges"
  }

  /// Restores the snapshot and repeats the purges since; `nil` if there is none.
  func restore(at now: Int64) throws(FileError) -> RestoredSnapshot? {
    guard Files.exists(snapshotPath) else { return nil }
    var pieces = try FilePieces(snapshotPath)
    let snapshot = GatewaySnapshot()
    let restored = try StoreSnapshot(of: store).restore(
      at: now,
      grace: CachePersistence.graceMilliseconds,
      payload: { snapshot.payload($0, $1) },
      { () throws(FileError) in try pieces.next() }
    )
    try replay(at: now)
    return restored
  }

  private func replay(at now: Int64) throws(FileError) {
    guard Files.exists(purgesPath) else { return }
    let bytes = try Files.read(purgesPath)
    var scanner = SnapshotScanner(bytes[...])
    while !scanner.isAtEnd {
      // A record that was cut off was not acknowledged either, but its meaning is unknown.
      guard let body = scanner.bytes() else { return purgeAll(at: now, "a record is cut off") }
      let order: PurgeOrder
      do throws(PlainError) {
        order = try PurgeOrder(body)
      } catch {
        return purgeAll(at: now, error.description)
      }
      order.apply(to: store, at: now)
      purges.withLock { $0.bodies.append(body) }
    }
  }

  private func purgeAll(at now: Int64, _ reason: String) {
    StandardStream.errors.write("portico: \(purgesPath): \(reason); the kept cache is not used\n")
    store.purge(.everything, .hard, at: now)
  }

  /// Appends a purge order to the journal.
  package func note(_ body: [UInt8]) {
    purges.withLock { purges in
      guard purges.areKnown else { return }
      purges.bodies.append(body)
      do throws(FileError) {
        guard purges.bodies.count <= CachePersistence.maximumPurges else { return drop(&purges) }
        var line: [UInt8] = []
        line.append(counted: body)
        try AppendedFile(purgesPath).append(line)
      } catch {
        StandardStream.errors.write("portico: the kept cache is given up: \(error)\n")
        drop(&purges)
      }
    }
  }

  /// Writes no snapshot any more, since another process does.
  func close() { writing.withLock { $0 = false } }

  private func drop(_ purges: inout Purges) {
    do throws(FileError) {
      try Files.remove(snapshotPath)
    } catch {
      let line = "portico: \(error); remove it: after a restart it may bring back purged answers\n"
      StandardStream.errors.write(line)
    }
    purges.forgotten += purges.bodies.count
    purges.bodies = []
    purges.areKnown = false
  }

  /// Writes a snapshot of the cache, and returns its number of entries.
  @discardableResult
  package func write(at now: Int64) throws(FileError) -> Int {
    try writing.withLock { isOurs throws(FileError) in
      guard isOurs else { return 0 }
      let begun = purges.withLock { purges in
        purges.areKnown = true
        return purges.forgotten + purges.bodies.count
      }
      var draft = try FileDraft(for: snapshotPath)
      let count = try StoreSnapshot(of: store).write(at: now) { (bytes) throws(FileError) in
        try draft.append(bytes)
      }
      try purges.withLock { purges throws(FileError) in
        // More purges came during the write than the journal can hold.
        guard purges.areKnown else { return }
        try draft.putInPlace()
        let old = begun - purges.forgotten
        purges.bodies.removeFirst(old)
        purges.forgotten = begun
        var bytes: [UInt8] = []
        for body in purges.bodies { bytes.append(counted: body) }
        try Files.write(bytes, to: purgesPath)
      }
      return count
    }
  }
}
