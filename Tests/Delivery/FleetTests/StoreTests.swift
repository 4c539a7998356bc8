// SPDX-License-Identifier: Apache-2.0

import Fleet
import FleetTesting
import LoopTesting
import PostgreSQL
import ProgramTesting
import SQL
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A store of a fleet, on any engine` {
  @Test(arguments: StoreEngine.allCases)
  func `Entries get numbers without gaps, and are read in their order`(
    _ engine: StoreEngine
  ) async throws {
    try await StoreUnderTest.run(engine) { under in
      let (one, other) = (try under.open(), try under.open())
      let first = try one.append((1...3).map { FleetSamples.entry(FleetSamples.purge, $0) })
      let second = try other.append([FleetSamples.entry(FleetSamples.purge, 1, by: 2)])
      #expect(first.numbers == [1, 2, 3] && second.numbers == [4])
      #expect(first.epoch == second.epoch)
      let read = try other.read(from: 2, limit: 2)
      #expect(read.entries.map(\.position.number) == [2, 3] && read.floor == 0)
      #expect(read.entries.map(\.entry.id) == [EntryID(1, 2), EntryID(1, 3)])
      #expect(try one.read(from: 5, limit: 10).entries == [])
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `An entry that is appended again stays where it is`(_ engine: StoreEngine) async throws {
    try await StoreUnderTest.run(engine) { under in
      let store = try under.open()
      let change = FleetSamples.entry(.publication(FleetSamples.change()), 7)
      let first = try store.append([FleetSamples.entry(), change])
      let again = try under.open().append([change, FleetSamples.entry(FleetSamples.purge, 8)])
      #expect(again.numbers == [2, 3])
      guard case .recorded(let place, let activation, EntryID(1, 1)) = first.outcomes[1] else {
        Issue.record("\(first.outcomes[1])")
        return
      }
      // An entry tells the one before it, as far as that is known: one that was there already does not.
      #expect(again.outcomes[0] == .recorded(place, activation: activation))
      #expect(
        again.outcomes[1]
          == .recorded(FleetPosition(3, of: place.epoch), activation: nil, behind: change.id)
      )
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `A change gets its instant from the store, and none behind its deadline`(
    _ engine: StoreEngine
  ) async throws {
    try await StoreUnderTest.run(engine) { under in
      let store = try under.open()
      let answer = try store.append([
        FleetSamples.entry(.publication(FleetSamples.change(lead: 250)), 1),
        FleetSamples.entry(.publication(FleetSamples.change(deadline: 1)), 2),
      ])
      guard case .recorded(_, let activation, _) = answer.outcomes[0] else {
        Issue.record("\(answer)")
        return
      }
      #expect(activation == answer.time.later(byMilliseconds: 250))
      #expect(answer.outcomes[1] == .late)
      #expect(try store.read(from: 0, limit: 9).entries.map(\.entry.activation) == [activation])
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `Nodes that have beaten are listed with their reports`(_ engine: StoreEngine) async throws {
    try await StoreUnderTest.run(engine) { under in
      let store = try under.open()
      let first = try store.beat(FleetSamples.beat(1))
      var beat = FleetSamples.beat(2)
      beat.wantsNodes = true
      let answer = try under.open().beat(beat)
      #expect(first.nodes == nil && first.head.number == 0 && answer.branch == nil)
      #expect(answer.nodes?.map(\.report.name) == ["node-1", "node-2"])
      #expect(answer.time >= first.time && answer.head.epoch == first.head.epoch)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `One node has the lease until it gives it up, and outcomes need its number`(
    _ engine: StoreEngine
  ) async throws {
    try await StoreUnderTest.run(engine) { under in
      let store = try under.open()
      var beat = FleetSamples.beat(1)
      beat.lease = .wanted
      let lease = try #require(try store.beat(beat).lease)
      #expect(lease.holder == NodeID(1))
      var other = FleetSamples.beat(2)
      other.lease = .wanted
      #expect(try store.beat(other).lease?.holder == NodeID(1))
      let outcome = FleetEntry.Content.edgeOutcome(
        EdgeOutcome(of: EntryID(9, 9), fence: lease.fence, failure: nil)
      )
      #expect(try store.append([FleetSamples.entry(outcome, 1)]).numbers == [1])
      beat.lease = .release
      #expect(try store.beat(beat).lease == nil)
      let taken = try store.beat(other).lease
      #expect(taken?.holder == NodeID(2) && (taken?.fence ?? lease.fence) > lease.fence)
      #expect(try store.append([FleetSamples.entry(outcome, 2)]).outcomes == [.fenced])
      // Another epoch has no lease for a while, since a holder of before may know of a later end of its own.
      let ahead = FleetPosition(9, of: lease.fence.epoch)
      other.position = ahead
      #expect(try store.beat(other).lease == nil)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `A node that has entries which the store lost begins another epoch`(
    _ engine: StoreEngine
  ) async throws {
    try await StoreUnderTest.run(engine) { under in
      let store = try under.open()
      let answer = try store.append([FleetSamples.entry()])
      let ahead = FleetPosition(3, of: answer.epoch)
      let moved = try store.beat(FleetSamples.beat(1, at: ahead))
      // Nobody knows how far the store has gone since it went back: all nodes read everything.
      #expect(moved.head.epoch > answer.epoch && moved.branch == 0)
      var beat = FleetSamples.beat(2, at: FleetPosition(1, of: answer.epoch))
      beat.last = EntryID(1, 1)
      #expect(try store.beat(beat).branch == 0)
      // One of an epoch that the store does not know does, too.
      let unknown = FleetPosition(1, of: FleetEpoch(began: 1, mark: 1))
      #expect(try store.beat(FleetSamples.beat(3, at: unknown)).branch == 0)
      #expect(try store.beat(FleetSamples.beat(1, at: moved.head)).branch == nil)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `A blob is fetched by its digest`(_ engine: StoreEngine) async throws {
    try await StoreUnderTest.run(engine) { under in
      let store = try under.open()
      let digest = try store.keep([1, 2, 3])
      #expect(try store.keep([1, 2, 3]) == digest)
      #expect(try under.open().fetch(digest) == [1, 2, 3])
      #expect(try store.fetch(BlobDigest(of: [4])) == nil)
    }
  }

  @Test func `A blob is kept and fetched over a connection that the server has ended`() async throws
  {
    try await onThread {
      let cluster = try PostgreSQLCluster()
      let store = try PostgreSQLFleetStore(.init(cluster.address()))
      defer { store.close() }
      var other = PostgreSQLConnection(.init(cluster.address()))
      func endConnections() throws {
        try other.run(
          """
          SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
          WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
          """
        )
      }
      let digest = try store.keep([1, 2, 3])
      for _ in 0..<3 {
        try endConnections()
        #expect(try store.keep([1, 2, 3]) == digest)
        try endConnections()
        #expect(try store.fetch(digest) == [1, 2, 3])
      }
    }
  }

  @Test(arguments: [StoreEngine.sqlite, .postgreSQL])
  func `Writers of several connections make no gaps`(_ engine: StoreEngine) async throws {
    let under = StoreUnderTest(engine)
    _ = try await onThread { try under.open().beat(FleetSamples.beat()) }
    try await withThrowingTaskGroup { group in
      for node in UInt64(1)...4 {
        group.addTask {
          try await onThread {
            let store = try under.open()
            for number in UInt64(1)...25 {
              _ = try store.append([FleetSamples.entry(FleetSamples.purge, number, by: node)])
            }
          }
        }
      }
      group.addTask {
        // A reader never sees a number before one that is smaller.
        try await onThread {
          let store = try under.open()
          var last: Int64 = 0
          while last < 100 {
            for entry in try store.read(from: last + 1, limit: 10).entries {
              #expect(entry.position.number == last + 1)
              last += 1
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: [StoreEngine.sqlite, .postgreSQL])
  func `All that have the store open are woken`(_ engine: StoreEngine) async throws {
    try await StoreUnderTest.run(engine) { under in
      let (one, other) = (try under.open(), try under.open())
      var beat = FleetSamples.beat(5)
      beat.isAnnounced = true
      try blockUntil("both hear a beat") {
        _ = try one.beat(beat)
        return under.wakes.withLock { $0.filter { $0.node == NodeID(5) }.count >= 2 }
      }
      let head = try other.append([FleetSamples.entry()])
      let wake = FleetWake(from: NodeID(1), head: FleetPosition(1, of: head.epoch))
      try blockUntil("both hear the entry") {
        under.wakes.withLock { $0.filter { $0 == wake }.count == 2 }
      }
    }
  }

  @Test(arguments: [StoreEngine.sqlite, .postgreSQL])
  func `Tables of the release before are extended, and its pieces stay for a day`(
    _ engine: StoreEngine
  ) async throws {
    try await StoreUnderTest.run(engine) { under in
      let digest = try under.open().keep([1, 2, 3])
      let version =
        engine == .sqlite ? "PRAGMA user_version = 1" : "UPDATE schema_version SET version = 1"
      try under.execute(
        "DROP TABLE fleet_edition; ALTER TABLE fleet_blob DROP COLUMN kept; " + version
      )
      let store = try under.open()
      #expect(try store.fetch(digest) == [1, 2, 3])
      #expect(try store.removeBlobs(besides: [], of: []) == 0)
      #expect(try store.fetch(digest) == [1, 2, 3])
      try under.age()
      #expect(try store.removeBlobs(besides: [], of: []) == 1)
      #expect(try store.fetch(digest) == nil)
    }
  }

  @Test(arguments: [StoreEngine.sqlite, .postgreSQL])
  func `Tables that a later release has extended are opened and used by this one`(
    _ engine: StoreEngine
  ) async throws {
    try await StoreUnderTest.run(engine) { under in
      _ = try under.open().beat(FleetSamples.beat(1))
      let version =
        engine == .sqlite ? "PRAGMA user_version = 9" : "UPDATE schema_version SET version = 9"
      let tables = ["state", "epoch", "log", "blob", "node"]
      try under.execute(
        tables.map { "ALTER TABLE fleet_\($0) ADD COLUMN later text;" }.joined() + version
      )
      // A node of the later release beats and logs what only it knows.
      let greeting = """
        {"id":"\(EntryID(2, 1))","node":"\(NodeID(2))","made":4,"kind":"greeting","body":{"to":"all"},"later":"x"}
        """
      try under.execute(
        """
        INSERT INTO fleet_node (node, beaten, report, later) SELECT '\(NodeID(2))', beaten,
          '{"id":"\(NodeID(2))","name":"later","version":"99","later":{}}', 'x' FROM fleet_node;
        INSERT INTO fleet_log (number, began, mark, entry_id, kind, recorded, entry, later)
          SELECT number + 1, began, mark, '\(EntryID(2, 1))', 'greeting', 9000000000000000,
          '\(greeting)', 'x' FROM fleet_state;
        UPDATE fleet_state SET number = number + 1
        """
      )
      let store = try under.open()
      var beat = FleetSamples.beat(1)
      beat.wantsNodes = true
      #expect(try store.beat(beat).nodes?.map(\.report.version) == ["", "99"])
      #expect(try store.append([FleetSamples.entry(FleetSamples.purge, 1)]).numbers == [2])
      let entries = try store.read(from: 0, limit: 10).entries
      #expect(entries.map(\.position.number) == [1, 2])
      #expect(entries.first?.entry.text == greeting)
      let blob = try store.keep([1, 2, 3])
      #expect(try store.fetch(blob) == [1, 2, 3])
    }
  }

  /// The statement of the page about fleets.
  @Test(arguments: [StoreEngine.sqlite, .postgreSQL])
  func `A store that is marked as restored begins another epoch`(_ engine: StoreEngine) async throws
  {
    try await StoreUnderTest.run(engine) { under in
      let store = try under.open()
      let first = try store.append([FleetSamples.entry(FleetSamples.purge, 1)])
      try under.execute("UPDATE fleet_state SET identity = ''")
      let head = try store.beat(FleetSamples.beat()).head
      #expect(head.number == 1 && head.epoch > first.epoch)
    }
  }
}
