// SPDX-License-Identifier: Apache-2.0

import SQL
import SQLite

/// The mark of a file whose records were moved: where they are, and triggers that refuse every later
/// change, by whichever process, with a message that says so.
enum MovedMark {
  /// The tables that no longer change, with those that are not copied.
  private static let tables = StoreTable.all.map(\.name) + ["edge", "lease"]

  /// Returns where the records of a file were moved to; `nil` while they are in it.
  static func place<Connection: SQLConnection & ~Copyable>(
    in database: inout Connection
  ) throws(Connection.Failure) -> String? {
    let place: [UInt8]? = try database.value("SELECT value FROM meta WHERE name = 'moved'")
    return place.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Marks a file within a transaction.
  static func set(_ place: String, in database: inout Database) throws(SQLiteError) {
    try database.run("INSERT INTO meta VALUES ('moved', ?)", [Array(place.utf8)])
    let message = StoreError.moved(to: place).message.split(
      separator: "'",
      omittingEmptySubsequences: false
    ).joined(separator: "''")
    for table in tables {
      for event in ["INSERT", "UPDATE", "DELETE"] {
        try database.execute(
          """
          CREATE TRIGGER moved_\(table)_\(event) BEFORE \(event) ON \(table) BEGIN
            SELECT RAISE(ABORT, '\(message)');
          END
          """
        )
      }
    }
  }
}

extension StoreError {
  /// The refusal of a file whose records were moved.
  package static func moved(to place: String) -> StoreError {
    StoreError(
      .moved,
      "the records have moved to \(place); expected it as the \"store\" that the site declares"
    )
  }
}

/// The reservation of a database for the records that are being moved to it: until the file that they come
/// from is marked, no gateway may open the database.
enum MoveReservation {
  private static let name = "migration"

  /// The identity of the store that is being moved; `nil` if none is.
  static func holder<Connection: SQLConnection & ~Copyable>(
    in database: inout Connection
  ) throws -> String? {
    try database.value("SELECT holder FROM lease WHERE name = ?", [name])
  }

  static func take<Connection: SQLConnection & ~Copyable>(
    for holder: String,
    in database: inout Connection
  ) throws {
    try database.run(
      """
      INSERT INTO lease VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires = excluded.expires
      """,
      [name, holder, Int64.max]
    )
  }

  static func end<Connection: SQLConnection & ~Copyable>(in database: inout Connection) throws {
    try database.run("DELETE FROM lease WHERE name = ?", [name])
  }

  /// Refuses a database that records are being moved to.
  static func checkNone<Connection: SQLConnection & ~Copyable>(
    in database: inout Connection
  ) throws {
    guard try holder(in: &database) != nil else { return }
    throw StoreError(
      .unavailable,
      "records are being moved to the database by `portico data migrate`, which has not ended; "
        + "expected it to end, or to be run again"
    )
  }
}
