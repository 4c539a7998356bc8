// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import Files
import Fleet
import Glibc
import Reactor
import Synchronization

// A process that takes over accepts visitors first, and is the node once the old process has ended its part. Until then
// edges keep its answers for a second only.

extension SiteFleet {
  /// The seconds before a takeover whose purges are made again, since they may have been made in the old process alone.
  static let repeatedSeconds: Int64 = 600
  /// The time in which the old process ends its part, and the pause between two looks, in microseconds.
  private static let turn: (seconds: Int, pause: useconds_t) = (30, 20_000)

  /// Gives up what others are to go on with.
  package func leave() { node?.leave() }

  /// Waits for the right to be the node, which the process before gives up.
  func takeTurn() async throws {
    guard lock.withLock({ $0 == nil }) else { return }
    let path = "\(site.state)/fleet"
    try await loading.run { [self] in
      try Files.makeFolder(path, isPrivate: true)
      for _ in 0..<Self.turn.seconds * 1_000_000 / Int(Self.turn.pause) {
        do {
          let taken = try FileLock("\(path)/node.lock") { _ in nil }
          return lock.withLock { $0 = taken }
        } catch is FileLock.Held {
          usleep(Self.turn.pause)
        }
      }
      throw PlainError("another process is still the node whose files are in \(path)")
    }
  }

  /// Ends the part of this process, so that the one that takes over can go on as the same node.
  package func retire() async {
    // Purges are no longer heard here.
    site.store.setComplete(until: 0)
    process.gate.close(site.name)
    parts.withLock(\.self)?.persistence?.close()
    do {
      try await node?.end()
    } catch {
      site.log.write("the journal may lack the last entries, which the store has: \(error)")
    }
    site.store.setComplete(until: 0)
    lock.withLock { lock in
      lock?.release()
      lock = nil
    }
  }
}
