// SPDX-License-Identifier: Apache-2.0

import Files
import SQL
import SQLite

/// The keys of the rows that change while a file's records are moved, logged by triggers, so that it does
/// not matter which process changes them.
///
/// Each key has the number of the round in which it was last changed. A round begins before its snapshot
/// is taken, so what is not in the snapshot of a round has at least its number.
enum MoveLog {
  private static let (keyTable, roundTable) = ("moving_key", "moving_round")

  /// Whether a file has a log, of a move under way or of one that was killed.
  static func isThere(in database: inout Database) throws(SQLiteError) -> Bool {
    let count: Int? = try database.value(
      "SELECT count(*) FROM sqlite_master WHERE name IN ('\(keyTable)', '\(roundTable)')"
    )
    return count != 0
  }

  /// Begins to log; returns whether there was a log of a move that was killed.
  static func install(in database: inout Database) throws -> Bool {
    try database.transaction(.writing) { database in
      let isLeft = try isThere(in: &database)
      try remove(from: &database)
      try database.execute(
        """
        CREATE TABLE \(roundTable) (number INTEGER NOT NULL) STRICT;
        INSERT INTO \(roundTable) VALUES (0);
        CREATE TABLE \(keyTable) (
          place INTEGER NOT NULL, first ANY NOT NULL, second ANY NOT NULL, third ANY NOT NULL,
          round INTEGER NOT NULL, PRIMARY KEY (place, first, second, third)
        ) STRICT, WITHOUT ROWID;
        """
      )
      for (place, table) in StoreTable.all.enumerated() {
        for (name, event, row) in triggers(of: table) {
          try database.execute(
            """
            CREATE TRIGGER \(name) AFTER \(event) ON \(table.name) BEGIN
              INSERT INTO \(keyTable) VALUES (
                \(place), \(key(of: table, in: row)), (SELECT number FROM \(roundTable))
              ) ON CONFLICT (place, first, second, third) DO UPDATE SET round = excluded.round;
            END
            """
          )
        }
      }
      return isLeft
    }
  }

  /// The triggers of a table: their names, the changes on which they log, and the row whose key that is.
  private static func triggers(
    of table: StoreTable
  ) -> [(name: String, event: String, row: String)] {
    [
      ("moving_\(table.name)_insert", "INSERT", "NEW"),
      ("moving_\(table.name)_update", "UPDATE", "NEW"),
      ("moving_\(table.name)_key", "UPDATE OF \(table.key.joined(separator: ", "))", "OLD"),
      ("moving_\(table.name)_delete", "DELETE", "OLD"),
    ]
  }

  private static func key(of table: StoreTable, in row: String) -> String {
    let columns = table.key.map { "\(row).\($0)" }
    return (columns + Array(repeating: "''", count: 3 - columns.count)).joined(separator: ", ")
  }

  /// Ends the log, if there is one.
  static func remove(from database: inout Database) throws {
    try database.transaction(.writing) { database in
      try dropTriggers(in: &database)
      try database.execute("DROP TABLE IF EXISTS \(keyTable); DROP TABLE IF EXISTS \(roundTable)")
    }
  }

  static func dropTriggers(in database: inout Database) throws(SQLiteError) {
    for table in StoreTable.all {
      for (name, _, _) in triggers(of: table) {
        try database.execute("DROP TRIGGER IF EXISTS \(name)")
      }
    }
  }

  /// Begins the next round; returns its number.
  static func beginRound(in database: inout Database) throws -> Int64 {
    try database.transaction(.writing) { database in
      try database.value("UPDATE \(roundTable) SET number = number + 1 RETURNING number") ?? 0
    }
  }

  /// The most keys that are read at once.
  private static let partKeys = 500

  /// Returns the next keys of a table's rows that were changed in a round or later, behind another key.
  static func keys(
    at place: Int,
    since round: Int64,
    after last: [SQLValue],
    in database: inout Database
  ) throws(SQLiteError) -> [[SQLValue]] {
    let count = StoreTable.all[place].key.count
    let isBehind = last.isEmpty ? "" : "AND (first, second, third) > (?, ?, ?)"
    let filler = Array(repeating: SQLValue.text(""), count: last.isEmpty ? 0 : 3 - last.count)
    return try database.rows(
      """
      SELECT first, second, third FROM \(keyTable) WHERE place = ? AND round >= ? \(isBehind)
      ORDER BY first, second, third LIMIT \(partKeys)
      """,
      [place, round] as [any SQLConvertible] + last + filler
    ) { (row: borrowing Row) throws(RowError) in Array(try StoreTable.values(row).prefix(count)) }
  }
}

extension MoveLog {
  /// The path of the lock that a move of a file's records holds.
  static func lockPath(of file: String) -> String { "\(file).moving" }

  /// Ends the log of a move that was killed, where that is certain: its lock is free.
  static func removeLeftover(from database: inout Database, at path: String) throws {
    guard try isThere(in: &database) else { return }
    // Where the lock cannot be had, a move goes on, or its file belongs to another user.
    guard let lock = try? FileLock(lockPath(of: path), handed: { _ in nil }) else { return }
    defer { lock.release() }
    try database.transaction { try remove(from: &$0) }
  }
}
