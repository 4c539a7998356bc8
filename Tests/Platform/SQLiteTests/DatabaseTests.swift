// SPDX-License-Identifier: Apache-2.0

import Foundation
import SQL
import SQLite
import Testing

@Suite struct `SQLite databases` {
  @Test func `A database keeps what was written when it is opened again`() throws {
    let file = DatabaseFile()
    do {
      var database = try file.open()
      try database.execute("CREATE TABLE note (text TEXT)")
      try database.run("INSERT INTO note VALUES ('kept')")
    }
    var database = try file.open { $0.access = .write }
    #expect(try database.value("SELECT text FROM note") == "kept")
  }

  @Test func `A database is in WAL mode, checks foreign keys and does not trust its schema`() throws
  {
    let file = DatabaseFile()
    var database = try file.open()
    #expect(try database.value("PRAGMA journal_mode") == "wal")
    #expect(try database.value("PRAGMA foreign_keys") == 1)
    #expect(try database.value("PRAGMA trusted_schema") == 0)
    #expect(try database.value("PRAGMA synchronous") == 2)
    #expect(try database.value("PRAGMA busy_timeout") == 5_000)
    try database.execute(
      "CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a INTEGER REFERENCES a (id))"
    )
    let error = #expect(throws: SQLiteError.self) { try database.run("INSERT INTO b VALUES (1)") }
    #expect(error?.code == .foreignKey)
  }

  @Test func `A database opened for reading is neither created nor changed`() throws {
    let file = DatabaseFile()
    let missing = #expect(throws: SQLiteError.self) { _ = try file.open { $0.access = .read } }
    #expect(missing?.code.primary == .cannotOpen)
    #expect(missing?.message.contains(file.path) == true)
    #expect(throws: SQLiteError.self) { _ = try file.open { $0.access = .write } }
    do {
      var database = try file.open()
      try database.execute("CREATE TABLE note (text TEXT)")
    }
    var reader = try file.open { $0.access = .read }
    let refused = #expect(throws: SQLiteError.self) {
      try reader.run("INSERT INTO note VALUES ('x')")
    }
    #expect(refused?.code.primary == .readOnly)
  }

  @Test func `A file that is no database is refused as such`() throws {
    let file = DatabaseFile()
    try Data("This is a letter and no database, and it is long enough.".utf8)
      .write(to: URL(fileURLWithPath: file.path))
    let error = #expect(throws: SQLiteError.self) { _ = try file.open() }
    #expect(error?.code.primary == .notADatabase)
  }

  @Test
  func `A write is refused as busy while another connection writes for longer than the timeout`()
    throws
  {
    let file = DatabaseFile()
    var first = try file.open()
    try first.execute("CREATE TABLE note (text TEXT)")
    var second = try file.open { $0.busyTimeout = .zero }
    try first.transaction { database in
      try database.run("INSERT INTO note VALUES ('first')")
      let error = #expect(throws: SQLiteError.self) {
        try second.run("INSERT INTO note VALUES ('second')")
      }
      #expect(error?.isBusy == true)
    }
    try second.run("INSERT INTO note VALUES ('second')")
    #expect(try first.value("SELECT count(*) FROM note") == 2)
  }

  @Test func `A statement beyond a limit of its database is refused`() throws {
    var configuration = Database.Configuration()
    configuration.limits.valueBytes = 100
    configuration.limits.statementBytes = 200
    configuration.limits.parameters = 2
    configuration.limits.columns = 5
    configuration.limits.steps = 100_000
    var database = try Database(":memory:", configuration)
    func code(_ sql: String, _ values: [any SQLConvertible] = []) -> SQLiteError.Code? {
      do throws(SQLiteError) {
        _ = try database.rows(sql, values) { _ in true }
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code("SELECT ?", [String(repeating: "x", count: 101)]) == .tooLarge)
    #expect(code("SELECT ?", [[UInt8](repeating: 0, count: 101)]) == .tooLarge)
    #expect(code("SELECT ?", [String(repeating: "x", count: 90)]) == nil)
    #expect(code("SELECT " + String(repeating: "1+", count: 120) + "1") == .tooLarge)
    #expect(code("SELECT ?, ?, ?", [1, 2, 3]) == .statement)
    #expect(code("SELECT 1, 2, 3, 4, 5, 6") == .statement)
    #expect(code("ATTACH ':memory:' AS other") == .statement)
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
    #expect(code("\(endless) SELECT count(*) FROM n") == .interrupted)
    #expect(code("SELECT 1") == nil)
  }

  @Test func `A migration takes each step of the schema once, and all of them or none`() throws {
    let file = DatabaseFile()
    var database = try file.open()
    let steps = [
      "CREATE TABLE flower (name TEXT); INSERT INTO flower VALUES ('rose')",
      "ALTER TABLE flower ADD COLUMN petals INTEGER",
    ]
    try database.migrate([steps[0]])
    #expect(try database.schemaVersion() == 1)
    try database.migrate(steps)
    try database.migrate(steps)
    #expect(try database.schemaVersion() == 2)
    #expect(try database.value("SELECT count(petals IS NULL) FROM flower") == 1)

    #expect(throws: SQLiteError.self) {
      try database.migrate(steps + ["CREATE TABLE bee (name TEXT); CREATE TABLE bee (name TEXT)"])
    }
    #expect(try database.schemaVersion() == 2)
    #expect(try database.value("SELECT count(*) FROM sqlite_schema WHERE name = 'bee'") == 0)

    let error = #expect(throws: SQLiteError.self) { try database.migrate([steps[0]]) }
    #expect(error?.message == "the file's schema is version 2, expected at most 1")
  }

  @Test func `A migration fills a new database once, and leaves it as it was when filling fails`()
    throws
  {
    struct Refusal: Error {}
    let file = DatabaseFile()
    let steps = ["CREATE TABLE flower (name TEXT)"]
    var database = try file.open()
    #expect(throws: Refusal.self) { try database.migrate(steps) { _ in throw Refusal() } }
    #expect(try database.schemaVersion() == 0)
    for name in ["rose", "lily"] {
      try database.migrate(steps) { try $0.run("INSERT INTO flower VALUES (?)", [name]) }
    }
    #expect(try database.value("SELECT group_concat(name) FROM flower") == "rose")
  }
}
