// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The declared signals and the shards into which they are recorded.
///
/// A family can be declared at any time, also by configuration loaded later: it takes the next free
/// slots of every shard. Declaring it again returns the same series and adds those of new label
/// values, so counts survive a change of configuration.
package final class SignalRegistry: Sendable {
  /// The most series of one family.
  package static let seriesLimit = 2000
  /// The number of 8-byte slots; a histogram takes 512, everything else one.
  package let capacity: Int
  /// Labels with one value each, put before those of every family declared here.
  let fixedLabels: [SignalLabel]
  let shared: Shared

  /// The declarations that all labelled registries and their shards share.
  final class Shared: Sendable {
    let state: Mutex<State>

    init(_ state: sending State) { self.state = Mutex(state) }
  }

  /// The state guarded by the lock: everything but the slots of the shards.
  struct State {
    var families: [Family] = []
    var free: FreeSlots
    var living: [SignalBlock] = []
    /// The sum of the shards that have ended, written by `end` only.
    var ended: SignalBlock
  }

  /// A declared family with the slot of each series.
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
    shared = Shared(State(free: FreeSlots(all: capacity), ended: ended))
  }

  private init(_ registry: SignalRegistry, adding label: SignalLabel) {
    capacity = registry.capacity
    fixedLabels = registry.fixedLabels + [label]
    shared = registry.shared
  }

  /// Returns a registry over the same shards whose series carry one more label, for several
  /// instances that declare the same families.
  package func labelled(_ name: String, _ value: String) -> SignalRegistry {
    SignalRegistry(self, adding: SignalLabel(name, [value]))
  }

  /// Returns a shard for one thread.
  package func makeShard() throws(SignalFault) -> sending SignalShard {
    let block = try SignalBlock(capacity: capacity)
    shared.state.withLock { $0.living.append(block) }
    return SignalShard(block: block, of: self)
  }

  /// Returns a shard for several threads that record seldom.
  package func makeSharedShard() throws(SignalFault) -> SharedSignalShard {
    SharedSignalShard(try makeShard())
  }

  /// Adds the counts of a shard to the sum and frees its memory.
  func end(_ block: SignalBlock) {
    shared.state.withLock { state in
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
