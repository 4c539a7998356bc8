// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import SQL
import SQLite
import Testing

@Suite struct `Group commits of SQLite` {
  private static let schema = ["CREATE TABLE counter (value INTEGER NOT NULL UNIQUE) STRICT"]

  private struct Refusal: Error {}

  private func values(_ shared: SharedDatabase) throws -> [Int] {
    try shared.read { database in
      try database.rows("SELECT value FROM counter ORDER BY value") {
        (row: borrowing Row) throws(RowError) in try row[0] as Int
      }
    }
  }

  private func insertion(_ value: Int) -> @Sendable (inout Database) throws -> Int {
    { try $0.run("INSERT INTO counter VALUES (?)", [value]) }
  }

  @Test func `Completing one write commits every waiting write, each with its own result`() throws {
    let file = DatabaseFile()
    let shared = try SharedDatabase(file.path, migrating: Self.schema)
    let first = shared.enqueue(insertion(1))
    let twin = shared.enqueue(insertion(1))
    let refused: PendingWrite<Database, Int> = shared.enqueue { database in
      try database.run("INSERT INTO counter VALUES (9)")
      throw Refusal()
    }
    let last = shared.enqueue(insertion(2))
    #expect(try values(shared) == [])
    #expect(try shared.complete(last) == 1)
    #expect(try values(shared) == [1, 2])
    #expect(try shared.complete(first) == 1)
    let error = #expect(throws: SQLiteError.self) { try shared.complete(twin) }
    #expect(error?.code == .unique)
    #expect(throws: Refusal.self) { try shared.complete(refused) }
    #expect(try values(shared) == [1, 2])
  }

  @Test func `A commit that fails fails every write in it, and the next commit works`() throws {
    let file = DatabaseFile()
    let shared = try SharedDatabase(file.path, migrating: Self.schema)
    let good = shared.enqueue(insertion(1))
    // It ends the transaction of all, as a full disk does.
    let broken = shared.enqueue { try $0.run("ROLLBACK") }
    #expect(throws: (any Error).self) { try shared.complete(good) }
    #expect(throws: (any Error).self) { try shared.complete(broken) }
    #expect(try shared.complete(shared.enqueue(insertion(2))) == 1)
    #expect(try values(shared) == [2])
  }

  @Test func `Group commits from several threads write every value once`() async throws {
    let file = DatabaseFile()
    let shared = try SharedDatabase(file.path, migrating: Self.schema)
    try await withThrowingTaskGroup { group in
      for thread in 0..<8 {
        group.addTask {
          try await onThread {
            for value in 0..<25 {
              let write = shared.enqueue { database in
                try database.run("INSERT INTO counter VALUES (?)", [thread * 100 + value])
              }
              _ = try shared.complete(write)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try values(shared).count == 200)
  }

  @Test func `A copy of a database has the last commit and no damage`() throws {
    let file = DatabaseFile()
    let shared = try SharedDatabase(file.path, migrating: Self.schema)
    _ = try shared.write(insertion(1))
    var source = try file.open { $0.access = .read }
    try source.copy(to: "\(file.path)-copy")
    var copy = try Database("\(file.path)-copy", Database.Configuration())
    #expect(try copy.value("SELECT value FROM counter") == 1)
    #expect(try copy.damage() == [])
  }
}
