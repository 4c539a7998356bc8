// SPDX-License-Identifier: Apache-2.0

import SQL
import SQLite
import Testing

@Suite struct `SQLite statements` {
  private func flowers() throws -> Database {
    var database = try Database(":memory:")
    try database.execute(
      """
      CREATE TABLE flower (name TEXT PRIMARY KEY, petals INTEGER NOT NULL) STRICT;
      CREATE INDEX by_petals ON flower (petals);
      """
    )
    for (name, petals) in [("lily", 6), ("rose", 32), ("tulip", 6)] {
      try database.run("INSERT INTO flower VALUES (?, ?)", [name, petals])
    }
    return database
  }

  private func text(_ row: borrowing Row) throws(RowError) -> String { try row[0] }

  @Test func `A statement that changes rows returns how many`() throws {
    var database = try flowers()
    #expect(try database.run("UPDATE flower SET petals = 7 WHERE petals = ?", [6]) == 2)
    #expect(try database.run("DELETE FROM flower WHERE name = 'daisy'") == 0)
    #expect(try database.run("CREATE TABLE bee (name TEXT)") == 0)
  }

  @Test func `A query returns all rows, the first row or one value`() throws {
    var database = try flowers()
    let sql = "SELECT name FROM flower WHERE petals = ? ORDER BY name"
    #expect(try database.rows(sql, [6], text) == ["lily", "tulip"])
    #expect(try database.first(sql, [6], text) == "lily")
    #expect(try database.first(sql, [5], text) == nil)
    #expect(try database.value(sql, [32]) == "rose")
  }

  @Test func `A query stops when its visitor wants no more rows`() throws {
    var database = try flowers()
    var seen: [String] = []
    try database.visit("SELECT name FROM flower ORDER BY name", []) { row throws(RowError) in
      seen.append(try row[0])
      return seen.count < 2
    }
    #expect(seen == ["lily", "rose"])
  }

  @Test func `A bound value that looks like SQL is stored as a value`() throws {
    var database = try flowers()
    let hostile = "x'); DROP TABLE flower; --"
    try database.run("INSERT INTO flower VALUES (?, 1)", [hostile])
    #expect(try database.value("SELECT count(*) FROM flower") == 4)
    #expect(try database.value("SELECT name FROM flower WHERE petals = 1") == hostile)
  }

  @Test(arguments: [[], [1, 2]] as [[Int]])
  func `A statement with too few or too many values for its parameters is refused`(
    values: [Int]
  ) throws {
    var database = try flowers()
    let error = #expect(throws: SQLiteError.self) {
      try database.run("DELETE FROM flower WHERE petals = ?", values)
    }
    #expect(error?.code == .range)
    #expect(error?.message == "\(values.count) values for parameters, expected 1")
  }

  @Test func `A statement is prepared once and used again with other values`() throws {
    var database = try flowers()
    let sql = "SELECT name FROM flower WHERE petals = ?"
    for petals in [6, 32, 6] { _ = try database.rows(sql, [petals]) { _ in true } }
    #expect(try database.value("SELECT run FROM sqlite_stmt WHERE sql = ?", [sql]) == 3)
  }

  @Test func `The least recently used statement makes room for a new one`() throws {
    var configuration = Database.Configuration()
    configuration.statements = 3
    var database = try Database(":memory:", configuration)
    for sql in ["SELECT 1", "SELECT 2", "SELECT 3", "SELECT 1", "SELECT 4"] {
      let _: Int? = try database.value(sql)
    }
    // The question is a statement too, and has pushed out the third.
    let kept: String? = try database.value(
      "SELECT group_concat(sql, ', ') FROM "
        + "(SELECT sql FROM sqlite_stmt WHERE sql LIKE 'SELECT _' ORDER BY sql)"
    )
    #expect(kept == "SELECT 1, SELECT 4")
  }

  @Test func `A statement that failed can be run again`() throws {
    var database = try flowers()
    let sql = "INSERT INTO flower VALUES (?, ?)"
    let error = #expect(throws: SQLiteError.self) { try database.run(sql, ["rose", 5]) }
    #expect(error?.code == .primaryKey)
    #expect(try database.run(sql, ["aster", 20]) == 1)
  }

  @Test(arguments: ["SELECT 1; SELECT 2", "SELECT 1; DROP TABLE flower"])
  func `Several statements in one text are refused`(sql: String) throws {
    var database = try flowers()
    let error = #expect(throws: SQLiteError.self) { try database.run(sql) }
    #expect(error == SQLiteError(.misuse, "more than one statement, expected one", sql: sql))
    #expect(try database.value("SELECT count(*) FROM flower") == 3)
    #expect(try database.value("SELECT 1 ; \n") == 1)
  }

  @Test(arguments: [
    ("SELEC 1", SQLiteError.Code.statement), ("SELECT * FROM tree", .statement),
    ("SELECT \"no name\"", .statement), ("", .misuse),
    ("INSERT INTO flower VALUES ('oak', NULL)", .notNull),
    ("INSERT INTO flower VALUES ('oak', 'many')", .init(19 | 12 << 8)),
  ])
  func `The error of a wrong statement has a code, a message and the statement`(
    sql: String,
    code: SQLiteError.Code
  ) throws {
    var database = try flowers()
    let error = #expect(throws: SQLiteError.self) { try database.run(sql) }
    #expect(error?.code == code)
    #expect(error?.sql == sql)
    #expect(error?.message.isEmpty == false)
  }

  @Test func `The error of a statement is described in one line`() throws {
    var database = try flowers()
    let error = #expect(throws: SQLiteError.self) { try database.run("SELECT * FROM tree") }
    #expect(
      error?.description
        == "SQLite 1 (SQL logic error): no such table: tree in: SELECT * FROM tree"
    )
  }
}
