// SPDX-License-Identifier: Apache-2.0

import Digests
import ResourceModel
import SQL

/// Copies a store to a new one of any engine, table by table.
///
/// Rows are read in parts by their keys, so that neither side holds more than a part in memory. What
/// follows from records and types (edges, points, texts, indexes) is made anew at the target.
struct StoreCopy {
  /// The rows that are read at once.
  private static let part = 500

  /// A table with its columns; the first ones are its key.
  private struct Table {
    let name: String
    let key: [String]
    let others: [String]

    init(_ name: String, key: [String], _ others: [String] = []) {
      self.name = name
      self.key = key
      self.others = others
    }

    var columns: [String] { key + others }
  }

  private static let tables = [
    Table("meta", key: ["name"], ["value"]),
    Table("type", key: ["name"], ["declaration", "live"]),
    Table("zone", key: ["name"], ["version", "horizon"]),
    Table(
      "object",
      key: ["uuid"],
      ["type", "zone", "owner", "version", "class", "created", "updated", "deleted", "data"]
    ),
    Table("change", key: ["zone", "version"], ["uuid", "op", "at"]),
    Table("idem", key: ["key"], ["request", "answer", "at"]),
    Table("access_grant", key: ["record", "grantee", "\"right\""]),
    Table("credential", key: ["\"user\""], ["hash"]),
    Table(
      "session",
      key: ["id"],
      ["\"user\"", "device", "created", "rotated", "expires", "token", "previous"]
    ),
    Table("code", key: ["digest"], ["purpose", "\"user\"", "content", "expires"]),
    Table("app_key", key: ["digest"], ["app"]),
    Table("record_file", key: ["record", "digest"]),
    Table(
      "outbox",
      key: ["id"],
      ["receiver", "about", "body", "created", "expires", "attempts", "reason", "dead"]
    ),
    Table("identity", key: ["issuer", "subject"], ["\"user\""]),
    Table("delivery", key: ["receiver", "zone"], ["version"]),
  ]

  /// The dialect of the target.
  let dialect: StoreDialect

  /// Copies everything to a target whose tables are new, within transactions of both.
  func copy<Source: SQLConnection & ~Copyable, Target: SQLConnection & ~Copyable>(
    _ types: TypeSet,
    from source: inout Source,
    to target: inout Target
  ) throws {
    // A new store has a secret and a zone of its own.
    try target.run("DELETE FROM meta")
    try target.run("DELETE FROM zone")
    for table in Self.tables { try copy(table, from: &source, to: &target) }
    for type in types.types { try index(type, in: &target) }
  }

  private func copy<Source: SQLConnection & ~Copyable, Target: SQLConnection & ~Copyable>(
    _ table: Table,
    from source: inout Source,
    to target: inout Target
  ) throws {
    let (columns, key) = (table.columns, table.key.joined(separator: ", "))
    let names = columns.joined(separator: ", ")
    func marks(_ count: Int) -> String {
      Array(repeating: "?", count: count).joined(separator: ", ")
    }
    let insertion = "INSERT INTO \(table.name) (\(names)) VALUES (\(marks(columns.count)))"
    var last: [SQLValue] = []
    while true {
      let isBehind = last.isEmpty ? "" : "WHERE (\(key)) > (\(marks(last.count)))"
      let rows = try source.rows(
        "SELECT \(names) FROM \(table.name) \(isBehind) ORDER BY \(key) LIMIT \(Self.part)",
        last
      ) { (row: borrowing Row) throws(RowError) in
        var values: [SQLValue] = []
        for column in columns.indices { values.append(try row[column]) }
        return values
      }
      for row in rows { try target.post(insertion, row) }
      guard rows.count == Self.part, let end = rows.last else { return }
      last = Array(end.prefix(table.key.count))
    }
  }

  /// Adds to the schema what a type needs, and its live records to that.
  private func index<Target: SQLConnection & ~Copyable>(
    _ type: ResourceType,
    in target: inout Target
  ) throws {
    let additions = StoreSchema(dialect).additions(of: type).sorted { $0.key < $1.key }
    for (name, statement) in additions where name.hasPrefix("TABLE") {
      try target.execute(statement)
    }
    var last = ""
    while true {
      let rows = try target.rows(
        """
        SELECT \(StoredRow.columns) FROM object AS o
        WHERE \(StoreSchema.isLive(type, alias: "o.")) AND o.uuid > ?
        ORDER BY o.uuid LIMIT \(Self.part)
        """,
        [last]
      ) { (row: borrowing Row) throws(RowError) in try StoredRow(row) }
      for row in rows {
        try RecordIndex(type, row.number, in: dialect).add(row.resource, in: &target)
      }
      guard rows.count == Self.part, let end = rows.last else { break }
      last = end.resource.id.text
    }
    for (name, statement) in additions where name.hasPrefix("INDEX") {
      try target.execute(statement)
    }
  }

  /// Compares the records of two stores by a digest of each type; returns how many there are.
  static func compare<First: SQLConnection & ~Copyable, Second: SQLConnection & ~Copyable>(
    _ first: inout First,
    _ second: inout Second
  ) throws -> [String: Int] {
    let expected = try digests(in: &first)
    let copied = try digests(in: &second)
    guard expected == copied else {
      let types = Set(expected.keys).union(copied.keys).filter { expected[$0] != copied[$0] }
      throw StoreError(
        .damaged,
        "the copy differs in \(types.sorted().joined(separator: ", ")); nothing was changed"
      )
    }
    return expected.mapValues(\.count)
  }

  /// The number of the records of a type, deleted ones too, and a digest of all that they are.
  private struct Digest: Equatable {
    var count = 0
    var chain: [UInt8] = []

    mutating func add(_ row: [SQLValue]) {
      count += 1
      chain = SHA256.digest(of: (chain + Array("\(row)".utf8)).span)
    }
  }

  private static func digests<Connection: SQLConnection & ~Copyable>(
    in database: inout Connection
  ) throws -> [String: Digest] {
    var digests: [String: Digest] = [:]
    var last = ""
    while true {
      let rows = try database.rows(
        """
        SELECT \(StoredRow.columns) FROM object AS o WHERE o.uuid > ?
        ORDER BY o.uuid LIMIT \(part)
        """,
        [last]
      ) { (row: borrowing Row) throws(RowError) in
        // The first column is the number, which each store gives itself.
        try (1..<StoredRow.columnCount).map { column throws(RowError) in try row[column] as SQLValue
        }
      }
      for row in rows {
        guard case .text(let type) = row[1], case .text(let uuid) = row[0] else { continue }
        digests[type, default: Digest()].add(row)
        last = uuid
      }
      guard rows.count == part else { return digests }
    }
  }
}
