// SPDX-License-Identifier: Apache-2.0

import Digests
import ResourceModel
import SQL

/// Copies a store to a new one of any engine, table by table.
///
/// Rows are read in parts by their keys, so that neither side holds more than a part in memory. What
/// follows from records and types (edges, points, texts, indexes) is made anew at the target.
struct StoreCopy {
  /// The records that are indexed or compared at once.
  private static let part = 500

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
    for table in StoreTable.all { try copy(table, from: &source, to: &target) }
    for type in types.types { try index(type, in: &target) }
  }

  private func copy<Source: SQLConnection & ~Copyable, Target: SQLConnection & ~Copyable>(
    _ table: StoreTable,
    from source: inout Source,
    to target: inout Target
  ) throws {
    let insertion = table.insertion(of: 1)
    var last: [SQLValue] = []
    while true {
      let rows = try table.part(after: last, in: &source)
      guard let end = rows.last else { return }
      for row in rows { try target.post(insertion, row) }
      last = table.key(of: end)
    }
  }

  /// Adds to the schema what a type needs, and its live records to that.
  func index<Target: SQLConnection & ~Copyable>(
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
        try Self.check(row.resource, of: type, in: dialect)
        try RecordIndex(type, row.number, in: dialect).add(row.resource, in: &target)
      }
      guard rows.count == Self.part, let end = rows.last else { break }
      last = end.resource.id.text
    }
    for (name, statement) in additions where name.hasPrefix("INDEX") {
      try target.execute(statement)
    }
  }

  /// Refuses a record that the engine of the target cannot keep.
  static func check(
    _ resource: Resource,
    of type: ResourceType,
    in dialect: StoreDialect
  ) throws(StoreError) {
    guard let obstacle = dialect.obstacle(to: resource, of: type) else { return }
    throw StoreError(
      .invalid([obstacle]),
      "the record \(resource.id) cannot be copied: \(obstacle.description)"
    )
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
