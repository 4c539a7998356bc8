// SPDX-License-Identifier: Apache-2.0

import DataFiles
import ResourceModel
import SQL

/// A row of the table of records.
struct StoredRow {
  /// The number by which the tables of points and texts know the record.
  let number: Int64
  let resource: Resource
  /// The number of bytes of the attributes.
  let byteCount: Int

  static let columns =
    "o.id, o.uuid, o.type, o.zone, o.owner, o.version, o.class, o.created, o.updated, o.deleted, "
    + "o.data"
  static let columnCount = 11
  private static let byID = "SELECT \(columns) FROM object AS o WHERE o.uuid = ?"

  init(_ row: borrowing Row) throws(RowError) {
    number = try row[0]
    let record = try StoredRecord(row)
    byteCount = record.byteCount
    do throws(StoreError) {
      resource = try record.resource()
    } catch {
      throw RowError(.corrupt, error.message)
    }
  }

  /// Returns the row of a record.
  static func find<Connection: SQLConnection & ~Copyable>(
    _ id: ResourceID,
    in database: inout Connection
  ) throws -> StoredRow? {
    try database.first(byID, [id.text]) { (row: borrowing Row) throws(RowError) in
      try StoredRow(row)
    }
  }

  /// Returns the records of some ids that are not deleted, in the order of these, and the bytes that are left.
  ///
  /// - Parameter most: the most bytes that they have together; throws for more.
  static func find(
    _ ids: [ResourceID],
    atMost most: Int,
    _ dialect: StoreDialect,
    in database: inout StoreConnection
  ) throws -> ([Resource], rest: Int) {
    guard !ids.isEmpty else { return ([], most) }
    let condition = dialect.isAmong("o.uuid", of: .string(""))
    let rows = "SELECT \(columns) FROM object AS o WHERE \(condition) AND deleted IS NULL"
    let list = try FilterSQL.list(ids.map { .text($0.text) })
    var found: [ResourceID: Resource] = [:]
    var rest = most
    try database.visit(dialect.limited(rows, to: most), [list]) {
      (row: borrowing Row) throws(RowError) in
      let row = try StoredRow(row)
      rest -= row.byteCount
      found[row.resource.id] = row.resource
      return rest >= 0
    }
    guard rest >= 0 else {
      throw StoreError(
        .costly,
        "the records of include have more than \(most) bytes; expected a smaller limit, or no include"
      )
    }
    return (ids.compactMap { found[$0] }, rest)
  }

  /// Calls `body` with the live records of a type, some hundred at once in the order of their ids, until it returns
  /// false.
  static func visitLive<Connection: SQLConnection & ~Copyable>(
    _ type: ResourceType,
    in database: inout Connection,
    _ body: ([StoredRow], inout Connection) throws -> Bool
  ) throws {
    var last = ""
    while true {
      let rows = try database.rows(
        """
        SELECT \(columns) FROM object AS o
        WHERE \(StoreSchema.isLive(type, alias: "o.")) AND o.uuid > ? ORDER BY o.uuid LIMIT 500
        """,
        [last]
      ) { (row: borrowing Row) throws(RowError) in try StoredRow(row) }
      guard let end = rows.last, try body(rows, &database) else { return }
      last = end.resource.id.text
    }
  }

  /// Returns a record with its attributes as they are stored.
  static func record<Connection: SQLConnection & ~Copyable>(
    _ id: ResourceID,
    in database: inout Connection
  ) throws -> StoredRecord? {
    var record: StoredRecord?
    try database.visit(byID, [id.text]) { (row: borrowing Row) throws(RowError) in
      record = try StoredRecord(row)
      return false
    }
    return record
  }

  /// The attributes as the column `data` has them.
  static func data(_ resource: Resource) throws(DataFileError) -> String {
    let bytes = try JSONWriter().bytes(of: DataValue(.dictionary(resource.attributes)))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension StoredRecord {
  /// - Parameter row: one with the columns of `StoredRow`.
  init(_ row: borrowing Row) throws(RowError) {
    let uuid: String = try row[1]
    guard let id = ResourceID(uuid) else {
      throw RowError(.corrupt, "the row of \(uuid) is no record")
    }
    let deleted: Int64? = try row[9]
    var resource = Resource(
      id,
      of: try row[2],
      zone: try row[3],
      version: try row[5],
      classVersion: try row[6],
      created: Timestamp(milliseconds: try row[7]),
      updated: Timestamp(milliseconds: try row[8]),
      DataDictionary()
    )
    resource.owner = try row[4]
    resource.deleted = deleted.map { Timestamp(milliseconds: $0) }
    self.init(resource, attributes: try row[10])
  }
}
