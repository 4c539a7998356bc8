// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Fleet
import FleetTesting
import Reactor
import Testing

@Suite struct `The decisions of a node` {
  private static let id = EntryID(9, 9)

  private static func change(at instant: FleetInstant) -> FleetEntry {
    var entry = FleetSamples.entry(.publication(FleetSamples.change()), 5, by: 2)
    entry.activation = instant
    return entry
  }

  @Test func `An acknowledgement says who has a purge, and whether the store does`() {
    let node = MachineUnderTest(peers: [2, 3])
    node.handle(.due)
    node.beaten()
    node.handle(.ordered(.purge(Purge(.everything), Self.id)))
    #expect(node.actions.count { if case .send(.entries, _) = $0 { true } else { false } } == 2)
    node.handle(.kept([Self.id]))
    node.handle(.message(.received([Self.id]), from: NodeID(2)))
    #expect(node.acknowledgement == nil)
    node.wait(300)
    #expect(node.acknowledgement.map { "\($0)" } == "confirmed by 2 of 3 nodes, not recorded yet")
    #expect(node.acknowledgement?.missing == [NodeID(3)])
    let place = FleetPosition(1, of: node.epoch)
    node.handle(.message(.received([Self.id]), from: NodeID(3)))
    node.recorded(at: place)
    #expect(node.acknowledgement.map { "\($0)" } == "kept by the store and by 3 nodes")
  }

  @Test func `A node that has not reached the store yet gives entries its own time of day`() {
    let day = FleetInstant(microseconds: 1_700_000_000_000_000)
    let node = MachineUnderTest(peers: [2], time: day)
    node.handle(.due)
    node.handle(.ordered(.purge(Purge(.everything), Self.id)))
    #expect(node.kept.map(\.entry.made) == [day])
  }

