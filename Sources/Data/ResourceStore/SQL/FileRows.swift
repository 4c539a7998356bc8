// SPDX-License-Identifier: Apache-2.0

package import ResourceModel
import SQL

/// The rows that say which files records have.
enum FileRows {
  static func digests<Connection: SQLConnection & ~Copyable>(
    of record: ResourceID,
    in database: inout Connection
  ) throws -> Set<String> {
    Set(
      try database.rows("SELECT digest FROM record_file WHERE record = ?", [record.text]) {
        (row: borrowing Row) throws(RowError) in try row[0] as String
      }
    )
  }

  static func replace<Connection: SQLConnection & ~Copyable>(
    _ known: Set<String>,
    by kept: Set<String>,
    of record: ResourceID,
    in database: inout Connection
  ) throws {
    for digest in known.subtracting(kept) {
      try database.run(
        "DELETE FROM record_file WHERE record = ? AND digest = ?",
        [record.text, digest]
      )
    }
    for digest in kept.subtracting(known) {
      try database.run("INSERT INTO record_file VALUES (?, ?)", [record.text, digest])
    }
  }

  /// Forgets the files of a record; returns their digests.
  static func remove<Connection: SQLConnection & ~Copyable>(
    of record: ResourceID,
    in database: inout Connection
  ) throws -> Set<String> {
    let digests = try digests(of: record, in: &database)
    try database.run("DELETE FROM record_file WHERE record = ?", [record.text])
    return digests
  }
}

extension SQLStore where Connection: ~Copyable {
  package func files(of record: ResourceID) throws -> Set<String> {
    try read { try FileRows.digests(of: record, in: &$0) }
  }

  package func unusedFiles(among digests: [String]) throws -> [String] {
    try read { database in
      try digests.filter { digest in
        let found: Int? = try database.value(
          "SELECT 1 FROM record_file WHERE digest = ? LIMIT 1",
          [digest]
        )
        return found == nil
      }
    }
  }
}
