// SPDX-License-Identifier: Apache-2.0

import CLinux
import Synchronization

/// The declared signals and the shards into which they are recorded.
///
/// A family can be declared at any time, also by configuration loaded later: it takes the next free
/// slots of every shard. Declaring it again returns the same series and adds those of new label
/// values, so counts survive a change of configuration.
package final class SignalRegistry: Sendable {
  /// The most series of one family.
  package static let seriesLimit = 2000
  /// The slots of a registry that is not made for less.
  package static let usualCapacity = 1 << 21
  /// The number of 8-byte slots; a histogram takes 512, everything else one.
  package let capacity: Int
  /// Labels with one value each, put before those of every family declared here.
  let fixedLabels: [SignalLabel]
  let shared: Shared

  /// The declarations that all labelled registries and their shards share.
  final class Shared: Sendable {
    let state: Mutex<State>
    let storage: any SignalStorage
    let exemplars = Mutex(ExemplarTable())

    init(_ state: sending State, _ storage: any SignalStorage) {
      self.state = Mutex(state)
      self.storage = storage
    }
  }

  /// The state guarded by the lock: everything but the slots of the shards.
  struct State {
    var families: [Family] = []
    var free: FreeSlots
    var living: [LivingBlock] = []
    /// Zeroed blocks of shards that have ended.
    var spare: [SignalBlock] = []
    /// The sum of the shards that have ended, and what is observed of counters.
    var ended: SignalBlock
    /// Number of times that a block has ended.
    var endings = 0
    weak var shared: SharedSignalShard?
  }

  /// A block in use, by one shard or by all those of one loop.
  struct LivingBlock {
    let block: SignalBlock
    /// The loop whose thread alone records; `nil` for a shard of its own.
    let loop: Int?
    var users = 1
  }

  /// A declared family with the slot of each series.
  struct Family {
    let description: SignalDescription
    var series: [(labelValues: [String], slot: Int, identity: SignalIdentity)] = []
    var slotOfValues: [[String]: Int] = [:]
    var limit = SignalRegistry.seriesLimit
    /// The sources of the values that are read only when they are asked for.
    var sources: [Source] = []
  }

  /// - Parameters:
  ///   - capacity: the slots of each shard.
  ///   - storage: the memory of the shards; by default it ends with the process.
  package init(
    capacity: Int = usualCapacity,
    storage: (any SignalStorage)? = nil
  ) throws(SignalFault) {
    precondition(capacity > 0, "a registry without room")
    self.capacity = capacity
    fixedLabels = []
    let storage = storage ?? ProcessMemory()
    let ended = SignalBlock(try storage.makeMemory(slots: capacity))
    shared = Shared(State(free: FreeSlots(all: capacity), ended: ended), storage)
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

  /// Returns a shard for the calling thread. All shards of a loop share one block of memory, since
  /// its thread alone records into them.
  package func makeShard() throws(SignalFault) -> sending SignalShard {
    let current = clinux_current_loop()
    let block = try block(of: current == 0 ? nil : current)
    return SignalShard(block: block, of: self)
  }

  /// Returns the shard of all threads that record seldom.
  package func makeSharedShard() throws(SignalFault) -> SharedSignalShard {
    if let shard = shared.state.withLock({ $0.shared }) { return shard }
    let made = SharedSignalShard(SignalShard(block: try block(of: nil), of: self))
    return shared.state.withLock { state in
      if let shard = state.shared { return shard }
      state.shared = made
      return made
    }
  }

  private func block(of loop: Int?) throws(SignalFault) -> SignalBlock {
    try shared.state.withLock { state throws(SignalFault) in
      if let loop, let index = state.living.firstIndex(where: { $0.loop == loop }) {
        state.living[index].users += 1
        return state.living[index].block
      }
      if let spare = state.spare.popLast() {
        state.living.append(LivingBlock(block: spare, loop: loop))
        return spare
      }
      let block = SignalBlock(try shared.storage.makeMemory(slots: capacity))
      state.living.append(LivingBlock(block: block, loop: loop))
      return block
    }
  }

  /// Adds the counts of a block without users to the sum, and zeroes it.
  func end(_ block: SignalBlock) {
    shared.state.withLock { state in
      guard let index = state.living.firstIndex(where: { $0.block === block }) else { return }
      state.living[index].users -= 1
      guard state.living[index].users == 0 else { return }
      state.living.remove(at: index)
      for family in state.families {
        for (_, slot, _) in family.series {
          switch family.description.kind {
          case .counter: state.ended.takeCounter(of: block, at: slot)
          case .gauge, .info, .stateSet: block[slot] = 0
          case .histogram: state.ended.takeHistogram(of: block, at: slot)
          }
        }
      }
      state.spare.append(block)
      state.endings += 1
    }
  }
}
