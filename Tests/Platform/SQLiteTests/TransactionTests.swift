// SPDX-License-Identifier: Apache-2.0

import SQL
import SQLite
import Testing

@Suite struct `SQLite transactions` {
  private struct Refusal: Error {}

  private func counter() throws -> Database {
    var database = try Database(":memory:")
    try database.execute("CREATE TABLE note (text TEXT NOT NULL UNIQUE) STRICT")
    return database
  }

  private func add(_ text: String, to database: inout Database) throws {
    try database.run("INSERT INTO note VALUES (?)", [text])
  }

  private func notes(_ database: inout Database) throws -> [String] {
    try database.rows("SELECT text FROM note ORDER BY text") { row throws(RowError) in
      try row[0] as String
    }
  }

  @Test func `A transaction keeps all its changes and returns the result of its body`() throws {
    var database = try counter()
    let answer = try database.transaction { database in
      try add("a", to: &database)
      try add("b", to: &database)
      return 7
    }
    #expect(answer == 7)
    #expect(try notes(&database) == ["a", "b"])
  }

  @Test func `A transaction that an error leaves keeps none of its changes`() throws {
    var database = try counter()
    #expect(throws: Refusal.self) {
      try database.transaction { database in
        try add("a", to: &database)
        throw Refusal()
      }
    }
    #expect(try notes(&database) == [])
    try database.transaction { try add("b", to: &$0) }
    #expect(try notes(&database) == ["b"])
  }

  @Test func `A nested transaction that fails is undone alone`() throws {
    var database = try counter()
    try database.transaction { database in
      try add("outer", to: &database)
      #expect(throws: Refusal.self) {
        try database.transaction { database in
          try add("inner", to: &database)
          throw Refusal()
        }
      }
      try database.transaction { try add("second", to: &$0) }
    }
    #expect(try notes(&database) == ["outer", "second"])
  }

  @Test func `A nested transaction is undone with the outer one`() throws {
    var database = try counter()
    #expect(throws: Refusal.self) {
      try database.transaction { database in
        try database.transaction { try add("inner", to: &$0) }
        throw Refusal()
      }
    }
    #expect(try notes(&database) == [])
  }

  @Test func `A transaction that SQLite has rolled back takes no more statements`() throws {
    var database = try counter()
    let error = #expect(throws: SQLiteError.self) {
      try database.transaction { database in
        try add("a", to: &database)
        try? database.execute("INSERT OR ROLLBACK INTO note VALUES ('a')")
        try add("b", to: &database)
      }
    }
    #expect(error?.message == "an earlier error rolled the transaction back")
    #expect(try notes(&database) == [])
    try database.transaction { try add("c", to: &$0) }
    #expect(try notes(&database) == ["c"])
  }

  @Test func `All writes of a transaction that a full disk has ended fail since it is full`() throws
  {
    var database = try counter()
    try database.execute("PRAGMA max_page_count = 20")
    var errors: [SQLiteError?] = []
    let whole = #expect(throws: SQLiteError.self) {
      try database.transaction { database in
        for number in 0..<40 {
          do {
            let text = String(repeating: "a", count: 4_000) + "\(number)"
            try database.transaction { try add(text, to: &$0) }
          } catch {
            errors.append(error as? SQLiteError)
          }
        }
      }
    }
    #expect(errors.count > 1 && errors.allSatisfy { $0?.isFull == true }, "\(errors)")
    #expect(whole?.isFull == true)
    #expect(try notes(&database) == [])
    try database.execute("PRAGMA max_page_count = 100")
    try database.transaction { try add("c", to: &$0) }
    #expect(try notes(&database) == ["c"])
  }

  @Test func `A reading transaction does not see what others write meanwhile`() throws {
    let file = DatabaseFile()
    var writer = try file.open()
    try writer.execute("CREATE TABLE note (text TEXT NOT NULL UNIQUE) STRICT")
    var reader = try file.open { $0.access = .read }
    try reader.transaction(.reading) { database in
      #expect(try notes(&database) == [])
      try add("later", to: &writer)
      #expect(try notes(&database) == [])
    }
    #expect(try notes(&reader) == ["later"])
  }
}
