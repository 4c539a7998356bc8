// SPDX-License-Identifier: Apache-2.0

import ResourceModel
import SQL

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
