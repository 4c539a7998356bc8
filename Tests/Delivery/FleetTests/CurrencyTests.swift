// SPDX-License-Identifier: Apache-2.0

import Fleet
import FleetTesting
import Reactor
import Testing

/// A machine that looks twice a second whether it is up to date; its store and its peer are the test.
private final class LookingNode {
  private(set) var now = Instant(nanoseconds: 1_000_000_000_000)
  private var machine: FleetMachine
  private let epoch = FleetEpoch(began: 1, mark: 1)
  /// The last look.
  private(set) var isCurrent = false
  private(set) var beatSent: Instant?

  init(peers: [UInt64] = [2]) {
    var timing = FleetTiming()
    timing.share = .milliseconds(500)
    machine = FleetMachine(
      NodeReport(NodeID(1), name: "own"),
      timing: timing,
      peers: peers.map { NodeReport(NodeID($0), name: "node-\($0)") },
      random: FleetRandom(1),
      at: now,
      FleetInstant(microseconds: now.nanoseconds / 1_000)
    )
    handle(.due)
  }

  private func handle(_ event: FleetEvent) {
    var actions: [FleetAction] = []
    machine.handle(event, at: now, &actions)
    for action in actions {
      switch action {
      case .share(_, _, let isCurrent): self.isCurrent = isCurrent
      case .beat: beatSent = now
      default: break
      }
    }
  }

  /// Lets time pass in which the process runs.
  func run(_ seconds: Int, heard: Bool = false) {
    for _ in 0..<(seconds * 4) {
      now = now + .milliseconds(250)
      if heard { handle(.message(.pulse([:]), from: NodeID(2))) }
      handle(.due)
    }
  }

  /// Lets time pass in which the process stands still.
  func stand(_ seconds: Int) {
    now = now + .seconds(seconds)
    handle(.due)
  }

  func answer(head: Int64) {
    guard let sent = beatSent else { return }
    beatSent = nil
    let answer = BeatAnswer(
      time: FleetInstant(microseconds: now.nanoseconds / 1_000),
      head: FleetPosition(head, of: epoch)
    )
    handle(.beaten(.success(answer), sent: sent))
  }

  func fail() {
    beatSent = nil
    handle(.beaten(.failure(FleetStoreError(.away, "gone")), sent: now))
  }

  func read(_ numbers: ClosedRange<Int64>) {
    let entries = numbers.map { number in
      RecordedEntry(
        FleetSamples.entry(FleetSamples.purge, UInt64(number), by: 2),
        at: FleetPosition(number, of: epoch)
      )
    }
    handle(.read(.success(ReadAnswer(epoch: epoch, entries: entries, floor: 0))))
  }
}

@Suite struct `A node that knows whether it is up to date` {
  @Test func `A node is not up to date before it has read the log up to its start`() {
    let node = LookingNode()
    node.run(1)
    #expect(!node.isCurrent)
    node.answer(head: 2)
    node.run(1)
    #expect(!node.isCurrent)
    node.read(1...2)
    node.run(1)
    #expect(node.isCurrent)
  }

  @Test func `A process that stood still is not up to date before the store has said so since`() {
    let node = LookingNode()
    node.answer(head: 0)
    node.run(1)
    #expect(node.isCurrent)
    node.run(5)
    // A beat is under way, whose answer comes behind the pause and is from before.
    #expect(node.beatSent != nil)
    node.stand(3)
    #expect(!node.isCurrent)
    node.answer(head: 0)
    node.run(1)
    #expect(!node.isCurrent)
    node.answer(head: 1)
    node.run(1)
    #expect(!node.isCurrent)
    node.read(1...1)
    node.run(1)
    #expect(node.isCurrent)
  }

  @Test func `A node that lags for more than a second is not up to date`() {
    let node = LookingNode()
    node.answer(head: 0)
    node.run(5)
    node.answer(head: 1)
    node.run(1)
    #expect(node.isCurrent)
    node.run(1)
    #expect(!node.isCurrent)
  }

  @Test func `Without the store a node is up to date as long as it hears others`() {
    let node = LookingNode()
    node.answer(head: 0)
    node.run(5)
    node.fail()
    node.run(60, heard: true)
    #expect(node.isCurrent)
    // What was missed meanwhile is sent again in five seconds.
    node.stand(3)
    node.fail()
    node.run(4, heard: true)
    #expect(!node.isCurrent)
    node.run(3, heard: true)
    #expect(node.isCurrent)
    // Cut off from all.
    node.run(14)
    #expect(!node.isCurrent)
  }

  @Test func `A node without others is up to date though the store is away`() {
    let node = LookingNode(peers: [])
    node.fail()
    node.run(10)
    #expect(node.isCurrent)
  }
}
