// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Files
import Gateway
import Reactor
import Synchronization

// What was purged must not come back by a restart. So every purge is written down beside the
// snapshot, and done again when that is read; it is forgotten when a snapshot is in place that was
// begun after it. Doing one twice changes nothing. When purges cannot be written down, or are too
// many, the snapshot goes: an empty cache is slow, a wrong one is wrong.

/// Keeps what the cache has over restarts, in two files.
final class CacheSpill: Sendable {
  /// Purges that are written down between two snapshots.
  static let maximumPurges = 10_000
  /// For how long what was fresh may be shown after a restart while it is fetched again.
  private static let graceMilliseconds: Int64 = 60_000

  private struct Purges {
    var bodies: [[UInt8]] = []
    /// How many were forgotten since the start.
    var forgotten = 0
    /// Whether a snapshot may be read: every purge since it was begun is written down.
    var areKnown = true
  }

  private let store: AnswerStore
  private let snapshotPath: String
  private let purgesPath: String
  private let purges = Mutex(Purges())
  private let writing = Mutex(())

  init(of store: AnswerStore, in folder: String) throws(FileError) {
    try Files.makeFolder(folder)
    self.store = store
    snapshotPath = "\(folder)/cache.snapshot"
    purgesPath = "\(folder)/cache.purges"
  }

  /// Takes in what was kept, and lets go what was purged since; `nil` where nothing was kept.
  func restore(at now: Int64) throws(FileError) -> RestoredSnapshot? {
    guard Files.exists(snapshotPath) else { return nil }
    var pieces = try FilePieces(snapshotPath)
    let restored = try store.restore(
      at: now,
      grace: CacheSpill.graceMilliseconds,
      payload: { GatewaySnapshot.payload($0, $1) },
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
      // One that was cut off was not answered either; but nobody can say what it was to be.
      guard let body = scanner.bytes(), let order = try? PurgeOrder(body) else {
        store.purge(.everything, .hard, at: now)
        return
      }
      order.obey(in: store, at: now)
      purges.withLock { $0.bodies.append(body) }
    }
  }

  /// Writes a purge down, as its order came.
  func note(_ body: [UInt8]) {
    purges.withLock { purges in
      guard purges.areKnown else { return }
      purges.bodies.append(body)
      do throws(FileError) {
        guard purges.bodies.count <= CacheSpill.maximumPurges else { return drop(&purges) }
        var line: [UInt8] = []
        line.append(counted: body)
        try AppendedFile(purgesPath).append(line)
      } catch {
        StandardStream.errors.write("portico: the kept cache is given up: \(error)\n")
        drop(&purges)
      }
    }
  }

  private func drop(_ purges: inout Purges) {
    try? Files.remove(snapshotPath)
    purges.forgotten += purges.bodies.count
    purges.bodies = []
    purges.areKnown = false
  }

  /// Writes all that the cache has; answers how many entries that is.
  @discardableResult
  func write(at now: Int64) throws(FileError) -> Int {
    try writing.withLock { _ throws(FileError) in
      let begun = purges.withLock { purges in
        purges.areKnown = true
        return purges.forgotten + purges.bodies.count
      }
      var draft = try FileDraft(for: snapshotPath)
      let count = try store.writeSnapshot(at: now) { (bytes) throws(FileError) in
        try draft.append(bytes)
      }
      try purges.withLock { purges throws(FileError) in
        // More than could be remembered came while it was written.
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
