// SPDX-License-Identifier: Apache-2.0

import SQL

/// A table that is copied when a store is copied or moved: all but those that follow from others, and the
/// leases of running processes.
struct StoreTable: Sendable {
  let name: String
  /// The columns of its primary key.
  let key: [String]
  private let others: [String]

  private init(_ name: String, key: [String], _ others: [String] = []) {
    self.name = name
    self.key = key
    self.others = others
  }

  /// The columns in the order of copied rows; the first ones are the key.
  var columns: [String] { key + others }

  /// The table of records.
  static let object = StoreTable(
    "object",
    key: ["uuid"],
    ["type", "zone", "owner", "version", "class", "created", "updated", "deleted", "data"]
  )

  static let all = [
    StoreTable("meta", key: ["name"], ["value"]),
    StoreTable("type", key: ["name"], ["declaration", "live"]),
    StoreTable("zone", key: ["name"], ["version", "horizon"]), object,
    StoreTable("change", key: ["zone", "version"], ["uuid", "op", "at", "author"]),
    StoreTable("idem", key: ["key"], ["request", "answer", "at"]),
    StoreTable("access_grant", key: ["record", "grantee", "\"right\""]),
    StoreTable("credential", key: ["\"user\""], ["hash"]),
    StoreTable(
      "session",
      key: ["id"],
      ["\"user\"", "device", "created", "rotated", "expires", "token", "previous"]
    ),
    StoreTable("code", key: ["digest"], ["purpose", "\"user\"", "content", "expires"]),
    StoreTable("app_key", key: ["digest"], ["app"]),
    StoreTable("record_file", key: ["record", "digest"]),
    StoreTable(
      "outbox",
      key: ["id"],
      ["receiver", "about", "body", "created", "expires", "attempts", "reason", "dead"]
    ),
    StoreTable("second_factor", key: ["\"user\""], ["secret", "confirmed", "step", "since"]),
    StoreTable("recovery_code", key: ["digest"], ["\"user\""]),
    StoreTable("identity", key: ["issuer", "subject"], ["\"user\""]),
    StoreTable("delivery", key: ["receiver", "zone"], ["version"]),
  ]

  func key(of row: [SQLValue]) -> [SQLValue] { Array(row.prefix(key.count)) }
}

extension StoreTable {
  /// The most rows of a part, and the bytes after which it ends.
  private static let (partRows, partBytes) = (500, 4_194_304)

  private var names: String { columns.joined(separator: ", ") }

  private static func marks(_ count: Int) -> String {
    Array(repeating: "?", count: count).joined(separator: ", ")
  }

  private static func groups(_ count: Int, of columns: Int) -> String {
    Array(repeating: "(\(marks(columns)))", count: count).joined(separator: ", ")
  }

  /// Returns the next rows in the order of their keys; none behind the last one.
  func part<Connection: SQLConnection & ~Copyable>(
    after last: [SQLValue],
    in database: inout Connection
  ) throws -> [[SQLValue]] {
    let order = key.joined(separator: ", ")
    let isBehind = last.isEmpty ? "" : "WHERE (\(order)) > (\(Self.marks(last.count)))"
    var rows: [[SQLValue]] = []
    var bytes = 0
    try database.visit(
      "SELECT \(names) FROM \(name) \(isBehind) ORDER BY \(order) LIMIT \(Self.partRows)",
      last
    ) { (row: borrowing Row) throws(RowError) in
      let values = try Self.values(row)
      bytes += values.reduce(0) { $0 + $1.byteCount }
      rows.append(values)
      return bytes < Self.partBytes
    }
    return rows
  }

  /// Returns the row with a key; `nil` if there is none.
  func row<Connection: SQLConnection & ~Copyable>(
    _ key: [SQLValue],
    in database: inout Connection
  ) throws -> [SQLValue]? {
    let condition = self.key.map { "\($0) = ?" }.joined(separator: " AND ")
    return try database.first("SELECT \(names) FROM \(name) WHERE \(condition)", key) {
      (row: borrowing Row) throws(RowError) in try Self.values(row)
    }
  }

  static func values(_ row: borrowing Row) throws(RowError) -> [SQLValue] {
    var values: [SQLValue] = []
    for column in 0..<row.count { values.append(try row[column]) }
    return values
  }

  /// The statement that inserts so many rows.
  func insertion(of count: Int) -> String {
    "INSERT INTO \(name) (\(names)) VALUES \(Self.groups(count, of: columns.count))"
  }

  /// The statement that inserts so many rows and returns them.
  func returningInsertion(of count: Int) -> String { "\(insertion(of: count)) RETURNING \(names)" }

  /// The statement that deletes the rows with so many keys and returns them.
  func returningDeletion(of count: Int) -> String {
    let order = key.joined(separator: ", ")
    return "DELETE FROM \(name) WHERE (\(order)) IN (\(Self.groups(count, of: key.count))) "
      + "RETURNING \(names)"
  }
}

extension SQLValue {
  /// The bytes that the value takes in memory, approximately.
  fileprivate var byteCount: Int {
    switch self {
    case .null, .integer, .real: 8
    case .text(let text): text.utf8.count
    case .blob(let bytes): bytes.count
    }
  }
}
