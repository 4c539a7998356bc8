// SPDX-License-Identifier: Apache-2.0

import SQL
import SQLite
import Testing

/// A value and what SQLite calls its type.
private enum Cases {
  static let values: [(SQLValue, String)] = [
    (.null, "null"), (.integer(0), "integer"), (.integer(.min), "integer"),
    (.integer(.max), "integer"), (.real(0.1), "real"), (.real(-1e300), "real"),
    (.text(""), "text"), (.text("花 🌷 é"), "text"), (.text("nul\0inside"), "text"),
    (.blob([]), "blob"), (.blob([0, 255, 0]), "blob"),
  ]
}

@Suite struct `Values of SQLite` {
  @Test(arguments: Cases.values)
  func `A value bound to a statement comes back unchanged`(value: SQLValue, type: String) throws {
    var database = try Database(":memory:")
    let found = try database.first("SELECT ?1, typeof(?1)", [value]) { row throws(RowError) in
      (try row[0] as SQLValue, try row[1] as String)
    }
    let (stored, name) = try #require(found)
    #expect(stored == value)
    #expect(name == type)
  }

  @Test func `A value of SQLite is read as a type of Swift`() throws {
    var database = try Database(":memory:")
    let sql = "SELECT 7, 7, 1, 0.5, 'text', x'0102', NULL, 7"
    let numbers = try database.first(sql) { row throws(RowError) in
      (row.count, try row[0] as Int, try row[1] as Int64, try row[2] as Bool, try row[3] as Double)
    }
    #expect(try #require(numbers) == (8, 7, 7, true, 0.5))
    let others = try database.first(sql) { row throws(RowError) in
      (try row[4] as String, try row[5] as [UInt8], try row[6] as String?, try row[7] as Double?)
    }
    #expect(try #require(others) == ("text", [1, 2], nil, 7))
  }

  @Test(arguments: [
    ("SELECT 'seven' AS number", "column 0 (number) is TEXT, expected INTEGER"),
    ("SELECT NULL AS number", "column 0 (number) is NULL, expected INTEGER"),
    ("SELECT 7.5 AS number", "column 0 (number) is REAL, expected INTEGER"),
    ("SELECT x'07' AS number", "column 0 (number) is BLOB, expected INTEGER"),
  ])
  func `A value of another type than was asked for is refused, naming its column`(
    sql: String,
    message: String
  ) throws {
    var database = try Database(":memory:")
    let error = #expect(throws: SQLiteError.self) { let _: Int? = try database.value(sql) }
    #expect(error == SQLiteError(.mismatch, message, sql: sql))
  }

  @Test func `A value outside of a type's range is refused`() throws {
    var database = try Database(":memory:")
    #expect(throws: SQLiteError.self) { let _: Bool? = try database.value("SELECT 2") }
    #expect(throws: SQLiteError.self) {
      let _: Double? = try database.value("SELECT 9007199254740993")
    }
  }

  @Test func `A text that is not UTF-8 is refused`() throws {
    var database = try Database(":memory:")
    let sql = "SELECT CAST(x'C328' AS TEXT) AS words"
    let error = #expect(throws: SQLiteError.self) { let _: String? = try database.value(sql) }
    #expect(error?.message == "column 0 (words) is not UTF-8")
  }

  @Test func `A column that does not exist is refused`() throws {
    var database = try Database(":memory:")
    let error = #expect(throws: SQLiteError.self) {
      try database.first("SELECT 1") { row throws(RowError) in try row[1] as Int }
    }
    #expect(error?.code == .range)
    #expect(throws: SQLiteError.self) {
      try database.first("SELECT 1") { row throws(RowError) in try row[-1] as Int }
    }
  }
}
