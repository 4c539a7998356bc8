// SPDX-License-Identifier: Apache-2.0

import CSQLite
import SQL

extension Database {
  /// Copies the last commit to a new file, while others go on reading and writing.
  ///
  /// The file is complete and on the disk when this returns; it has no WAL of its own.
  package mutating func copy(to path: String) throws(SQLiteError) {
    meter?.start()
    var configuration = Configuration()
    configuration.isLogged = false
    let copy = try Connection(path, configuration)
    // Safe: both connections outlive the backup, which is finished below.
    let backup = unsafe sqlite3_backup_init(copy.pointer, "main", connection, "main")
    guard let backup = unsafe backup else {
      throw unsafe .last(of: copy.pointer, sql: "backup to \(path)")
    }
    let code = unsafe sqlite3_backup_step(backup, -1)
    unsafe sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else {
      throw SQLiteError(.init(code), "the copy to \(path) was not completed")
    }
  }

  /// Returns what is damaged in the file, at most ten lines; empty for a sound one.
  package mutating func damage() throws(SQLiteError) -> [String] {
    let lines = try rows("PRAGMA quick_check(10)") { (row: borrowing Row) throws(RowError) in
      try row[0] as String
    }
    return lines == ["ok"] ? [] : lines
  }
}
