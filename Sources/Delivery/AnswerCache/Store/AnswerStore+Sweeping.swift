// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension AnswerStore {
  /// How many entries are taken out of a shard in one go: its lock is held that long.
  private static let handful = 16

  /// Walks on through the store, for about `count` entries, and removes what is of no use any more:
  /// what was hard purged, and what is past all its windows.
  ///
  /// Somebody calls it now and then, and in short steps after a hard purge; calls of several
  /// threads wait for each other.
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

  /// Up to which purge every entry has been settled by a sweep.
  var sweptEpoch: PurgeEpoch { sweep.withLock { $0.finished } }

  /// Goes on to the next queue; answers whether it was the last.
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

/// Where a walk through the whole store has come to.
struct Sweep {
  var shard = 0
  var isAtMarks = false
  var number = 0
  /// The epoch at which the walk began.
  var begun = PurgeEpoch(number: 0)
  /// The epoch at which the last walk began that came to its end.
  var finished = PurgeEpoch(number: 0)
}

/// Whether a sweep has come to its end.
package enum SweepProgress: Sendable, Equatable {
  case unfinished
  case finished
}
