// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Filters
package import ResourceModel
import SQL

extension ResourceStore {
  /// Returns a record; one that was deleted only with `withDeleted`.
  package func resource(_ id: ResourceID, withDeleted: Bool) throws -> Resource? {
    let found = try read { try StoredRow.find(id, in: &$0)?.resource }
    return withDeleted || found?.deleted == nil ? found : nil
  }

  /// Returns records that are not deleted, in the order of their ids.
  ///
  /// - Parameter bytes: the most bytes that they have together, from which theirs are taken; throws for more.
  package func resources(_ ids: [ResourceID], atMost bytes: inout Int) throws -> [Resource] {
    let most = bytes
    let (found, rest) = try read { database in
      try StoredRow.find(ids, atMost: most, self.dialect, in: &database)
    }
    bytes = rest
    return found
  }

  /// The same for a record that is not deleted, without waiting for anything but the disk: neither for a
  /// network nor for a connection that others use.
  package func promptRecord(_ id: ResourceID) throws -> PromptRead<StoredRecord?> {
    guard dialect == .sqlite else { return .wouldWait }
    return try StoreError.translating {
      let found = try database.readIfFree { try StoredRow.record(id, in: &$0) }
      return found.map { .done($0?.bare.deleted == nil ? $0 : nil) } ?? .wouldWait
    }
  }

  package func page(_ query: ResourceQuery) throws -> ResourcePage {
    let list = try ListSQL(query, token: try PageToken(of: query, key: secret), in: dialect)
    let limit = max(1, min(query.limit, ResourceQuery.mostLimit))
    return try read { database in
      try query.admit(by: self.settings, in: &database)
      // The sort keys of the last record that is shown.
      var keys: [SQLValue] = []
      var records: [StoredRecord] = []
      var room = PageRoom(records: limit, bytes: query.bytes)
      try database.visit(
        self.dialect.limited(list.page, to: query.bytes),
        list.values + [limit + 1]
      ) { (row: borrowing Row) throws(RowError) in
        let record = try StoredRecord(row)
        guard room.take(record.byteCount) else { return false }
        records.append(record)
        keys.removeAll(keepingCapacity: true)
        for index in query.order.indices { keys.append(try row[StoredRow.columnCount + index]) }
        return true
      }
      let offset = list.offset
      var next: String?
      if room.isPassed, let last = records.last {
        let token = PageToken(
          keys: keys.map(\.dataValue),
          id: last.id.text,
          offset: offset + records.count
        )
        next = try token.sealed(for: query, key: self.secret)
      }
      let (total, isExact) = try list.total(
        of: query,
        counting: self.settings.countedRecords,
        in: &database
      )
      let place = try ZonePlace(of: query.zone ?? "", in: &database)
      return ResourcePage(
        offset: offset,
        records: records,
        total: total,
        isTotalExact: isExact,
        next: next,
        position: ChangePosition(place.version, of: place.epoch),
        conversion: place.conversion
      )
    }
  }

  /// Returns the ids of the records that a query finds, one more than its limit at most.
  package func ids(_ query: ResourceQuery) throws -> [ResourceID] {
    let list = try ListSQL(query, token: nil, in: dialect)
    return try read { database in
      try query.admit(by: settings, in: &database)
      return try list.ids(in: &database)
    }
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
    return try read { database in
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
      try database.visit(self.dialect.limited(rows, to: bytes), [zone, version, limit + 1]) {
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
}

extension ResourceStore {
  /// Returns the commits of a zone after a version, each with what it did to its record; changes that
  /// were forgotten are left out.
  package func commits(
    since version: Int64,
    in zone: String,
    limit: Int
  ) throws -> [RecordCommit] {
    try read { database in
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
    try read { database in
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
    try read { database in
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

  /// The number of records that are deleted and not forgotten yet, and the instant of the first
  /// deletion.
  package func deletedRecords() throws -> (count: Int, oldest: Timestamp?) {
    try read { database in
      let found = try database.first(
        "SELECT count(*), min(deleted) FROM object WHERE deleted IS NOT NULL",
        []
      ) { (row: borrowing Row) throws(RowError) in
        (count: try row[0] as Int, oldest: try row[1] as Int64?)
      }
      return (found?.count ?? 0, found?.oldest.map { Timestamp(milliseconds: $0) })
    }
  }

  /// The zones with their newest versions.
  package func zones() throws -> [String: Int64] {
    try read { database in
      let rows = try database.rows("SELECT name, version FROM zone") {
        (row: borrowing Row) throws(RowError) in
        (name: try row[0] as String, version: try row[1] as Int64)
      }
      return Dictionary(rows.map { ($0.name, $0.version) }) { first, _ in first }
    }
  }

  /// The sum of the newest versions of all zones, which rises with each commit, whoever makes it.
  package func commitCount() throws -> Int64 {
    try read { database in
      try database.value("SELECT CAST(coalesce(sum(version), 0) AS bigint) FROM zone") ?? 0
    }
  }
}

/// The room that a page still has for records; its first one always fits.
private struct PageRoom {
  private var records: Int
  private var bytes: Int
  private var isEmpty = true
  /// Whether there was a record without room.
  private(set) var isPassed = false

  init(records: Int, bytes: Int) {
    self.records = records
    self.bytes = bytes
  }

  /// Takes the room for a record of some bytes; `false` if there is none.
  mutating func take(_ count: Int) -> Bool {
    records -= 1
    bytes -= count
    isPassed = records < 0 || bytes < 0 && !isEmpty
    isEmpty = false
    return !isPassed
  }
}

/// The point at which the changes of a zone are.
private struct ZonePlace {
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

extension SQLValue {
  /// The value of a sort key as JSON.
  fileprivate var dataValue: DataValue {
    switch self {
    case .null, .blob: .null
    case .integer(let integer): .integer(integer)
    case .real(let number): DataValue(.decimal(DataDecimal(number)))
    case .text(let text): .text(text)
    }
  }
}
