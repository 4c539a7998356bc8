// SPDX-License-Identifier: Apache-2.0

import Fleet
import FleetTesting
import LoopTesting
import PostgreSQL
import ProgramTesting
import SQL
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A store of a fleet in PostgreSQL` {
  @Test func `A standby that takes over begins another epoch and tells where it begins`()
    async throws
  {
    try await onThread {
      let primary = try PostgreSQLCluster()
      var configuration = PostgreSQLConnection.Configuration(primary.address())
      configuration.schema = "fleet"
      let store = try PostgreSQLFleetStore(configuration)
      let first = try store.append([FleetSamples.entry(FleetSamples.purge, 1)])
      let follower = try PostgreSQLCluster(following: primary)
      configuration.address = follower.address()
      try blockUntil("the standby has the first entry") {
        var other = PostgreSQLConnection(configuration)
        let count: Int? = try other.value("SELECT count(*) FROM fleet_log")
        return count == 1
      }
      // The primary goes on alone, and is lost with its last entry.
      var other = PostgreSQLConnection(configuration)
      try other.run("SELECT pg_wal_replay_pause()")
      let lost = try store.append([FleetSamples.entry(FleetSamples.purge, 2)])
      #expect(lost.numbers == [2])
      try primary.stop(.immediate)
      #expect(throws: FleetStoreError.self) { try store.append([FleetSamples.entry()]) }
      try other.run("SELECT pg_wal_replay_resume()")
      try other.run("SELECT 1")
      try follower.promote()
      let promoted = try PostgreSQLFleetStore(configuration)
      var beat = FleetSamples.beat(1, at: FleetPosition(9, of: first.epoch))
      beat.last = EntryID(1, 9)
      let answer = try promoted.beat(beat)
      #expect(answer.head.epoch > first.epoch)
      #expect(answer.branch == answer.head.number)
      // An entry that is given back keeps its name, and comes behind the branch.
      var back = FleetSamples.entry(FleetSamples.purge, 9)
      back.first = FleetPosition(9, of: first.epoch)
      #expect(try promoted.append([back]).numbers == [answer.head.number + 1])
      store.close()
      promoted.close()
    }
  }

  @Test
  func `Many entries in a short time are few notifications, of which the last one has the head`()
    async throws
  {
    try await onThread {
      let under = StoreUnderTest(.postgreSQL)
      let store = try under.open()
      _ = try store.beat(FleetSamples.beat())
      let begun = ContinuousClock.now
      for number in 1...100 {
        _ = try store.append([FleetSamples.entry(FleetSamples.purge, UInt64(number))])
      }
      try blockUntil("the last entry is heard") {
        under.wakes.withLock { $0.last?.head.number == 100 }
      }
      let most = Int((ContinuousClock.now - begun) / .milliseconds(50)) + 1
      #expect(under.wakes.withLock(\.count) <= most)
    }
  }

  @Test func `A commit whose outcome is not known is resolved by the names of its entries`()
    async throws
  {
    try await onThread {
      let under = StoreUnderTest(.postgreSQL)
      let store = try under.open()
      _ = try store.beat(FleetSamples.beat())
      // The server ends the connection behind the commit, before it answers.
      var other = PostgreSQLConnection(try under.configuration())
      try other.execute(
        """
        CREATE TABLE armed (now boolean); INSERT INTO armed VALUES (true);
        CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            IF (SELECT now FROM armed) THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
            RETURN NULL;
          END
        $$;
        CREATE CONSTRAINT TRIGGER failing AFTER INSERT ON fleet_log DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION fail();
        """
      )
      let entry = FleetSamples.entry()
      let error = #expect(throws: FleetStoreError.self) { try store.append([entry]) }
      #expect(error?.kind == .unknown)
      try other.run("UPDATE armed SET now = false")
      #expect(try store.append([entry]).numbers == [1])
      #expect(try store.append([entry]).numbers == [1])
    }
  }

  @Test func `A store without a server is away, and is back with it`() async throws {
    try await onThread {
      let cluster = try PostgreSQLCluster()
      var configuration = PostgreSQLConnection.Configuration(cluster.address())
      configuration.schema = "fleet"
      let heard = Mutex(0)
      let store = try PostgreSQLFleetStore(configuration) { _ in heard.withLock { $0 += 1 } }
      let first = try store.append([FleetSamples.entry()])
      try cluster.stop(.immediate)
      let error = #expect(throws: FleetStoreError.self) { try store.beat(FleetSamples.beat()) }
      #expect(error?.kind == .away)
      try cluster.start()
      try blockUntil("the store is back") { (try? store.beat(FleetSamples.beat())) != nil }
      // The same server on the same timeline is the same store.
      #expect(try store.append([FleetSamples.entry(FleetSamples.purge, 2)]).epoch == first.epoch)
      var beat = FleetSamples.beat()
      beat.isAnnounced = true
      let before = heard.withLock(\.self)
      try blockUntil("the new connection hears") {
        _ = try store.beat(beat)
        return heard.withLock(\.self) > before
      }
      store.close()
    }
  }

  @Test
  func `A beat without the lease is answered with the head and the nodes, and finds a lost entry`()
    async throws
  {
    try await onThread {
      let under = StoreUnderTest(.postgreSQL)
      let store = try under.open()
      // The first beat begins the epoch.
      let first = try store.beat(FleetSamples.beat(1))
      let entry = FleetSamples.entry()
      _ = try store.append([entry])
      var beat = FleetSamples.beat(2, at: FleetPosition(1, of: first.head.epoch))
      (beat.last, beat.wantsNodes) = (entry.id, true)
      _ = try store.beat(beat)
      let answer = try store.beat(beat)
      #expect(answer.head == FleetPosition(1, of: first.head.epoch) && answer.branch == nil)
      #expect(answer.nodes?.map(\.report.id) == [NodeID(1), NodeID(2)] && answer.lease == nil)
      // One that has an entry which the store does not have begins another epoch.
      beat.last = EntryID(7, 7)
      #expect(try store.beat(beat).head.epoch > first.head.epoch)
    }
  }

  @Test func `A beat renews the lease of its holder, and neither one that is over nor another's`()
    async throws
  {
    try await onThread {
      let under = StoreUnderTest(.postgreSQL)
      let store = try under.open()
      var beat = FleetSamples.beat(1)
      beat.lease = .wanted
      let first = try #require(try store.beat(beat).lease)
      let second = try #require(try store.beat(beat).lease)
      #expect(second.holder == NodeID(1) && second.fence == first.fence)
      #expect(second.until > first.until)
      // What the answer says is what the store has.
      var other = FleetSamples.beat(2)
      #expect(try store.beat(other).lease == second)
      other.lease = .wanted
      #expect(try store.beat(other).lease == second)
      var database = PostgreSQLConnection(try under.configuration())
      try database.run("UPDATE fleet_state SET until = 1")
      let third = try #require(try store.beat(beat).lease)
      #expect(third.holder == NodeID(1) && third.fence > second.fence)
    }
  }

  @Test func `Connections that nothing uses are ended, and made again by the next use`()
    async throws
  {
    try await onThread {
      let under = StoreUnderTest(.postgreSQL)
      let address = try PostgreSQLCluster.shared.get().address()
      let name = try under.configuration().schema
      let sign = address.contains("?") ? "&" : "?"
      var configuration = PostgreSQLConnection.Configuration(
        "\(address)\(sign)application_name=\(name)"
      )
      configuration.schema = try under.configuration().schema
      let store = try PostgreSQLFleetStore(configuration, rest: .zero)
      defer { store.close() }
      let first = try store.beat(FleetSamples.beat(1))
      var beat = FleetSamples.beat(1, at: first.head)
      beat.isAnnounced = true
      var other = PostgreSQLConnection(try under.configuration())
      for number in 1...2 {
        _ = try store.append([FleetSamples.entry(FleetSamples.purge, UInt64(number))])
        #expect(try store.read(from: 0, limit: 10).entries.count == number)
        try blockUntil("there are those of beats and of the listener") {
          _ = try store.beat(beat)
          let open: Int? = try other.value(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = ?",
            [name]
          )
          return open == 2
        }
      }
    }
  }

  @Test func `A listener holds back no vacuum, and a hint waits for no disk`() async throws {
    try await onThread {
      let under = StoreUnderTest(.postgreSQL)
      let store = try under.open()
      var beat = FleetSamples.beat()
      beat.isAnnounced = true
      try blockUntil("the listener is there") {
        _ = try store.beat(beat)
        return under.wakes.withLock { !$0.isEmpty }
      }
      var other = PostgreSQLConnection(try under.configuration())
      let holding: Int? = try other.value(
        """
        SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN "fleet-%'
          AND (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL OR state <> 'idle')
        """
      )
      #expect(holding == 0)
    }
  }
}
