// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import SQL
import SQLite
import Testing

@Suite struct `Slow statements and the figures of a pool` {
  private struct Refusal: Error {}

  @Test func `A statement is noted when it takes a tenth of a second, with its longest time`() {
    let slow = SlowStatements()
    let start = ContinuousClock.now
    slow.note("fast", since: start, now: start + .milliseconds(99))
    slow.note("slow", since: start, now: start + .milliseconds(100))
    slow.note("slow", since: start, now: start + .milliseconds(300))
    slow.note("slow", since: start, now: start + .milliseconds(200))
    let entry = slow.all.first
    #expect(slow.all.map(\.sql) == ["slow"])
    #expect(entry?.count == 3 && entry?.total == .milliseconds(600))
    #expect(entry?.longest == .milliseconds(300) && entry?.last == start + .milliseconds(200))
  }

  @Test func `Of more than fifty statements, that which took the least time is forgotten`() {
    let slow = SlowStatements()
    let start = ContinuousClock.now
    for number in 1...51 {
      slow.note("statement \(number)", since: start, now: start + .seconds(number))
    }
    #expect(slow.all.count == 50)
    #expect(slow.all.first?.sql == "statement 51" && slow.all.last?.sql == "statement 2")
  }

  @Test func `A database notes what takes long where it is told to`() throws {
    let slow = SlowStatements()
    var configuration = Database.Configuration()
    configuration.slow = slow
    var database = try Database(":memory:", configuration)
    try database.visit("SELECT 'long'", []) { (_: borrowing Row) throws(RowError) in
      let end = ContinuousClock.now + SlowStatements.threshold
      while ContinuousClock.now < end {}
      return true
    }
    #expect(slow.all.map(\.sql) == ["SELECT 'long'"])
  }

  @Test func `A pool counts its commits, the writes in them and those that fail`() throws {
    let pool = try SharedDatabase(":memory:", readers: 0, migrating: ["CREATE TABLE t (a)"])
    #expect(pool.figures == PoolFigures())
    try pool.write { try $0.run("INSERT INTO t VALUES (1)") }
    let pending = (1...3).map { number in
      pool.enqueue { try $0.run("INSERT INTO t VALUES (?)", [number]) }
    }
    #expect(pool.figures.waitingWrites == 3)
    for write in pending { #expect(try pool.complete(write) == 1) }
    #expect(throws: Refusal.self) { try pool.write { _ in throw Refusal() } }
    let figures = pool.figures
    #expect(figures.commits == 2 && figures.writes == 4 && figures.failures == 1)
    #expect(figures.waitingWrites == 0 && figures.longest > .zero)
    #expect(figures.time >= figures.longest)
  }

  @Test func `A read that finds all connections in use is counted`() async throws {
    let file = DatabaseFile()
    let pool = try SharedDatabase(file.path, readers: 1, migrating: ["CREATE TABLE t (a)"])
    _ = try pool.read { try $0.value("SELECT 1") as Int? }
    #expect(pool.figures.readers == 1 && pool.figures.waitingReads == 0)
    async let holder: Void = onThread {
      try pool.read { _ in
        try blockUntil("another read waits") { pool.figures.waitingReads > 0 }
      }
    }
    try await onThread {
      try blockUntil("one of both reads waits") {
        _ = try pool.read { try $0.value("SELECT 1") as Int? }
        return pool.figures.waitingReads > 0
      }
    }
    try await holder
  }
}
