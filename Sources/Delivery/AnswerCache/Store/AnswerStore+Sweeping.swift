// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension AnswerStore {
  /// Number of entries that are taken out of a shard in one hold of its lock.
  private static let handful = 16

  /// Continues the sweep through the store for about `count` entries, and removes those that are
  /// hard purged or past all their windows.
  ///
  /// To be called now and then, and in short steps after a hard purge; calls of several threads
  /// wait for each other.
  package func sweep(at now: Int64, atMost count: Int = 256) -> SweepProgress {
    sweep.withLock { sweep in
      if sweep.shard == 0, !sweep.isAtMarks, sweep.number == 0 { sweep.begun = purges.epoch }
      var rest = count
      while rest > 0 {
        let entries = shards[sweep.shard].entries(
          marks: sweep.isAtMarks,
          from: sweep.number,
          atMost: AnswerStore.handful
        )
        guard let entries else {
          if advance(&sweep) { return .finished }
          continue
        }
        for entry in entries {
          settle(entry)
          if entry.staleness(at: now) == .dead { drop(entry) }
        }
        sweep.number += AnswerStore.handful
        rest -= AnswerStore.handful
      }
      return .unfinished
    }
  }

  /// Epoch of the last purge against which a sweep has settled every entry.
  var sweptEpoch: PurgeEpoch { sweep.withLock { $0.finished } }

  /// Moves to the next queue. Returns true if it was the last.
  private func advance(_ sweep: inout Sweep) -> Bool {
    sweep.number = 0
    if sweep.isAtMarks { sweep.shard += 1 }
    sweep.isAtMarks.toggle()
    guard sweep.shard == shards.count else { return false }
    sweep.shard = 0
    sweep.finished = sweep.begun
    return true
  }
}

/// Position of a sweep through the whole store.
struct Sweep {
  var shard = 0
  var isAtMarks = false
  var number = 0
  /// Epoch at which the sweep began.
  var begun = PurgeEpoch(number: 0)
  /// Epoch at which the last completed sweep began.
  var finished = PurgeEpoch(number: 0)
}

/// Whether a sweep has completed.
package enum SweepProgress: Sendable, Equatable {
  case unfinished
  case finished
}
