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
  /// Labels of one value each that stand before those of every family that is declared here.
  let fixedLabels: [SignalLabel]
  let book: Book

  /// What all that share the shards have in common.
  final class Book: Sendable {
    let state: Mutex<State>

    init(_ state: sending State) { self.state = Mutex(state) }
  }

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
    fixedLabels = []
    let ended = try SignalBlock(capacity: capacity)
    book = Book(State(free: FreeSlots(all: capacity), ended: ended))
  }

  private init(_ registry: SignalRegistry, adding label: SignalLabel) {
    capacity = registry.capacity
    fixedLabels = registry.fixedLabels + [label]
    book = registry.book
  }

  /// The same registry for one of several that declare the same families: each gets series of its
  /// own, which this label tells apart.
  package func labelled(_ name: String, _ value: String) -> SignalRegistry {
    SignalRegistry(self, adding: SignalLabel(name, [value]))
  }

  /// A shard for the calling thread, or for the one that it is handed to.
  package func makeShard() throws(SignalFault) -> sending SignalShard {
    let block = try SignalBlock(capacity: capacity)
    book.state.withLock { $0.living.append(block) }
    return SignalShard(block: block, of: self)
  }

  /// A shard for several threads that record seldom.
  package func makeSharedShard() throws(SignalFault) -> SharedSignalShard {
    SharedSignalShard(try makeShard())
  }

  /// Keeps what a shard has counted, and gives its memory back.
  func end(_ block: SignalBlock) {
    book.state.withLock { state in
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
