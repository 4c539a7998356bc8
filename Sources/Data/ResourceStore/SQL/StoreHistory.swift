// SPDX-License-Identifier: Apache-2.0

package import ResourceModel
import SQL

/// The changes of the records in a store, which each zone counts by versions, in the order of their commits.
package struct StoreHistory: Sendable {
  let store: ResourceStore

  /// Returns the changes with as many bytes as usual.
  package func changes(since version: Int64, in zone: String, limit: Int) throws -> ChangePage {
    try changes(since: version, of: nil, in: zone, limit: limit, bytes: RecordSizes().page)
  }

  /// Returns the present state of the records that changed in a zone after a version, in the order of
  /// their commits.
  ///
  /// - Parameters:
  ///   - epoch: the epoch that the version belongs to, which has to be the present one; `nil` for that one.
  ///   - bytes: the most bytes of these records, of which the first is there in any case.
  package func changes(
    since version: Int64,
    of epoch: StoreEpoch?,
    in zone: String,
    limit: Int,
    bytes: Int
  ) throws -> ChangePage {
    let limit = max(1, min(limit, ResourceQuery.mostLimit))
    return try store.read { database in
      let place = try ZonePlace(of: zone, in: &database)
      let (newest, horizon) = (place.version, place.horizon)
      guard epoch == nil || epoch == place.epoch else {
        throw StoreError(
          .otherEpoch,
          "the records have been restored or moved since the token; expected 0, to read all anew"
        )
      }
      guard version <= newest, version == 0 || version >= horizon else {
        throw StoreError(
          .pastHorizon,
          "the changes since \(version) are not known; expected \(horizon) to \(newest), or 0"
        )
      }
      let rows = """
        SELECT \(StoredRow.columns) FROM change AS c JOIN object AS o ON o.uuid = c.uuid
        WHERE c.zone = ?1 AND c.version > ?2 AND o.version = c.version AND o.zone = ?1
        ORDER BY c.version LIMIT ?3
        """
      var shown: [Resource] = []
      var room = PageRoom(records: limit, bytes: bytes)
      try database.visit(store.dialect.limited(rows, to: bytes), [zone, version, limit + 1]) {
        (row: borrowing Row) throws(RowError) in
        let row = try StoredRow(row)
        guard room.take(row.byteCount) else { return false }
        shown.append(row.resource)
        return true
      }
      let last = room.isPassed ? shown.last?.version : nil
      return ChangePage(
        resources: shown,
        position: ChangePosition(last ?? newest, of: place.epoch),
        conversion: place.conversion,
        hasMore: room.isPassed
      )
    }
  }

  /// Returns the commits of a zone after a version, each with what it did to its record; changes that
  /// were forgotten are left out.
  package func commits(
    since version: Int64,
    in zone: String,
    limit: Int
  ) throws -> [RecordCommit] {
    try store.read { database in
      try database.rows(
        "SELECT \(Self.commitColumns) FROM change WHERE zone = ? AND version > ? "
          + "ORDER BY version LIMIT ?",
        [zone, version, max(1, min(limit, ResourceQuery.mostLimit))]
      ) { (row: borrowing Row) throws(RowError) in try Self.commit(row) }
    }
  }

  /// Returns the commits that changed a record, the newest first, as far as they are among the newest
  /// `reach` changes of its zone.
  package func commits(
    of record: ResourceID,
    in zone: String,
    among reach: Int
  ) throws -> [RecordCommit] {
    try store.read { database in
      try database.rows(
        """
        SELECT \(Self.commitColumns) FROM (
          SELECT \(Self.commitColumns) FROM change WHERE zone = ? ORDER BY version DESC LIMIT ?
        ) AS newest WHERE uuid = ? ORDER BY version DESC
        """,
        [zone, reach, record.text]
      ) { (row: borrowing Row) throws(RowError) in try Self.commit(row) }
    }
  }

  /// Returns the newest commits of all zones, the newest first.
  package func newestCommits(limit: Int) throws -> [RecordCommit] {
    try store.read { database in
      try database.rows(
        "SELECT \(Self.commitColumns) FROM change ORDER BY at DESC, version DESC LIMIT ?",
        [max(1, min(limit, ResourceQuery.mostLimit))]
      ) { (row: borrowing Row) throws(RowError) in try Self.commit(row) }
    }
  }

  private static var commitColumns: String { "zone, version, uuid, op, at, author" }

  private static func commit(_ row: borrowing Row) throws(RowError) -> RecordCommit {
    let (uuid, operation): (String, String) = (try row[2], try row[3])
    guard let id = ResourceID(uuid), let kind = WriteOutcome.Kind(rawValue: operation) else {
      throw RowError(.corrupt, "the change of \(uuid) is \(operation), which is none")
    }
    let author: String? = try row[5]
    return RecordCommit(
      try row[1],
      in: try row[0],
      of: id,
      kind,
      at: Timestamp(milliseconds: try row[4]),
      by: author.flatMap(ChangeAuthor.init)
    )
  }

  /// The zones with their newest versions.
  package func zones() throws -> [String: Int64] {
    try store.read { database in
      let rows = try database.rows("SELECT name, version FROM zone") {
        (row: borrowing Row) throws(RowError) in
        (name: try row[0] as String, version: try row[1] as Int64)
      }
      return Dictionary(rows.map { ($0.name, $0.version) }) { first, _ in first }
    }
  }

  /// The sum of the newest versions of all zones, which rises with each commit, whoever makes it.
  package func commitCount() throws -> Int64 {
    try store.read { database in
      try database.value("SELECT CAST(coalesce(sum(version), 0) AS bigint) FROM zone") ?? 0
    }
  }
}

/// The point at which the changes of a zone are.
struct ZonePlace {
  /// The newest version; 0 for a zone that has none.
  var version: Int64 = 0
  let epoch: StoreEpoch
  /// The version from which on the changes are known.
  var horizon: Int64 = 0
  /// Names the last change of types that converted records or removed some.
  var conversion: [UInt8]?

  init<Connection: SQLConnection & ~Copyable>(
    of zone: String,
    in database: inout Connection
  ) throws {
    let found = try database.first(
      """
      SELECT (SELECT version FROM zone WHERE name = ?1), (SELECT horizon FROM zone WHERE name = ?1),
        (SELECT value FROM meta WHERE name = 'conversion'),
        (SELECT value FROM meta WHERE name = '\(StoreEpoch.name)')
      """,
      [zone]
    ) { (row: borrowing Row) throws(RowError) in
      (
        version: try row[0] as Int64?, horizon: try row[1] as Int64?,
        conversion: try row[2] as [UInt8]?, epoch: try row[3] as [UInt8]?
      )
    }
    // A file that was moved before there were epochs has none.
    epoch = StoreEpoch(found?.epoch ?? [])
    guard let found else { return }
    (version, horizon, conversion) = (found.version ?? 0, found.horizon ?? 0, found.conversion)
  }
}
