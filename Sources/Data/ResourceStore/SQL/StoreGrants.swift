// SPDX-License-Identifier: Apache-2.0

package import ResourceModel
import SQL

/// The grants on records in a store.
package struct StoreGrants: Sendable {
  let store: ResourceStore

  /// Returns the grants on records, to some grantees or to all.
  package func on(
    _ records: [ResourceID],
    to grantees: [String]?
  ) throws -> [AccessGrant] {
    try store.read { try GrantRows.find(on: records, to: grantees, in: &$0) }
  }

  /// Replaces the grants on a record, which gets a new version, so that those who may see it from
  /// now on find it among the changes.
  package func set(
    _ grants: [AccessGrant],
    on record: ResourceID,
    at now: Timestamp,
    by author: ChangeAuthor?
  ) throws -> Resource {
    try store.write { database in
      let touched = try touch(record, at: now, by: author, in: &database)
      try database.run("DELETE FROM access_grant WHERE record = ?", [record.text])
      for grant in Set(grants) where grant.record == record {
        try database.run(
          "INSERT INTO access_grant VALUES (?, ?, ?)",
          [record.text, grant.grantee, grant.right]
        )
      }
      return touched
    }
  }

  /// Returns grants on records that are not deleted.
  package func matching(_ query: GrantQuery) throws -> [AccessGrant] {
    try store.read { database in
      let statement = GrantSQL(query, types: store.types.types.map(\.name))
      return try database.rows(statement.text, statement.values) {
        (row: borrowing Row) throws(RowError) in
        let record: String = try row[0]
        guard let id = ResourceID(record) else {
          throw RowError(.corrupt, "a grant is on \(record), which is no id")
        }
        return AccessGrant(try row[2], on: id, to: try row[1])
      }
    }
  }

  /// Counts the grants on records that are not deleted, to grantees whose ids have a prefix.
  ///
  /// - Parameter reach: the most grants that are looked at, in the order of their grantees.
  package func counts(toPrefix prefix: String, among reach: Int) throws -> [GrantCount] {
    try store.read { database in
      try database.rows(
        """
        SELECT g.grantee, o.type, g.word, count(*) FROM (
          SELECT grantee, "right" AS word, record FROM access_grant
          WHERE grantee >= ? AND grantee < ? ORDER BY grantee, "right", record LIMIT ?
        ) AS g JOIN object AS o ON o.uuid = g.record
        WHERE o.deleted IS NULL GROUP BY g.grantee, o.type, g.word ORDER BY g.grantee, o.type, g.word
        """,
        ["\(prefix)-", "\(prefix).", max(1, reach)]
      ) { (row: borrowing Row) throws(RowError) in
        GrantCount(try row[2], on: try row[1], to: try row[0], records: try row[3])
      }
    }
  }

  /// Adds one grant to those on a record, which gets a new version.
  package func add(
    _ grant: AccessGrant,
    at now: Timestamp,
    by author: ChangeAuthor?
  ) throws -> GrantChange {
    try store.write { database in
      let known = try GrantRows.find(on: [grant.record], to: nil, in: &database)
      guard known.contains(grant) || known.count < AccessGrant.most else { return .full }
      let added = try database.run(
        "INSERT INTO access_grant VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [grant.record.text, grant.grantee, grant.right]
      )
      guard added > 0 else { return .unchanged }
      return .changed(try touch(grant.record, at: now, by: author, in: &database))
    }
  }

  /// Removes one of the grants on a record, which gets a new version.
  package func remove(
    _ grant: AccessGrant,
    at now: Timestamp,
    by author: ChangeAuthor?
  ) throws -> GrantChange {
    try store.write { database in
      let removed = try database.run(
        "DELETE FROM access_grant WHERE record = ? AND grantee = ? AND \"right\" = ?",
        [grant.record.text, grant.grantee, grant.right]
      )
      guard removed > 0 else { return .unchanged }
      return .changed(try touch(grant.record, at: now, by: author, in: &database))
    }
  }

  /// Gives a record a new version, so that those who may see it from now on find it among the changes.
  private func touch(
    _ record: ResourceID,
    at now: Timestamp,
    by author: ChangeAuthor?,
    in database: inout StoreConnection
  ) throws -> Resource {
    try store.writeRecords(at: now, by: author, in: &database) { writer, database in
      try writer.touch(record, in: &database)
    }
  }
}

/// The statement of a search for grants.
private struct GrantSQL {
  private(set) var text: String
  private(set) var values: [any SQLConvertible] = []

  private static let columns = "g.record, g.grantee, g.\"right\""

  init(_ query: GrantQuery, types: [String]) {
    text = ""
    if let user = query.user {
      // Each half has an index of its own.
      let grantees = [user.text] + query.groups
      select(from: "access_grant AS g JOIN object AS o ON o.uuid = g.record", query)
      filter("g.grantee IN (\(GrantSQL.places(grantees.count)))", grantees)
      text += " UNION "
      select(from: "object AS o JOIN access_grant AS g ON g.record = o.uuid", query)
      filter("o.type IN (\(GrantSQL.places(types.count)))", types)
      filter("o.owner = ?", [user.text])
    } else {
      select(from: "access_grant AS g JOIN object AS o ON o.uuid = g.record", query)
    }
    text += " ORDER BY 1, 2, 3 LIMIT ?"
    values.append(max(1, query.limit))
  }

  private mutating func select(from tables: String, _ query: GrantQuery) {
    text += "SELECT \(GrantSQL.columns) FROM \(tables) WHERE o.deleted IS NULL"
    if let record = query.record { filter("g.record = ?", [record.text]) }
    if let grantee = query.grantee { filter("g.grantee = ?", [grantee]) }
    if let right = query.right { filter("g.\"right\" = ?", [right]) }
    if let after = query.after {
      filter(
        "(\(GrantSQL.columns)) > (?, ?, ?)",
        [after.record.text, after.grantee, after.right]
      )
    }
  }

  private mutating func filter(_ condition: String, _ texts: [String]) {
    text += " AND \(condition)"
    values += texts.map { $0 as any SQLConvertible }
  }

  private static func places(_ count: Int) -> String {
    count == 0 ? "NULL" : Array(repeating: "?", count: count).joined(separator: ", ")
  }
}

/// The rows of grants.
enum GrantRows {
  /// Returns the grants on some records: all of them, or those to some grantees.
  static func find<Connection: SQLConnection & ~Copyable>(
    on records: [ResourceID],
    to grantees: [String]?,
    in database: inout Connection
  ) throws -> [AccessGrant] {
    guard !records.isEmpty, grantees?.isEmpty != true else { return [] }
    let among = grantees.map { Set($0) }
    var found: [AccessGrant] = []
    for record in records {
      found += try database.rows(
        "SELECT grantee, \"right\" FROM access_grant WHERE record = ? ORDER BY grantee, \"right\"",
        [record.text]
      ) { (row: borrowing Row) throws(RowError) in
        AccessGrant(try row[1], on: record, to: try row[0])
      }
    }
    return found.filter { among?.contains($0.grantee) ?? true }
  }
}
