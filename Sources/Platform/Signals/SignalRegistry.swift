// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The declared signals, and the shards into which they are recorded.
///
/// A family can be declared at any time, by configuration that is loaded later too: it takes the
/// next free slots of every shard. Declaring it again gives the same series, and adds those for
/// label values that are new, so what was counted before a change of configuration is kept.
package final class SignalRegistry: Sendable {
  /// How many series one family may have.
  package static let seriesLimit = 2000
  /// How many slots of 8 bytes there are; a histogram takes 512, everything else one.
  package let capacity: Int
  let state: Mutex<State>

  /// What the lock guards: everything but the numbers in the shards.
  struct State {
    var families: [Family] = []
    var free: FreeSlots
    var living: [SignalBlock] = []
    /// The sum of the shards that have ended; a block that nobody writes but `end`.
    var ended: SignalBlock
  }

  /// A family as declared, with the slot of each series.
  struct Family {
    let description: SignalDescription
    var series: [(labelValues: [String], slot: Int)] = []
    var slotOfValues: [[String]: Int] = [:]
  }

  package init(capacity: Int = 1 << 20) throws(SignalFault) {
    precondition(capacity > 0, "a registry without room")
    self.capacity = capacity
    let ended = try SignalBlock(capacity: capacity)
    state = Mutex(State(free: FreeSlots(all: capacity), ended: ended))
  }

  /// A shard for the calling thread, or for the one that it is handed to.
  package func makeShard() throws(SignalFault) -> sending SignalShard {
    let block = try SignalBlock(capacity: capacity)
    state.withLock { $0.living.append(block) }
    return SignalShard(block: block, of: self)
  }

  /// A shard for several threads that record seldom.
  package func makeSharedShard() throws(SignalFault) -> SharedSignalShard {
    SharedSignalShard(try makeShard())
  }

  /// Keeps what a shard has counted, and gives its memory back.
  func end(_ block: SignalBlock) {
    state.withLock { state in
      state.living.removeAll { $0 === block }
      for family in state.families {
        for (_, slot) in family.series {
          switch family.description.kind {
          case .counter: state.ended[slot] = state.ended[slot].addingSaturating(block[slot])
          case .gauge: break
          case .histogram: state.ended.mergeHistogram(of: block, at: slot)
          }
        }
      }
    }
  }
}
