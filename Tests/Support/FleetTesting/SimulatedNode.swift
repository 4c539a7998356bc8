// SPDX-License-Identifier: Apache-2.0

import Fleet
import Reactor

/// A node of a simulation: the real machine with a clock, a disk and a process of its own.
final class SimulatedNode {
  let number: Int
  var machine: FleetMachine
  /// Counts the processes: what one has begun does not reach the next.
  var process = 0
  var isUp = true
  /// The time until which the process stands still.
  var pausedUntil: Int64 = 0
  /// The entries on the disk.
  var journal: [JournalEntry] = []
  var durable: Set<EntryID> = []
  /// The time at which the disk has what it was given last.
  var written: Int64 = 0
  var peers: [NodeReport] = []
  private let base: Int64
  /// The millionths by which its clock is fast.
  private let drift: Int64
  /// The time of the timer that is set.
  var armed = Int64.max

  /// The entries that were applied by this process, and by all of them with the times.
  var applied: Set<EntryID> = []
  var appliedAt: [EntryID: Int64] = [:]
  /// The position that was compared with others.
  var position: FleetPosition?
  /// The changes that were activated last.
  var served: FleetEntry?
  var rollout: FleetEntry?
  /// True for a rollout that was withdrawn, whose edition nobody has.
  var isWithdrawn = false
  /// The order to close the site or to open it that is obeyed, as the disk has it.
  var closing: FleetEntry?
  var fence: Fence?
  /// The time since which the process runs and reaches the present store; `.max` while it does not.
  var wellSince: Int64 = 0
  var refused: Set<String> = []
  /// Requests of the store.
  var requests = 0

  init(_ number: Int, base: Int64, drift: Int64) {
    self.number = number
    self.base = base
    self.drift = drift
    machine = SimulatedNode.machine(number, [], [], seed: 0, at: Instant(nanoseconds: base))
  }

  static func machine(
    _ number: Int,
    _ kept: [JournalEntry],
    _ peers: [NodeReport],
    seed: UInt64,
    at now: Instant
  ) -> FleetMachine {
    FleetMachine(
      NodeReport(NodeID(UInt64(number) + 1), name: "node-\(number)"),
      kept: kept,
      peers: peers,
      random: FleetRandom(seed &+ UInt64(number) &* 7_919),
      at: now,
      FleetInstant(microseconds: now.nanoseconds / 1_000)
    )
  }

  func start(seed: UInt64, at time: Int64) {
    process += 1
    isUp = true
    pausedUntil = 0
    armed = .max
    applied.removeAll()
    served = nil
    rollout = nil
    isWithdrawn = false
    fence = nil
    refused.removeAll()
    machine = SimulatedNode.machine(number, journal, peers, seed: seed, at: local(time))
  }

  func local(_ time: Int64) -> Instant {
    Instant(nanoseconds: base + time + time / 1_000_000 * drift)
  }

  /// The time at which the local clock has passed a moment.
  func time(_ moment: Instant) -> Int64 {
    guard moment < .distantFuture else { return .max }
    let elapsed = moment.nanoseconds - base
    var time = elapsed - elapsed / 1_000_000 * drift
    while local(time) < moment { time += moment.nanoseconds - local(time).nanoseconds + 1 }
    return time
  }
}
