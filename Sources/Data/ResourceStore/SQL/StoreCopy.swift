// SPDX-License-Identifier: Apache-2.0

import ResourceModel
import SQL

/// Copies a store to a new one of any engine, table by table.
///
/// Rows are read in parts by their keys, so that neither side holds more than a part in memory. What
/// follows from records and types (edges, points, texts, indexes) is made anew at the target.
package struct StoreCopy {
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
    try StoredRow.visitLive(type, in: &target) { rows, target in
      for row in rows {
        try Self.check(row.resource, of: type, in: dialect)
        try RecordIndex(type, row.number, in: dialect).add(row.resource, in: &target)
      }
      return true
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

  /// Compares all tables of two stores; returns the number of records of each type, deleted ones too.
  static func compare<First: SQLConnection & ~Copyable, Second: SQLConnection & ~Copyable>(
    _ first: inout First,
    _ second: inout Second
  ) throws -> [String: Int] {
    var differing: [String] = []
    for table in StoreTable.all {
      let expected = try TableDigest(of: table, in: &first)
      if try TableDigest(of: table, in: &second) != expected { differing.append(table.name) }
    }
    try check(differing)
    return try records(in: &second)
  }

  /// Returns the number of records of each type, deleted ones too.
  static func records<Connection: SQLConnection & ~Copyable>(
    in database: inout Connection
  ) throws -> [String: Int] {
    let counts = try database.rows("SELECT type, count(*) FROM object GROUP BY type") {
      (row: borrowing Row) throws(RowError) in (try row[0] as String, try row[1] as Int)
    }
    return Dictionary(counts) { first, _ in first }
  }

  /// Throws if a copy differs in some tables.
  static func check(_ differing: [String]) throws(StoreError) {
    guard !differing.isEmpty else { return }
    throw StoreError(
      .damaged,
      "the copy differs in the tables \(differing.joined(separator: ", ")); nothing was changed"
    )
  }
}
