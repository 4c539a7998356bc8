// SPDX-License-Identifier: Apache-2.0

import DataFiles
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
}

/// The room that a page still has for records; its first one always fits.
struct PageRoom {
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
