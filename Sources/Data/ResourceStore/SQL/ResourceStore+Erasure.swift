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
