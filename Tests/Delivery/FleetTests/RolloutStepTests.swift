// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Fleet
import FleetTesting
import Testing

@Suite struct `The steps of a rollout in a fleet` {
  private static let epoch = FleetEpoch(began: 1, mark: 1)

  private static func entry(_ step: RolloutStep, _ number: UInt64) -> FleetEntry {
    var entry = FleetSamples.entry(.rollout(FleetSamples.change(), step), number)
    entry.activation = FleetInstant(microseconds: 0)
    return entry
  }

  /// Two steps in the order of the log, and which of them holds.
  private static let pairs: [(RolloutStep, RolloutStep, isSecond: Bool)] = [
    (FleetSamples.step(1, share: 100), FleetSamples.step(2, share: 500), true),
    // Two nodes take the same step at once.
    (FleetSamples.step(2, share: 500), FleetSamples.step(2, share: 600), false),
    // A node goes on while another one ends it.
    (FleetSamples.step(2, isOver: true), FleetSamples.step(2, share: 500), false),
    (FleetSamples.step(2, isOver: true), FleetSamples.step(3, share: 500), false),
    (FleetSamples.step(3, share: 500), FleetSamples.step(3, isOver: true), true),
    // Two ends.
    (FleetSamples.step(3, share: 10_000, isOver: true), FleetSamples.step(4, isOver: true), false),
    // Another rollout.
    (FleetSamples.step(3, isOver: true), FleetSamples.step(0, of: 1_795_000_001), true),
    (FleetSamples.step(0, of: 1_795_000_001), FleetSamples.step(9, isOver: true), false),
  ]

  @Test(arguments: pairs.indices, [false, true])
  func `The same one of two steps holds at every node, whichever it reads first`(
    _ pair: Int,
    _ isReversed: Bool
  ) {
    let (first, second, isSecond) = Self.pairs[pair]
    let node = MachineUnderTest()
    node.handle(.due)
    node.beaten(head: 0)
    var entries = [Self.entry(first, 1), Self.entry(second, 2)]
    if isReversed {
      // The store has lost the first one, and was given it back.
      entries[0].first = FleetPosition(1, of: FleetEpoch(began: 0, mark: 1))
      entries.reverse()
    }
    var made: [FleetEntry] = []
    for (place, entry) in entries.enumerated() {
      node.handle(node.recorded(entry, Int64(place) + 1))
      made += node.made
      if node.loads == 1 {
        node.handle(.loaded(FleetSamples.edition.name, .ready))
        made += node.made
      }
    }
    #expect(made.last?.content == .rollout(FleetSamples.change(), isSecond ? second : first))
  }

  @Test func `The end of a rollout is made by a node that cannot load its edition, at once`() {
    let node = MachineUnderTest(peers: [2])
    node.handle(.due)
    node.beaten(head: 1)
    node.handle(node.recorded(Self.entry(FleetSamples.step(1, share: 100), 1), 1))
    node.handle(.loaded(FleetSamples.edition.name, .refused("a test")))
    #expect(node.made == [])
    let end = ChangeOrder(
      .rollout(FleetSamples.step(2, isOver: true)),
      FleetSamples.edition,
      id: EntryID(9, 9),
      offer: EntryID(9, 8)
    )
    var order = end
    order.quorum = 0
    node.handle(.ordered(.change(order)))
    #expect(node.appended.map(\.id) == [end.id])
    node.recorded(
      at: FleetPosition(2, of: node.epoch),
      activation: node.storeTime,
      behind: Self.entry(FleetSamples.step(1, share: 100), 1).id
    )
    #expect(node.made.map(\.id) == [end.id])
  }

  @Test func `A node tells its share of a rollout, and one of an older release that it has none`()
    throws
  {
    let node = MachineUnderTest()
    node.handle(.due)
    node.beaten(head: 1)
    node.handle(node.recorded(Self.entry(FleetSamples.step(1, share: 1_250), 1), 1))
    node.handle(.loaded(FleetSamples.edition.name, .ready))
    node.wait(5_000)
    let report = try #require(node.beat?.report)
    #expect(report.rollout == "12.5 % \(FleetSamples.edition.name)")
    #expect(NodeReport(report.data) == report && report.followsRollouts)
    let old = DataValue.members([("id", .text("\(report.id)")), ("name", .text("a"))])
    #expect(NodeReport(old)?.followsRollouts == false)
  }

  @Test func `A rollout is withdrawn without the store, and by the steps that come later`() {
    let node = MachineUnderTest(peers: [2])
    node.handle(.due)
    node.beaten(head: 1)
    node.handle(node.recorded(Self.entry(FleetSamples.step(1, share: 100), 1), 1))
    node.handle(.loaded(FleetSamples.edition.name, .ready))
    #expect(node.shares == [100])
    let other = RolloutWithdrawal(began: 1, edition: FleetSamples.edition.name, reason: "")
    node.handle(.ordered(.withdraw(other, EntryID(9, 8))))
    #expect(node.shares == [])
    node.handle(.ordered(.withdraw(FleetSamples.withdrawal, EntryID(9, 9))))
    #expect(node.shares == [0])
    // It is pushed and kept without a place in the log.
    let entry = FleetSamples.entry(.withdrawal(FleetSamples.withdrawal))
    #expect(node.sent.count == 1 && node.kept.map(\.entry.content) == [entry.content])
    node.handle(node.recorded(Self.entry(FleetSamples.step(2, share: 500), 2), 2))
    #expect(node.shares == [0])
    node.handle(
      node.recorded(Self.entry(FleetSamples.step(0, of: 1_795_000_001, share: 300), 3), 3)
    )
    #expect(node.shares == [300])
  }

  @Test func `A withdrawal that another node pushes is obeyed, and remembered at the next start`() {
    let step = Self.entry(FleetSamples.step(1, share: 100), 1)
    let withdrawal = FleetSamples.entry(.withdrawal(FleetSamples.withdrawal), 2, by: 2)
    let epoch = FleetEpoch(began: 1, mark: 1)
    let kept = [
      JournalEntry(step, at: FleetPosition(1, of: epoch), in: epoch),
      JournalEntry(withdrawal, at: nil, in: epoch),
    ]
    let node = MachineUnderTest(peers: [2], kept: [kept[0]])
    node.handle(.due)
    node.handle(.loaded(FleetSamples.edition.name, .ready))
    #expect(node.shares == [100])
    node.handle(.message(.entries([withdrawal]), from: NodeID(2)))
    #expect(node.shares == [0] && node.kept.map(\.entry) == [withdrawal])
    node.handle(.message(.entries([withdrawal]), from: NodeID(2)))
    #expect(node.shares == [])
    let later = MachineUnderTest(peers: [2], kept: kept)
    later.handle(.due)
    #expect(later.shares == [0])
  }
}
