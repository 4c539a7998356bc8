// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import PostgreSQL
import ProgramTesting
import SQL
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A transaction whose connection breaks` {
  /// A connection that writes in turn, in a schema with a counter.
  private static func counter(
    in cluster: PostgreSQLCluster
  ) throws -> PostgreSQLConnection {
    var configuration = cluster.configuration()
    configuration.writesInTurn = true
    configuration.reconnectTimeout = .seconds(60)
    var database = PostgreSQLConnection(configuration)
    try database.migrate([
      "CREATE TABLE counter (value bigint); INSERT INTO counter VALUES (0); CREATE SEQUENCE tries;"
    ])
    return database
  }

  private static func increment(_ database: inout PostgreSQLConnection) throws {
    try database.transaction { database in
      try database.run("SELECT nextval('tries')")
      try database.run("UPDATE counter SET value = value + 1")
    }
  }

  private static func numbers(
    _ database: inout PostgreSQLConnection
  ) throws -> (value: Int?, tries: Int?) {
    (
      try database.value("SELECT value FROM counter"),
      try database.value("SELECT last_value FROM tries")
    )
  }

  @Test func `A transaction whose connection breaks before its commit is repeated`() async throws {
    try await onThread {
      let cluster = try PostgreSQLCluster.shared.get()
      var database = try Self.counter(in: cluster)
      var other = PostgreSQLConnection(cluster.configuration(schema: "public"))
      var attempts = 0
      try database.transaction { database in
        attempts += 1
        try database.run("UPDATE counter SET value = value + 1")
        guard attempts == 1 else { return }
        let number: Int? = try database.value("SELECT pg_backend_pid()")
        try other.run("SELECT pg_terminate_backend(?, 10000)", [number])
        try database.run("UPDATE counter SET value = value + 10")
      }
      #expect(attempts == 2)
      #expect(try database.value("SELECT value FROM counter") == 1)
    }
  }

  @Test func `A transaction whose connection breaks in a failing commit is repeated`() async throws
  {
    try await onThread {
      var database = try Self.counter(in: PostgreSQLCluster.shared.get())
      // The first commit ends its own connection.
      try database.execute(
        """
        CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            IF currval('tries') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
            RETURN NULL;
          END
        $$;
        CREATE CONSTRAINT TRIGGER failing AFTER UPDATE ON counter DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION fail();
        """
      )
      try Self.increment(&database)
      let numbers = try Self.numbers(&database)
      #expect(numbers.value == 1 && numbers.tries == 2)
    }
  }

  /// - Parameter breaks: the times that a connection breaks, the first one of the commit, all others of the search
  ///   for its receipt.
  @Test(arguments: [1, 3])
  func `A transaction whose connection breaks behind its commit is not repeated`(
    breaks: Int
  ) async throws {
    let cluster = try await onThread { try PostgreSQLCluster() }
    @Sendable func pool(
      _ writer: consuming PostgreSQLConnection
    ) throws -> ConnectionPool<PostgreSQLConnection> {
      try ConnectionPool(writer: writer, readers: 0) {
        PostgreSQLConnection(cluster.configuration())
      }
    }
    let (database, other) = try await onThread {
      let other = PostgreSQLConnection(cluster.configuration(schema: "public"))
      return (try pool(Self.counter(in: cluster)), try pool(other))
    }
    @Sendable func tell(_ statement: String) throws {
      try other.withWriter { connection in _ = try connection.run(statement) }
    }
    @Sendable func isWaiting() throws -> Bool {
      try other.withWriter { connection in
        try connection.value("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
      } == 1
    }
    // A commit waits for a standby that is not there.
    try await onThread {
      try tell("ALTER SYSTEM SET synchronous_standby_names = 'none'")
      try tell("SELECT pg_reload_conf()")
    }
    async let writing: Void = onThread { try database.withWriter { try Self.increment(&$0) } }
    try await onThread {
      for _ in 0..<breaks {
        try blockUntil("the commit or the search waits for its standby", holds: isWaiting)
        try tell(
          """
          SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE wait_event = 'SyncRep'
          """
        )
      }
      try blockUntil("the search for the receipt waits, too", holds: isWaiting)
      try tell("ALTER SYSTEM RESET synchronous_standby_names")
      try tell("SELECT pg_reload_conf()")
    }
    try await writing
    let numbers = try await onThread { try database.withWriter { try Self.numbers(&$0) } }
    #expect(numbers.value == 1 && numbers.tries == 1)
  }

  @Test func `A transaction succeeds after its server was restarted`() async throws {
    try await onThread {
      let cluster = try PostgreSQLCluster()
      var database = try Self.counter(in: cluster)
      try Self.increment(&database)
      for stop in [PostgreSQLCluster.Stop.fast, .immediate] {
        try cluster.stop(stop)
        try cluster.start()
        try Self.increment(&database)
      }
      #expect(try database.value("SELECT value FROM counter") == 3)
    }
  }

  @Test func `A transaction fails and leaves nothing while its server is away`() async throws {
    try await onThread {
      let cluster = try PostgreSQLCluster()
      var configuration = cluster.configuration()
      configuration.reconnectTimeout = .milliseconds(100)
      var database = PostgreSQLConnection(configuration)
      try database.migrate(["CREATE TABLE counter (value bigint)"])
      try cluster.stop(.immediate)
      let error = #expect(throws: PostgreSQLError.self) {
        try database.transaction { try $0.run("INSERT INTO counter VALUES (1)") }
      }
      #expect(error?.kind == .connection)
      try cluster.start()
      #expect(try database.value("SELECT count(*) FROM counter") == 0)
    }
  }
}
