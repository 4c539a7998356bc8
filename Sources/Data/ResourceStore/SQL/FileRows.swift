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

extension FileRows {
  /// The bytes of the files of an owner's records that are not deleted. Each record counts its own, also
  /// those that another one has as well.
  static func bytes<Connection: SQLConnection & ~Copyable>(
    of owner: String,
    _ types: TypeSet,
    _ dialect: StoreDialect,
    in database: inout Connection
  ) throws -> Int64 {
    try types.types.filter(\.hasFiles).reduce(0) { sum, type in
      let counts = type.attributes.filter { $0.kind == .binary }.map { attribute in
        "coalesce(\(dialect.byteCount(of: attribute)), 0)"
      }
      let bytes: Int64? = try database.value(
        """
        SELECT CAST(coalesce(sum(\(counts.joined(separator: " + "))), 0) AS bigint) FROM object
        WHERE \(StoreSchema.isLive(type)) AND owner = ?
        """,
        [owner]
      )
      return sum + (bytes ?? 0)
    }
  }
}

extension ResourceStore {
  /// The digests of the files that were uploaded for a record and that it still has.
  package func files(of record: ResourceID) throws -> Set<String> {
    try read { try FileRows.digests(of: record, in: &$0) }
  }

  /// The bytes of the files of the records of an owner that are not deleted.
  package func fileBytes(ofOwner owner: String) throws -> Int64 {
    try read { database in
      try FileRows.bytes(of: owner, types, dialect, in: &database)
    }
  }

  /// Returns those of some digests that are the file of no record, not even of one that was deleted
  /// and can be brought back.
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
