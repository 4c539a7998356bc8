// SPDX-License-Identifier: Apache-2.0

import DataFiles
import SQL

// A node keeps the blobs of an edition and appends the edition then. So a blob that was kept in the last day is left,
// whether an edition has it or not; an edition that shares blobs with earlier ones keeps them again.

extension FleetTables {
  /// The number of editions that are kept, however old they are.
  static let keptEditions = 20
  /// The kinds of entries that name an edition.
  private static let kinds = "('edition', 'publication', 'rollback', 'rollout')"

  /// Takes note of the edition of an entry that was appended.
  func note<Connection: SQLConnection & ~Copyable>(
    _ edition: FleetEdition,
    _ moment: Moment,
    in database: inout Connection
  ) throws {
    try database.post(
      """
      INSERT INTO fleet_edition (name, manifest, used) VALUES (?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET manifest = excluded.manifest, used = excluded.used
      """,
      [edition.name, edition.manifest.text, moment.time.microseconds]
    )
  }

  /// Returns the editions that a node may still need.
  func editions<Connection: SQLConnection & ~Copyable>(
    _ moment: Moment,
    in database: inout Connection
  ) throws -> [FleetEdition] {
    let logged = try database.rows(
      "SELECT entry FROM fleet_log WHERE kind IN \(Self.kinds)",
      []
    ) { (row: borrowing Row) throws(RowError) in
      try row[0] as String
    }
    var needed = Set(logged.compactMap { FleetEntry(text: $0)?.edition?.name })
    for node in try nodes(in: &database) {
      needed.formUnion(node.report.loaded)
      if let edition = node.report.edition { needed.insert(edition) }
    }
    let rows = try database.rows(
      "SELECT name, manifest, used FROM fleet_edition ORDER BY used DESC, name",
      []
    ) { (row: borrowing Row) throws(RowError) in
      (name: try row[0] as String, manifest: try row[1] as String, used: try row[2] as Int64)
    }
    let before = moment.time.microseconds - Self.keptTime
    return try rows.enumerated().compactMap { place, row in
      guard place < Self.keptEditions || row.used >= before || needed.contains(row.name) else {
        return nil
      }
      guard let manifest = BlobDigest(row.manifest) else {
        throw FleetStoreError(.damaged, "the blob of edition \(row.name) has no name")
      }
      return FleetEdition(row.name, manifest: manifest)
    }
  }

  /// Removes blobs that are old, other than some, and notes of editions other than these.
  func removeBlobs<Connection: SQLConnection & ~Copyable>(
    besides needed: Set<BlobDigest>,
    of editions: [FleetEdition],
    _ moment: Moment,
    in database: inout Connection
  ) throws -> Int {
    let now = moment.time.microseconds
    let before = now - Self.keptTime
    try database.post("UPDATE fleet_blob SET kept = ? WHERE kept = 0", [now])
    let old = try database.rows("SELECT digest FROM fleet_blob WHERE kept < ?", [before]) {
      (row: borrowing Row) throws(RowError) in
      try row[0] as String
    }
    var count = 0
    for digest in old where BlobDigest(digest).map({ !needed.contains($0) }) ?? true {
      // One that is kept again meanwhile stays.
      try database.post("DELETE FROM fleet_blob WHERE digest = ? AND kept < ?", [digest, before])
      count += 1
    }
    let names = Set(editions.map(\.name))
    let noted = try database.rows("SELECT name FROM fleet_edition WHERE used < ?", [before]) {
      (row: borrowing Row) throws(RowError) in
      try row[0] as String
    }
    for name in noted where !names.contains(name) {
      try database.post("DELETE FROM fleet_edition WHERE name = ? AND used < ?", [name, before])
    }
    return count
  }
}
