// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import SQL
import SQLite
import Testing

@Suite struct `Shared SQLite databases` {
  private static let schema = ["CREATE TABLE counter (value INTEGER NOT NULL) STRICT"]

  private struct Refusal: Error {}

  private func count(_ shared: SharedDatabase) throws -> Int {
    try shared.read { try $0.value("SELECT count(*) FROM counter") ?? -1 }
  }

  private func add(_ values: Range<Int>, to shared: SharedDatabase) async throws {
    try await onThread {
      for value in values {
        try shared.write { try $0.run("INSERT INTO counter VALUES (?)", [value]) }
        _ = try shared.read { try $0.value("SELECT max(value) FROM counter") as Int? }
      }
    }
  }

  @Test(arguments: [true, false])
  func `A shared database is written and read by several threads at once`(isFile: Bool) async throws
  {
    let file = DatabaseFile()
    let path = isFile ? file.path : ":memory:"
    let shared = try SharedDatabase(path, readers: 2, migrating: Self.schema)
    async let first: Void = add(0..<50, to: shared)
    async let second: Void = add(50..<100, to: shared)
    async let third: Void = add(100..<150, to: shared)
    try await add(150..<200, to: shared)
    _ = try await (first, second, third)
    #expect(try count(shared) == 200)
    #expect(try shared.read { try $0.value("SELECT count(DISTINCT value) FROM counter") } == 200)
  }

  @Test func `A read that may not wait needs a connection that nobody uses`() throws {
    let file = DatabaseFile()
    let shared = try SharedDatabase(file.path, readers: 1, migrating: Self.schema)
    let inside = try shared.read { _ in try shared.readIfFree { _ in true } }
    #expect(inside == nil)
    #expect(try shared.readIfFree { try $0.value("SELECT count(*) FROM counter") } == 0)
    let small = try SharedDatabase(":memory:", readers: 1, migrating: Self.schema)
    #expect(try small.readIfFree { _ in true } == nil)
  }

  @Test func `A shared database undoes a write that fails`() throws {
    let file = DatabaseFile()
    let shared = try SharedDatabase(file.path, migrating: Self.schema)
    #expect(throws: Refusal.self) {
      try shared.write { database in
        try database.run("INSERT INTO counter VALUES (1)")
        throw Refusal()
      }
    }
    #expect(try count(shared) == 0)
  }

  @Test func `A shared database tells of a write when it is committed, and of no other`() throws {
    let file = DatabaseFile()
    let shared = try SharedDatabase(file.path, migrating: Self.schema)
    var told: [Int] = []
    func note(_ value: Int) { told.append(value) }
    try shared.write(
      { database in
        try database.run("INSERT INTO counter VALUES (1)")
        #expect(told == [])
        return 1
      },
      committed: { value in
        #expect((try? count(shared)) == 1)
        note(value)
      }
    )
    #expect(throws: Refusal.self) {
      try shared.write({ _ in throw Refusal() }, committed: { note(2) })
    }
    // The end of the transaction within fails its commit.
    #expect(throws: (any Error).self) {
      try shared.write({ try $0.run("ROLLBACK") }, committed: { note($0) })
    }
    #expect(told == [1])
  }

  @Test func `A checkpoint of a shared database moves everything from the log into its file`()
    throws
  {
    let file = DatabaseFile()
    let shared = try SharedDatabase(file.path, migrating: Self.schema)
    try shared.write { try $0.run("INSERT INTO counter VALUES (1)") }
    #expect(try count(shared) == 1)
    let log = "\(file.path)-wal"
    #expect(try Data(contentsOf: URL(fileURLWithPath: log)).isEmpty == false)
    try shared.checkpoint()
    #expect(try Data(contentsOf: URL(fileURLWithPath: log)).isEmpty)
    #expect(try count(shared) == 1)
  }

  @Test func `A shared database refuses to write while it reads`() throws {
    let file = DatabaseFile()
    let shared = try SharedDatabase(file.path, migrating: Self.schema)
    let error = #expect(throws: SQLiteError.self) {
      try shared.read { try $0.run("INSERT INTO counter VALUES (1)") }
    }
    #expect(error?.code.primary == .readOnly)
  }
}
