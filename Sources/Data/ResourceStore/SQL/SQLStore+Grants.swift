// SPDX-License-Identifier: Apache-2.0

package import ResourceModel
import SQL

extension SQLStore where Connection: ~Copyable {
  package func grants(
    on records: [ResourceID],
    to grantees: [String]?
  ) throws -> [AccessGrant] {
    try read { try GrantRows.find(on: records, to: grantees, in: &$0) }
  }

  package func setGrants(
    _ grants: [AccessGrant],
    on record: ResourceID,
    at now: Timestamp
  ) throws -> Resource {
    try write { database in
      let touched = try writeRecords(at: now, in: &database) { writer, database in
        try writer.touch(record, in: &database)
      }
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
