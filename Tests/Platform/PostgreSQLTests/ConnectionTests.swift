// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import PostgreSQL
import ProgramTesting
import Reactor
import SQL
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A connection to PostgreSQL` {
  private static func connection(
    _ change: (inout PostgreSQLConnection.Configuration) -> Void = { _ in }
  ) throws -> PostgreSQLConnection {
    var configuration = try PostgreSQLCluster.shared.get().configuration(schema: "public")
    change(&configuration)
    return PostgreSQLConnection(configuration)
  }

  private static func error(_ body: () throws -> Void) -> PostgreSQLError? {
    do {
      try body()
      return nil
    } catch {
      return error as? PostgreSQLError
    }
  }

  @Test func `A value sent to PostgreSQL comes back unchanged`() async throws {
    try await onThread {
      var database = try Self.connection()
      let text = "a'b\\c \"é\u{1F339}\n"
      let found = try database.first(
        "SELECT ?::bigint, ?::float8, ?::text, ?::bytea, ?::text, ?::boolean, ?::int2, ?::json",
        [Int64.min, 0.1, text, [UInt8]([0, 255, 39]), String?.none, 1, -7, "{\"b\": 1}"]
      ) { (row: borrowing Row) throws(RowError) in
        (
          try row[0] as Int64, try row[1] as Double, try row[2] as String, try row[3] as [UInt8],
          try row[4] as String?, try row[5] as Bool, try row[6] as Int, try row[7] as String
        )
      }
      let row = try #require(found)
      #expect(row.0 == .min && row.1 == 0.1 && row.2 == text && row.3 == [0, 255, 39])
      #expect(row.4 == nil && row.5 && row.6 == -7 && row.7 == "{\"b\": 1}")
      #expect(try database.value("SELECT ?2 || ?1", ["b", "a"]) == "ab")
    }
  }

  @Test func `A statement that takes long in PostgreSQL is noted`() async throws {
    try await onThread {
      let slow = SlowStatements()
      var database = try Self.connection { $0.slow = slow }
      let sql = "SELECT pg_sleep(0.11)"
      try database.visit(sql, []) { (_: borrowing Row) throws(RowError) in true }
      #expect(slow.all.map(\.sql) == [sql])
    }
  }

  @Test func `A statement that PostgreSQL refuses fails with its SQLSTATE and text`() async throws {
    try await onThread {
      var database = try Self.connection()
      let syntax = Self.error { try database.run("SELEC 1") }
      #expect(syntax?.kind == .statement && syntax?.state == "42601" && syntax?.sql == "SELEC 1")
      // The statement was not prepared, and fails as well when it comes again.
      #expect(Self.error { try database.run("SELEC 1") } == syntax)
      #expect(
        syntax?.description
          == "PostgreSQL 42601: syntax error at or near \"SELEC\" in: SELEC 1"
      )
      let zero = Self.error {
        try database.run("SELECT ?::text", ["a\0b"])
      }
      #expect(zero?.state == "22021")
      let type = Self.error {
        let _: String? = try database.value("SELECT 1")
      }
      #expect(type?.kind == .row)
      let script = Self.error { try database.execute("SELECT 1; SELEC 2") }
      #expect(script?.state == "42601")
      #expect(try database.value("SELECT 2") == 2)
    }
  }

  @Test func `A savepoint that fails in PostgreSQL is undone alone`() async throws {
    try await onThread {
      var database = try Self.connection()
      try database.execute("CREATE TEMP TABLE flower (name text CONSTRAINT named UNIQUE)")
      let twin = try database.transaction { database in
        try database.post("INSERT INTO flower VALUES (?)", ["rose"])
        let twin = Self.error {
          try database.transaction { _ = try $0.run("INSERT INTO flower VALUES (?)", ["rose"]) }
        }
        try database.post("INSERT INTO flower VALUES (?)", ["lily"])
        return twin
      }
      #expect(twin?.isUniqueViolation == true && twin?.constraint == "named")
      let names = try database.rows("SELECT name FROM flower ORDER BY name") {
        (row: borrowing Row) throws(RowError) in try row[0] as String
      }
      #expect(names == ["lily", "rose"])
    }
  }

  @Test func `A transaction commits nothing when a posted statement failed`() async throws {
    try await onThread {
      var database = try Self.connection()
      try database.execute("CREATE TEMP TABLE flower (name text UNIQUE)")
      #expect(throws: PostgreSQLError.self) {
        try database.transaction { database in
          try database.transaction { database in
            try database.run("INSERT INTO flower VALUES ('rose')")
            try database.post("INSERT INTO flower VALUES ('rose')", [])
          }
          do {
            try database.run("INSERT INTO flower VALUES ('lily')")
          } catch {
            // Whoever goes on in spite of the error does not succeed.
          }
        }
      }
      #expect(try database.value("SELECT count(*) FROM flower") == 0)
    }
  }

  @Test func `A statement over its time and a result over its rows are stopped`() async throws {
    try await onThread {
      var database = try Self.connection {
        $0.statementTimeout = .milliseconds(50)
        $0.rows = 10
      }
      let late = Self.error {
        try database.run("SELECT pg_sleep(60)")
      }
      #expect(late?.isTimeout == true)
      let long = Self.error {
        try database.run("SELECT generate_series(1, 11)")
      }
      #expect(long?.kind == .limit)
      #expect(try database.value("SELECT max(n) FROM generate_series(1, 1000) AS n") == 1_000)
    }
  }

  @Test func `A connection to PostgreSQL keeps the last used prepared statements`() async throws {
    try await onThread {
      var database = try Self.connection { $0.statements = 2 }
      for number in 0..<20 { #expect(try database.value("SELECT \(number % 5)") == number % 5) }
      #expect(try database.value("SELECT count(*) FROM pg_prepared_statements") == 2)
    }
  }

  @Test
  func `A wait for notifications of PostgreSQL that ends without one leaves the connection whole`()
    async throws
  {
    try await onThread {
      let listener = try PostgreSQLListener(
        try PostgreSQLCluster.shared.get().configuration(schema: "public"),
        channel: "quiet"
      )
      for microseconds in [1, 900, 1_900] {
        #expect(try listener.wait(upTo: .microseconds(microseconds)) == [])
      }
      var other = try Self.connection()
      try other.run("SELECT pg_notify('quiet', 'a')")
      #expect(try listener.wait(upTo: .seconds(30)) == ["a"])
    }
  }

  @Test func `A connection to an address where nobody listens fails with the reason`() async throws
  {
    let port = try ReservedPort()
    try await onThread {
      var configuration = PostgreSQLConnection.Configuration(
        "postgresql://nobody@127.0.0.1:\(port.address.port)/none"
      )
      configuration.reconnectTimeout = .milliseconds(1)
      var database = PostgreSQLConnection(configuration)
      let error = Self.error { try database.run("SELECT 1") }
      #expect(error?.kind == .connection && error?.message.contains("refused") == true)
    }
  }
}

extension PostgreSQLCluster {
  /// Settings for a schema of its own.
  func configuration(
    schema: String = "t" + UUID().uuidString.lowercased()
  ) -> PostgreSQLConnection.Configuration {
    var configuration = PostgreSQLConnection.Configuration(address())
    configuration.schema = schema
    return configuration
  }
}
