// SPDX-License-Identifier: Apache-2.0

import Digests
import Files
package import PostgreSQL
import SQL
import SQLite

// The copy is one transaction of PostgreSQL, so that nobody sees a part of it and a move that ends early
// leaves nothing. It commits while the write lock of the file is held, and then the file is marked and the
// lock let go, so that no write is between the two. A move that is killed between both commits has moved
// nothing: the file goes on, and the reservation keeps gateways from the database until the next run, which
// empties it.

/// Moves the records of a SQLite file into a PostgreSQL database, while a process serves them.
///
/// A snapshot is copied first, then in rounds the rows that have changed meanwhile, which triggers log. At
/// the end writes wait for a moment, in which the last changes are copied and both sides compared.
package final class StoreMove {
  let settings: Settings
  let tell: (Event) throws -> Void
  /// The path of the file.
  let path: String
  /// The name of the database that anybody may know.
  let place: String
  let configuration: PostgreSQLConnection.Configuration
  /// The connection that logs, holds the write lock and marks the file.
  var source: Database
  /// The digest that stays with the records, wherever they are.
  let identity: String
  /// The instant at which writes began to wait; `nil` while they do not.
  var heldSince: ContinuousClock.Instant?
  /// The longest time for which writes waited at once.
  var longestWait = Duration.zero

  /// The limits of a move.
  package struct Settings: Sendable {
    /// The longest time for which writes wait; less than the 5 seconds after which they would be refused.
    package var longestPause = Duration.seconds(3)
    /// A round that takes no longer is followed by one during which writes wait.
    package var quickRound = Duration.milliseconds(500)
    /// The most rounds, after which more is changed than can be copied.
    package var mostRounds = 100
    /// The longest wait for the write lock of a file that is always being written to.
    package var lockTimeout = Duration.seconds(30)

    package init() {}
  }

  /// A step of a move.
  package enum Event: Sendable, Equatable {
    /// The traces of a move that was killed are removed.
    case leftoverRemoved
    /// A part of a table of the snapshot is copied; `rows` are those of the table so far.
    case copied(table: String, rows: Int)
    /// Both sides have the same rows.
    case compared(rows: Int)
    /// The rows that were changed since the snapshot before are copied.
    case caughtUp(rows: Int, in: Duration)
    /// The file was read once more as a whole, and the log has missed none of its changes.
    case logChecked
    /// Writes wait from now on.
    case writesWait
    /// Writes go on for another round, since the last changes were too many for the pause.
    case writesGoOn
    /// The database has all records, and the file is not marked yet.
    case committed
    /// The file refuses writes.
    case marked
  }

  /// The outcome of a move.
  package struct Outcome: Sendable, Equatable {
    /// The number of the records of each type, deleted ones too.
    package let records: [String: Int]
    /// The time for which writes waited; `nil` where an earlier run had moved the records.
    package let pause: Duration?
  }

  /// Moves the records of a file to a database that has none.
  ///
  /// - Parameters:
  ///   - place: the name of the database that anybody may know.
  ///   - tell: called with each step; an error of it ends the move, which then has changed nothing.
  package static func run(
    fileAt path: String,
    to configuration: PostgreSQLConnection.Configuration,
    named place: String,
    _ settings: Settings = Settings(),
    tell: @escaping (Event) throws -> Void
  ) throws -> Outcome {
    let lock: FileLock
    do {
      lock = try FileLock(MoveLog.lockPath(of: path)) { _ in nil }
    } catch let held as FileLock.Held {
      throw StoreError(.unavailable, "the records of \(path) are being moved already: \(held)")
    }
    defer { lock.release() }
    return try StoreError.translating {
      try StoreMove(path, configuration, place, settings, tell).run()
    }
  }

  private init(
    _ path: String,
    _ configuration: PostgreSQLConnection.Configuration,
    _ place: String,
    _ settings: Settings,
    _ tell: @escaping (Event) throws -> Void
  ) throws {
    self.path = path
    self.place = place
    self.settings = settings
    self.tell = tell
    var reaching = configuration
    (reaching.statementTimeout, reaching.answerTimeout) = (Self.longWork, Self.longWork)
    // The transaction pauses while the file is read.
    reaching.idleTimeout = Self.longWork
    (reaching.rows, reaching.bytes) = (.max, .max)
    reaching.writesInTurn = true
    self.configuration = reaching
    var opening = ResourceStore.configuration
    opening.access = .write
    var source = try Database(path, opening)
    // The write lock is asked for again and again: `Database.insist`.
    try source.execute("PRAGMA busy_timeout = 1")
    try source.insist(for: settings.lockTimeout) { source in
      try source.migrate(StoreSchema(.sqlite).steps) { try StoreSchema.fill(&$0) }
    }
    identity = Hexadecimal.text(
      ResourceStore.identity(of: try ResourceStore.readSecret(in: &source))
    )
    self.source = source
  }

  /// The longest time of a statement that copies or indexes much.
  static var longWork: Duration { .seconds(3_600) }

  private func run() throws -> Outcome {
    var target = PostgreSQLConnection(configuration)
    if let moved = try MovedMark.place(in: &source) {
      return Outcome(records: try finish(moved, at: &target), pause: nil)
    }
    try reserve(&target)
    var isCommitted = false
    do {
      if try locked({ try MoveLog.install(in: &$0) }) { try tell(.leftoverRemoved) }
      try target.transaction { try self.fill(&$0) }
      isCommitted = true
      try tell(.committed)
      try mark()
    } catch {
      let isUnknown = (error as? PostgreSQLError)?.kind == .outcomeUnknown
      endEarly(withReservation: isCommitted || isUnknown)
      throw error
    }
    try tell(.marked)
    target.waitForAnswers(atMost: Self.longWork)
    // Gateways wait for the end of the reservation, but not for that of the log.
    try MoveReservation.end(in: &target)
    try locked { try MoveLog.remove(from: &$0) }
    return Outcome(records: try StoreCopy.records(in: &target), pause: longestWait)
  }

  /// Removes what a move that fails has left. What cannot be removed, the next run finds and knows for its
  /// own; the error of the move is more useful than that of its removal.
  ///
  /// - Parameter isKept: whether the database may have the records, and must not be opened.
  private func endEarly(withReservation isKept: Bool) {
    try? letGo()
    try? locked { try MoveLog.remove(from: &$0) }
    guard !isKept else { return }
    // The connection of the move may have broken.
    var connection = PostgreSQLConnection(configuration)
    try? MoveReservation.end(in: &connection)
  }
}
