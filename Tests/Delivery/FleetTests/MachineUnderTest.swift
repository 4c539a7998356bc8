// SPDX-License-Identifier: Apache-2.0

import Fleet
import FleetTesting
import Reactor

/// One machine, whose store and peers are the test.
final class MachineUnderTest {
  private(set) var now = Instant(nanoseconds: 1_000_000_000_000)
  private var machine: FleetMachine
  private(set) var actions: [FleetAction] = []
  private var lastRead: RecordedEntry?
  let epoch = FleetEpoch(began: 1, mark: 1)
  let own = NodeID(1)

  init(
    peers: [UInt64] = [],
    kept: [JournalEntry] = [],
    time: FleetInstant = FleetInstant(microseconds: 1_000_000_000)
  ) {
    machine = FleetMachine(
      NodeReport(NodeID(1), name: "own"),
      kept: kept,
      peers: peers.map { NodeReport(NodeID($0), name: "node-\($0)") },
      random: FleetRandom(1),
      at: Instant(nanoseconds: 1_000_000_000_000),
      time
    )
  }

  @discardableResult
  func handle(_ event: FleetEvent) -> [FleetAction] {
    actions.removeAll()
    machine.handle(event, at: now, &actions)
    return actions
  }

  @discardableResult
  func wait(_ milliseconds: Int64) -> [FleetAction] {
    now = now + .milliseconds(milliseconds)
    return handle(.due)
  }

  /// Answers the beat that is under way; `delay` is the time of the way there and back.
  @discardableResult
  func beaten(head: Int64 = 0, delay: Int64 = 0) -> [FleetAction] {
    let sent = now
    now = now + .milliseconds(delay)
    return handle(.beaten(.success(answer(head)), sent: sent))
  }

  func answer(_ head: Int64, nodes: [ListedNode]? = nil) -> BeatAnswer {
    BeatAnswer(time: storeTime, head: FleetPosition(head, of: epoch), nodes: nodes)
  }

  /// The store's clock is 77 seconds ahead of the local one.
  var storeTime: FleetInstant {
    FleetInstant(microseconds: now.nanoseconds / 1_000 + 77_000_000)
  }

  /// The store answers with an entry, and the one before it as it was last answered.
  func recorded(_ entry: FleetEntry, _ number: Int64) -> FleetEvent {
    let entry = RecordedEntry(entry, at: FleetPosition(number, of: epoch))
    let entries = [lastRead, entry].compactMap(\.self)
    lastRead = entry
    return .read(.success(ReadAnswer(epoch: epoch, entries: entries, floor: 0)))
  }

  /// The store has the one entry that is being appended.
  @discardableResult
  func recorded(
    at place: FleetPosition,
    activation: FleetInstant? = nil,
    behind predecessor: EntryID? = nil
  ) -> [FleetAction] {
    let outcome = AppendOutcome.recorded(place, activation: activation, behind: predecessor)
    return handle(
      .appended(.success(AppendAnswer(time: storeTime, epoch: epoch, outcomes: [outcome])))
    )
  }

  var beat: Beat? {
    actions.lazy.compactMap { if case .beat(let beat) = $0 { beat } else { nil } }.first
  }
  /// The changes that are made.
  var made: [FleetEntry] {
    actions.compactMap { if case .activate(let entry, _) = $0 { entry } else { nil } }
  }

  /// The shares that steps of rollouts give their editions to.
  var shares: [Int] {
    actions.compactMap {
      if case .activate(let entry, let withdrawal) = $0 {
        withdrawal == nil ? entry.step?.share : 0
      } else {
        nil
      }
    }
  }

  var beats: Int { actions.count { if case .beat = $0 { true } else { false } } }
  /// The nodes that are written to the disk, if they are.
  var keptPeers: [NodeReport]? {
    actions.lazy.compactMap { if case .keepPeers(let peers) = $0 { peers } else { nil } }.first
  }
  func peer(_ number: UInt64) -> NodeReport? { machine.peer(NodeID(number)) }
  var closing: FleetEntry? { machine.closing }
  var openEdgeJobs: Int { FleetState(machine, at: now).openEdgeJobs }

  var sent: [PeerMessage] {
    actions.compactMap { if case .send(let message, _) = $0 { message } else { nil } }
  }

  var kept: [JournalEntry] {
    actions.flatMap { if case .keep(let entries) = $0 { entries } else { [] as [JournalEntry] } }
  }

  /// The store began another history, in which it lacks what is behind a number.
  @discardableResult
  func follow(_ epoch: FleetEpoch, head: Int64, branch: Int64) -> [FleetAction] {
    let head = FleetPosition(head, of: epoch)
    let answer = BeatAnswer(time: storeTime, head: head, branch: branch)
    return handle(.beaten(.success(answer), sent: now))
  }

  var readFrom: [Int64] {
    actions.compactMap { if case .read(let number, _) = $0 { number } else { nil } }
  }

  var appended: [FleetEntry] {
    actions.flatMap { if case .append(let entries) = $0 { entries } else { [] as [FleetEntry] } }
  }

  var told: [FleetReport] {
    actions.compactMap { if case .tell(let report) = $0 { report } else { nil } }
  }

  var activated: Int { actions.count { if case .activate = $0 { true } else { false } } }
  var applied: Int { actions.count { if case .apply = $0 { true } else { false } } }
  var reads: Int { actions.count { if case .read = $0 { true } else { false } } }
  var loads: Int { actions.count { if case .load = $0 { true } else { false } } }

  var acknowledgement: Acknowledgement? {
    told.lazy.compactMap { if case .acknowledged(let told) = $0 { told } else { nil } }.first
  }
}