  @Test(arguments: [true, false])
  func `A change is acknowledged when the store has it, and fails where the store does not take it`(
    _ isTaken: Bool
  ) {
    let node = MachineUnderTest(peers: [2])
    let name = FleetSamples.edition.name
    node.handle(.due)
    node.beaten()
    let order = ChangeOrder(.publication, FleetSamples.edition, id: Self.id, offer: EntryID(9, 8))
    node.handle(.ordered(.change(order)))
    node.recorded(at: FleetPosition(1, of: node.epoch))
    node.handle(.loaded(name, .ready))
    node.handle(.message(.loaded(edition: name, failure: nil), from: NodeID(2)))
    #expect(node.appended.map(\.id) == [Self.id])
    node.handle(.kept([Self.id]))
    node.wait(9_900)
    #expect(node.acknowledgement == nil)
    if isTaken {
      node.recorded(at: FleetPosition(2, of: node.epoch), activation: node.storeTime)
      #expect(node.acknowledgement == nil)
      node.wait(300)
      #expect(
        node.acknowledgement.map { "\($0)" } == "kept by the store and by 1 of 2 nodes"
      )
    } else {
      node.wait(100)
      let hasFailed = node.told.contains {
        if case .failed(Self.id, _) = $0 { true } else { false }
      }
      #expect(hasFailed && node.acknowledgement == nil)
    }
  }

  @Test func `A change is made at its instant by the store's clock`() {
    let node = MachineUnderTest()
    node.handle(.due)
    node.beaten(head: 1, delay: 4)
    let instant = node.storeTime.later(byMilliseconds: 500)
    node.handle(node.recorded(Self.change(at: instant), 1))
    #expect(node.loads == 1)
    node.handle(.loaded(FleetSamples.edition.name, .ready))
    #expect(node.activated == 0)
    node.wait(495)
    #expect(node.activated == 0)
    node.wait(8)
    #expect(node.activated == 1)
  }

  @Test func `A change is made on receipt where the clock is not known well enough`() {
    let node = MachineUnderTest()
    node.handle(.due)
    node.beaten(head: 1, delay: 60)
    #expect(node.told.contains(.clock(errorMicroseconds: 30_000)))
    node.handle(node.recorded(Self.change(at: node.storeTime.later(byMilliseconds: 500)), 1))
    node.handle(.loaded(FleetSamples.edition.name, .ready))
    #expect(node.activated == 1)
  }

  @Test func `An edition that cannot be loaded is tried again by an order alone`() {
    let node = MachineUnderTest()
    node.handle(.due)
    node.beaten(head: 1)
    node.handle(node.recorded(Self.change(at: node.storeTime), 1))
    node.handle(.loaded(FleetSamples.edition.name, .refused("no room")))
    #expect(node.told == [.refused(edition: FleetSamples.edition.name, reason: "no room")])
    for _ in 0..<100 {
      node.wait(250)
      #expect(node.loads == 0)
    }
    node.handle(.ordered(.retry(edition: FleetSamples.edition.name)))
    #expect(node.loads == 1)
    node.handle(.loaded(FleetSamples.edition.name, .ready))
    #expect(node.activated == 1)
  }

  @Test func `A node that does not hear itself reads by itself until it does`() {
    let node = MachineUnderTest()
    node.handle(.due)
    node.beaten()
    var reads = 0
    for _ in 0..<300 {
      node.wait(10)
      guard node.reads > 0 else { continue }
      reads += 1
      node.handle(.read(.success(ReadAnswer(epoch: node.epoch, entries: [], floor: 0))))
    }
    // In two seconds behind the first, each 125 to 250 ms.
    #expect(8...24 ~= reads)
    let wake = FleetWake(from: node.own, head: FleetPosition(0, of: node.epoch))
    node.handle(.woken(wake))
    #expect(node.told == [.hearing(true)])
    for _ in 0..<150 {
      node.wait(10)
      #expect(node.reads == 0)
    }
  }

  @Test func `A node whose journal has lost the place of a change makes it when it is recorded`() {
    let epoch = FleetEpoch(began: 1, mark: 1)
    var change = FleetSamples.entry(.publication(FleetSamples.change()), 1)
    let later = FleetSamples.entry(FleetSamples.purge, 2)
    let node = MachineUnderTest(kept: [
      JournalEntry(change, at: nil, in: nil),
      JournalEntry(later, at: FleetPosition(2, of: epoch), in: epoch),
    ])
    node.handle(.due)
    node.beaten(head: 2)
    #expect(node.readFrom == [0])
    change.activation = node.storeTime
    let place = FleetPosition(1, of: epoch)
    node.recorded(at: place, activation: change.activation)
    #expect(node.loads == 1)
    node.handle(.loaded(FleetSamples.edition.name, .ready))
    #expect(node.activated == 1)
  }

  @Test func `A store that says nothing of its loss is asked before the log is read again`() {
    let epoch = FleetEpoch(began: 1, mark: 1)
    let node = MachineUnderTest(kept: [
      JournalEntry(FleetSamples.entry(FleetSamples.purge, 1), at: nil, in: nil),
      JournalEntry(
        FleetSamples.entry(FleetSamples.purge, 2),
        at: FleetPosition(2, of: epoch),
        in: epoch
      ),
    ])
    node.handle(.due)
    // This answer may be older than the loss.
    node.recorded(at: FleetPosition(1, of: epoch))
    #expect(node.beaten(head: 2).count { if case .read = $0 { true } else { false } } == 0)
    let later = FleetEpoch(began: 2, mark: 1)
    let answer = BeatAnswer(time: node.storeTime, head: FleetPosition(1, of: later), branch: 0)
    node.handle(.beaten(.success(answer), sent: node.now))
    #expect(node.readFrom == [0])
    node.handle(.read(.success(ReadAnswer(epoch: later, entries: [], floor: 1))))
    #expect(node.appended.map(\.first?.number) == [2])
  }

  @Test func `A purge of edges whose place was lost is over when its outcome is read again`() {
    let epoch = FleetEpoch(began: 1, mark: 1)
    let job = FleetSamples.entry(.edgePurge(EdgePurge(Purge(.everything), reason: nil)), 1)
    let outcome = FleetSamples.entry(
      .edgeOutcome(EdgeOutcome(of: job.id, fence: Fence(1, of: epoch), failure: nil)),
      2
    )
    let node = MachineUnderTest(kept: [
      JournalEntry(job, at: nil, in: nil),
      JournalEntry(outcome, at: FleetPosition(2, of: epoch), in: epoch),
    ])
    node.handle(.due)
    node.beaten(head: 2)
    node.recorded(at: FleetPosition(1, of: epoch))
    node.beaten(head: 2)
    node.handle(node.recorded(job, 1))
    #expect(node.openEdgeJobs == 1)
    node.handle(node.recorded(outcome, 2))
    #expect(node.openEdgeJobs == 0)
    // A store that has lost both is given both, in their order.
    let later = FleetEpoch(began: 2, mark: 1)
    node.wait(5_000)
    node.handle(
      .beaten(
        .success(
          BeatAnswer(time: node.storeTime, head: FleetPosition(0, of: later), branch: 0)
        ),
        sent: node.now
      )
    )
    #expect(node.appended.map(\.id) == [job.id, outcome.id])
    #expect(node.appended.map(\.first?.number) == [1, 2])
  }

  @Test func `A place in a lost history is not told to others, and the entry is given back`() {
    let node = MachineUnderTest(peers: [2])
    node.handle(.due)
    node.beaten(head: 0)
    node.handle(.ordered(.purge(Purge(.everything), Self.id)))
    node.handle(.kept([Self.id]))
    // The entry before it is not read yet when the store loses both.
    node.recorded(at: FleetPosition(2, of: node.epoch))
    let later = FleetEpoch(began: 2, mark: 1)
    node.handle(.woken(FleetWake(from: NodeID(2), head: FleetPosition(0, of: later))))
    node.follow(later, head: 0, branch: 0)
    #expect(node.appended.map(\.id) == [Self.id])
    #expect(node.appended.map(\.first?.number) == [2])
    node.wait(100)
    #expect(node.sent.count == 1)
    for message in node.sent {
      guard case .entries = message else {
        Issue.record("\(message)")
        continue
      }
    }
    node.wait(200)
    #expect(node.acknowledgement.map { "\($0)" } == "confirmed by 1 of 2 nodes, not recorded yet")
  }

  @Test func `A log that has another entry at the position of the node is not followed`() {
    let own = FleetSamples.entry(FleetSamples.purge, 1)
    let others = [2, 3].map { FleetSamples.entry(FleetSamples.purge, $0, by: 2) }
    func node() -> MachineUnderTest {
      let node = MachineUnderTest(peers: [2])
      node.handle(.due)
      node.beaten(head: 1)
      node.handle(node.recorded(own, 1))
      return node
    }
    let places = [1, 2].map { FleetPosition($0, of: node().epoch) }
    // A store was restored without the entry of this node, and has taken others since.
    let pushed = node()
    pushed.handle(
      .message(
        .recorded(
          [RecordedEntry(others[1], at: places[1], behind: others[0].id)],
          in: pushed.epoch
        ),
        from: NodeID(2)
      )
    )
    #expect(pushed.applied == 0)
    #expect(pushed.beats == 1)
    let read = node()
    read.handle(
      .read(
        .success(
          ReadAnswer(
            epoch: read.epoch,
            entries: [
              RecordedEntry(others[0], at: places[0]), RecordedEntry(others[1], at: places[1]),
            ],
            floor: 0
          )
        )
      )
    )
    #expect(read.applied == 0)
    #expect(read.beats == 1)
    #expect(read.beat?.last == own.id)
    // An entry whose predecessor is not told is read from the store.
    let asked = node()
    asked.handle(
      .message(
        .recorded([RecordedEntry(others[1], at: places[1])], in: asked.epoch),
        from: NodeID(2)
      )
    )
    #expect(asked.applied == 0)
    #expect(asked.readFrom == [1])
  }

  @Test func `A start reads entries again whose lines the journal may have lost`() {
    let epoch = FleetEpoch(began: 1, mark: 1)
    let change = FleetSamples.entry(.publication(FleetSamples.change()), 1)
    let purge = FleetSamples.entry(FleetSamples.purge, 2)
    let node = MachineUnderTest(kept: [
      JournalEntry(purge, at: FleetPosition(2, of: epoch), in: epoch)
    ]
    )
    node.handle(.due)
    node.beaten(head: 2)
    #expect(node.readFrom == [0])
    node.handle(node.recorded(change, 1))
    #expect(node.loads == 1)
    node.handle(node.recorded(purge, 2))
    #expect(node.told.isEmpty && node.applied == 0)
  }

  @Test func `A crash before lost entries are given back does not forget them`() {
    let old = FleetEpoch(began: 1, mark: 1)
    let new = FleetEpoch(began: 2, mark: 1)
    let lost = FleetSamples.entry(FleetSamples.purge, 1)
    let kept = JournalEntry(lost, at: FleetPosition(1, of: old), in: old)
    let node = MachineUnderTest(kept: [kept])
    node.handle(.due)
    node.follow(new, head: 2, branch: 0)
    let other = FleetSamples.entry(FleetSamples.purge, 2)
    node.handle(
      .read(
        .success(
          ReadAnswer(
            epoch: new,
            entries: [RecordedEntry(other, at: FleetPosition(1, of: new))],
            floor: 0
          )
        )
      )
    )
    // What is read until then is kept as of the history before, with which the next start begins.
    #expect(node.kept.map(\.history) == [old])
    let again = MachineUnderTest(kept: [kept] + node.kept)
    again.handle(.due)
    again.follow(new, head: 1, branch: 0)
    again.handle(
      .read(
        .success(
          ReadAnswer(
            epoch: new,
            entries: [RecordedEntry(other, at: FleetPosition(1, of: new))],
            floor: 0
          )
        )
      )
    )
    #expect(again.appended.map(\.id) == [lost.id])
    // It is on the disk as one that the store does not have, before the new history is.
    #expect(again.kept.contains { $0.entry.id == lost.id && $0.position == nil })
    let third = MachineUnderTest(kept: [kept] + node.kept + again.kept)
    third.handle(.due)
    #expect(third.appended.map(\.id) == [lost.id])
  }

  @Test func `A store of an older history is not followed`() {
    let node = MachineUnderTest()
    node.handle(.due)
    node.beaten(head: 0)
    node.wait(5_000)
    let older = FleetEpoch(began: 0, mark: 0)
    let answer = BeatAnswer(time: node.storeTime, head: FleetPosition(7, of: older))
    node.handle(.beaten(.success(answer), sent: node.now))
    #expect(node.told.contains(.olderStore(older)))
    #expect(node.reads == 0)
  }

  @Test func `Of two orders to close the site the later one holds, also for a new process`() {
    func closing(_ number: UInt64, at moment: Int64) -> FleetEntry {
      FleetEntry(
        .closing(.number(Int64(number))),
        id: EntryID(2, number),
        node: NodeID(2),
        made: FleetInstant(microseconds: moment)
      )
    }
    let (first, last) = (closing(1, at: 10), closing(2, at: 20))
    for order in [[first, last], [last, first]] {
      let node = MachineUnderTest(peers: [2])
      node.handle(.due)
      var applied = 0
      for entry in order {
        node.handle(.message(.entries([entry]), from: NodeID(2)))
        applied += node.applied
        #expect(node.kept.map(\.entry) == [entry])
      }
      #expect(applied == (order[0] == first ? 2 : 1))
      #expect(node.closing == last)
      let kept = order.map { JournalEntry($0, at: nil, in: nil) }
      #expect(MachineUnderTest(kept: kept).closing == last)
    }
  }
}
