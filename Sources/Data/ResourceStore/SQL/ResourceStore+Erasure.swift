// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import ResourceModel
import SQL

extension ResourceStore {
  /// Erases a user with all that belongs to it: the records that it owns, deleted ones too, passwords,
  /// sessions, codes, messages, grants, kept answers, and its name as the author of changes. What is left of
  /// the records is that they are gone.
  package func erase(_ user: ResourceID, at now: Timestamp) throws -> Erasure {
    try write { [self] database in
      var names = [user.text]
      names += try database.rows(
        "SELECT id FROM session WHERE \"user\" = ? ORDER BY id",
        [user.text]
      ) { (row: borrowing Row) throws(RowError) in try row[0] as String }
      var changed: [Resource] = []
      let live = try RecordWriter(self, at: now, by: .erasure).live(of: user, in: &database)
      names += live.filter { $0.type == PeopleTypes.devices }.map(\.id.text)
      let old: Int? = try database.value(
        "SELECT count(*) FROM object WHERE \(Self.isLeft)",
        [user.text]
      )
      let own = live.first { $0.id == user }
      var files: Set<String> = []
      try writeRecords(at: now, by: .erasure, in: &database) { writer, database in
        for resource in live {
          files.formUnion(try FileRows.remove(of: resource.id, in: &database))
          changed += try writer.erase(resource.id, in: &database)
          try database.run("DELETE FROM access_grant WHERE record = ?", [resource.id.text])
        }
      }
      // Those that were deleted before, or just now because another one was.
      let left = try database.rows("SELECT uuid FROM object WHERE \(Self.isLeft)", [user.text]) {
        (row: borrowing Row) throws(RowError) in try row[0] as String
      }
      for id in left.compactMap(ResourceID.init) {
        files.formUnion(try FileRows.remove(of: id, in: &database))
      }
      try database.run(
        "UPDATE object SET data = '{}', owner = NULL WHERE \(Self.isLeft)",
        [user.text]
      )
      for statement in [
        "DELETE FROM credential WHERE \"user\" = ?", "DELETE FROM session WHERE \"user\" = ?",
        "DELETE FROM code WHERE \"user\" = ?", "DELETE FROM access_grant WHERE grantee = ?",
        "DELETE FROM identity WHERE \"user\" = ?", "DELETE FROM second_factor WHERE \"user\" = ?",
        "DELETE FROM recovery_code WHERE \"user\" = ?",
      ] {
        try database.run(statement, [user.text])
      }
      for name in [user.text, own?.attributes["email"]?.string].compactMap(\.self) {
        try database.run("DELETE FROM outbox WHERE about = ?", [name])
      }
      let author = ChangeAuthor.user(user)
      try database.run(
        "UPDATE change SET author = replace(author, ?1, ?3) WHERE author IN (?1, ?2)",
        [author.text, author.byReference.text, ChangeAuthor.erased]
      )
      let prefix = IdempotencyKey.prefix(of: user.text)
      try database.run(
        "DELETE FROM idem WHERE key >= ? AND key < ?",
        [prefix, FilterSQL.successor(ofPrefix: prefix)]
      )
      return Erasure(
        changed: changed,
        records: live.count + (old ?? 0),
        names: names,
        files: files.sorted()
      )
    }
  }
}

extension ResourceStore {
  /// The deleted records of a user that still have their content.
  fileprivate static var isLeft: String {
    "deleted IS NOT NULL AND (owner = ?1 OR uuid = ?1 AND CAST(data AS text) != '{}')"
  }
}

extension RecordWriter {
  /// Returns the live records that belong to a user, its own last, since others may refer to it.
  func live(of user: ResourceID, in database: inout StoreConnection) throws -> [Resource] {
    var found: [Resource] = []
    for type in types.types {
      found += try database.rows(
        """
        SELECT \(StoredRow.columns) FROM object AS o
        WHERE \(StoreSchema.isLive(type, alias: "o.")) AND o.owner = ? AND o.uuid != ?
        """,
        [user.text, user.text]
      ) { (row: borrowing Row) throws(RowError) in try StoredRow(row).resource }
    }
    let own = try StoredRow.find(user, in: &database)?.resource
    return found + [own].compactMap(\.self).filter { $0.deleted == nil }
  }

  /// Deletes a record for good but for its id and version, which tell clients that it is gone; returns
  /// it with others that changed.
  mutating func erase(_ id: ResourceID, in database: inout StoreConnection) throws -> [Resource] {
    guard let row = try StoredRow.find(id, in: &database), let type = types.type(of: id) else {
      return []
    }
    var changed: [Resource] = []
    // Another one's erasure may have deleted it already.
    guard row.resource.deleted == nil else { return [] }
    try letGo(of: row.resource, in: &database, &changed)
    var erased = row.resource
    erased.attributes = erased.attributes.keeping { _ in false }
    erased.owner = nil
    erased.deleted = now
    erased.updated = now
    return changed + [try store(erased, over: row, of: type, .deleted, in: &database)]
  }

  /// Does to the records that refer to an erased one what their types declare. What would restrict a
  /// deletion does not restrict an erasure: the reference is removed where it may be missing.
  private mutating func letGo(
    of erased: Resource,
    in database: inout StoreConnection,
    _ others: inout [Resource]
  ) throws {
    let edges = try database.rows(
      "SELECT src, rel FROM edge WHERE dst = ? AND src != dst ORDER BY src, rel",
      [erased.id.text]
    ) { (row: borrowing Row) throws(RowError) in
      (source: try row[0] as String, name: try row[1] as String)
    }
    for edge in edges {
      guard let id = ResourceID(edge.source),
        let attribute = types.type(of: id)?.attribute(edge.name)
      else { continue }
      let isKept =
        attribute.onDelete != .cascade && attribute.isRequired && !attribute.isList
      if !isKept { try release(id, attribute, of: erased, in: &database, &others) }
    }
  }
}
