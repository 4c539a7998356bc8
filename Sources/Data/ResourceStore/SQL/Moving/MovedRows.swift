// SPDX-License-Identifier: Apache-2.0

import PostgreSQL
import ResourceModel
import SQL
import SQLite

/// The records of a file as of one commit, on a connection of its own.
final class StoreSnapshot {
  var database: Database
  let types: TypeSet

  init(of path: String) throws {
    var configuration = ResourceStore.configuration
    configuration.access = .read
    var database = try Database(path, configuration)
    try database.run("BEGIN")
    types = try ResourceStore.readTypes(in: &database).types
    self.database = database
  }
}

/// The rows that were copied from a snapshot of a file to a database, with a digest of each table on both
/// sides: that of the file is made of what was read there, that of the database of what it returns.
struct MovedRows {
  private(set) var snapshot: StoreSnapshot
  private(set) var source = [TableDigest](repeating: TableDigest(), count: StoreTable.all.count)
  private(set) var target = [TableDigest](repeating: TableDigest(), count: StoreTable.all.count)

  /// The rows of a statement that are tried in this order, so that few statements have to be prepared.
  private static let groups = [128, 16, 1]

  init(_ snapshot: StoreSnapshot) { self.snapshot = snapshot }

  /// Copies the snapshot, and reads back what the database has then.
  mutating func begin(
    at database: inout PostgreSQLConnection,
    _ tell: (StoreMove.Event) throws -> Void
  ) throws {
    for (place, table) in StoreTable.all.enumerated() {
      var last: [SQLValue] = []
      while true {
        let rows = try table.part(after: last, in: &snapshot.database)
        guard let end = rows.last else { break }
        for row in rows { source[place].add(row) }
        try Self.inGroups(rows) {
          try database.post(table.insertion(of: $0.count), $0.flatMap(\.self))
        }
        last = table.key(of: end)
        try tell(.copied(table: table.name, rows: source[place].count))
      }
    }
    for type in snapshot.types.types {
      try StoreCopy(dialect: .postgreSQL).index(type, in: &database)
    }
    for (place, table) in StoreTable.all.enumerated() {
      target[place] = try TableDigest(of: table, in: &database)
    }
  }

  /// Reads the snapshot as a whole, and compares it with what was copied of it and of its changes, so that
  /// a change that the log has missed is found.
  func checkLog() throws {
    for (place, table) in StoreTable.all.enumerated()
    where try TableDigest(of: table, in: &snapshot.database) != source[place] {
      throw StoreError(
        .damaged,
        "the log has missed changes of the table \(table.name); nothing was changed"
      )
    }
  }

  /// Calls `body` with all elements, in groups of few different sizes.
  private static func inGroups<Element>(
    _ elements: [Element],
    _ body: (ArraySlice<Element>) throws -> Void
  ) throws {
    var rest = elements[...]
    for size in groups {
      while rest.count >= size {
        try body(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
    }
  }

  /// Copies what was changed between the snapshot and a later one; returns how many rows that were.
  ///
  /// Rows that were changed are removed before any of them is added, since a value of a unique index may
  /// have gone from one to another.
  ///
  /// - Parameters:
  ///   - round: the round of the log with the first changes behind the snapshot.
  ///   - check: called before each part.
  mutating func advance(
    to next: StoreSnapshot,
    since round: Int64,
    at database: inout PostgreSQLConnection,
    checking check: () throws -> Void
  ) throws -> Int {
    let changed = Set(snapshot.types.types.map(\.name) + next.types.types.map(\.name))
      .filter { snapshot.types[$0] != next.types[$0] }
    for type in snapshot.types.types where changed.contains(type.name) {
      try StoreSchema(.postgreSQL).withdraw(type, from: &database)
    }
    var count = 0
    try forEachPart(of: next, since: round) { place, keys, rows in
      try check()
      count += keys.count
      try rows.remove(keys, at: place, but: changed, in: &database)
    }
    try forEachPart(of: next, since: round) { place, keys, rows in
      try check()
      try rows.add(keys, at: place, of: next, but: changed, in: &database)
    }
    for type in next.types.types where changed.contains(type.name) {
      try StoreCopy(dialect: .postgreSQL).index(type, in: &database)
    }
    snapshot = next
    return count
  }

  /// Calls `body` with the place of a table and some keys of it, for all keys of a round and of later ones.
  private mutating func forEachPart(
    of next: StoreSnapshot,
    since round: Int64,
    _ body: (Int, [[SQLValue]], inout MovedRows) throws -> Void
  ) throws {
    for place in StoreTable.all.indices {
      var last: [SQLValue] = []
      while true {
        let keys = try MoveLog.keys(at: place, since: round, after: last, in: &next.database)
        guard let end = keys.last else { break }
        try body(place, keys, &self)
        last = end
      }
    }
  }

  private mutating func remove(
    _ keys: [[SQLValue]],
    at place: Int,
    but changed: Set<String>,
    in database: inout PostgreSQLConnection
  ) throws {
    let table = StoreTable.all[place]
    for key in keys {
      if let row = try table.row(key, in: &snapshot.database) { source[place].remove(row) }
    }
    if table.name == StoreTable.object.name {
      try forEachLive(keys, of: snapshot.types, but: changed, in: &database) {
        type,
        row,
        database in
        try RecordIndex(type, row.number, in: .postgreSQL).remove(row.resource, in: &database)
      }
    }
    try Self.inGroups(keys) { keys in
      let rows = try database.rows(
        table.returningDeletion(of: keys.count),
        keys.flatMap(\.self)
      ) { (row: borrowing Row) throws(RowError) in try StoreTable.values(row) }
      for row in rows { target[place].remove(row) }
    }
  }

  private mutating func add(
    _ keys: [[SQLValue]],
    at place: Int,
    of next: StoreSnapshot,
    but changed: Set<String>,
    in database: inout PostgreSQLConnection
  ) throws {
    let table = StoreTable.all[place]
    let present = try keys.compactMap { try table.row($0, in: &next.database) }
    for row in present { source[place].add(row) }
    try Self.inGroups(present) { group in
      let rows = try database.rows(
        table.returningInsertion(of: group.count),
        group.flatMap(\.self)
      ) { (row: borrowing Row) throws(RowError) in try StoreTable.values(row) }
      for row in rows { target[place].add(row) }
    }
    guard table.name == StoreTable.object.name else { return }
    try forEachLive(keys, of: next.types, but: changed, in: &database) { type, row, database in
      try StoreCopy.check(row.resource, of: type, in: .postgreSQL)
      try RecordIndex(type, row.number, in: .postgreSQL).add(row.resource, in: &database)
    }
  }

  /// Calls `body` with those records of the database that have some keys and are in the tables of their
  /// types; those of types that change are indexed as a whole.
  private func forEachLive(
    _ keys: [[SQLValue]],
    of types: TypeSet,
    but changed: Set<String>,
    in database: inout PostgreSQLConnection,
    _ body: (ResourceType, StoredRow, inout PostgreSQLConnection) throws -> Void
  ) throws {
    try Self.inGroups(keys) { keys in
      let marks = Array(repeating: "?", count: keys.count).joined(separator: ", ")
      let rows = try database.rows(
        "SELECT \(StoredRow.columns) FROM object AS o WHERE o.deleted IS NULL AND o.uuid IN (\(marks))",
        keys.flatMap(\.self)
      ) { (row: borrowing Row) throws(RowError) in try StoredRow(row) }
      for row in rows {
        guard let type = types[row.resource.type], !changed.contains(type.name) else { continue }
        try body(type, row, &database)
      }
    }
  }
}
