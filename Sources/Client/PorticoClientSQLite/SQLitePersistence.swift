// SPDX-License-Identifier: Apache-2.0

public import PorticoClient

/// A persistence in a database of the system's SQLite, for apps that keep their other data in one too.
///
/// ```swift
/// let persistence = SQLitePersistence(path: caches + "/portico/production/anonymous.sqlite")
/// let store = ObjectStore(persistence: persistence)
/// ```
public final class SQLitePersistence: ObjectPersistence {
  private let path: String
  private let open = Locked<ObjectTable?>(nil)

  /// Names a file; nothing is read or made before it is needed.
  public init(path: String) { self.path = path }

  private func withTable<Result: Sendable>(
    _ body: @Sendable (ObjectTable) throws -> Result
  ) throws(PersistenceFault) -> Result {
    do {
      return try open.withLock { open in
        let table = try open ?? ObjectTable.opened(path)
        open = table
        return try body(table)
      }
    } catch let fault as PersistenceFault {
      throw fault
    } catch {
      throw PersistenceFault("using", at: path, "\(error)")
    }
  }

  /// Keeps records, all of them in one transaction.
  public func keep(_ records: RecordList) throws(PersistenceFault) {
    try withTable { try $0.keep(records) }
  }

  /// Returns the record of an object.
  public func record(_ id: String) throws(PersistenceFault) -> RecordList? {
    try withTable { try $0.record(id) }
  }

  /// Visits all records.
  public func visit(_ body: (RecordList) -> Bool) throws(PersistenceFault) {
    for id in try withTable({ try $0.ids() }) {
      guard let record = try record(id) else { continue }
      guard body(record) else { return }
    }
  }

  /// Writes everything into the database file, and waits until it is on the disk.
  public func synchronize() throws(PersistenceFault) {
    try withTable { try $0.file.run("PRAGMA wal_checkpoint(TRUNCATE)") }
  }

  /// Removes all objects.
  public func removeAll() throws(PersistenceFault) {
    try withTable { try $0.file.run("DELETE FROM objects") }
  }
}

/// The one table of the database: the record of each object by its id.
private struct ObjectTable: Sendable {
  /// The format of the table; a file of another one begins anew.
  private static let format = 1

  let file: SQLiteFile
  private let reading: SQLiteFile.SQLiteStatement
  private let writing: SQLiteFile.SQLiteStatement
  private let removing: SQLiteFile.SQLiteStatement

  /// Opens a file; one that is no database of ours begins anew, since it only repeats what the service has.
  static func opened(_ path: String) throws(PersistenceFault) -> ObjectTable {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    try DiskFile.makeFolder(folder)
    // SQLite's own files get the rights of this one, which only its owner can read.
    _ = try DiskFile(path)
    let file = try SQLiteFile(path)
    do throws(PersistenceFault) {
      return try ObjectTable(file)
    } catch {
      guard file.isBroken else { throw error }
    }
    for name in [path, path + "-wal", path + "-shm"] { DiskFile.remove(name) }
    _ = try DiskFile(path)
    return try ObjectTable(SQLiteFile(path))
  }

  private init(_ file: SQLiteFile) throws(PersistenceFault) {
    self.file = file
    try file.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    var format = 0
    try file.statement("SELECT CAST(user_version AS BLOB) FROM pragma_user_version").run { text in
      format = Int(String(decoding: text, as: UTF8.self)) ?? 0
      return false
    }
    if format != ObjectTable.format {
      try file.run(
        """
        DROP TABLE IF EXISTS objects;
        CREATE TABLE objects (id BLOB PRIMARY KEY, record BLOB NOT NULL) WITHOUT ROWID;
        PRAGMA user_version = \(ObjectTable.format)
        """
      )
    }
    reading = try file.statement("SELECT record FROM objects WHERE id = ?")
    writing = try file.statement("INSERT OR REPLACE INTO objects (id, record) VALUES (?, ?)")
    removing = try file.statement("DELETE FROM objects WHERE id = ?")
  }

  func keep(_ records: RecordList) throws(PersistenceFault) {
    try file.run("BEGIN IMMEDIATE")
    do throws(PersistenceFault) {
      for (id, isRemoval, record) in records.records {
        if isRemoval {
          try removing.run([ArraySlice(id.utf8)])
        } else if let old = try self.record(id) {
          guard let merged = old.merged(with: record) else { continue }
          try writing.run([ArraySlice(id.utf8), ArraySlice(merged.bytes)])
        } else {
          try writing.run([ArraySlice(id.utf8), ArraySlice(record.bytes)])
        }
      }
      try file.run("COMMIT")
    } catch {
      // A full disk may have rolled it back already.
      try? file.run("ROLLBACK")
      throw error
    }
  }

  func record(_ id: String) throws(PersistenceFault) -> RecordList? {
    var found: RecordList?
    try reading.run([ArraySlice(id.utf8)]) { bytes in
      found = RecordList(bytes)
      return false
    }
    return found
  }

  func ids() throws(PersistenceFault) -> [String] {
    var ids: [String] = []
    try file.statement("SELECT id FROM objects").run { id in
      ids.append(String(decoding: id, as: UTF8.self))
      return true
    }
    return ids
  }
}
