// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Digests
package import ResourceModel
import SQLite
import Synchronization

/// A store in one SQLite file.
///
/// One connection writes, and all waiting writes share a commit, which waits for the disk. Further
/// connections read, each statement under a limit of steps.
package final class SQLiteStore: ResourceStore {
  let database: SharedDatabase
  let settings: Settings
  /// The key of page tokens.
  let secret: [UInt8]
  let ids = Mutex(IDGenerator())
  private let path: String
  private let current: Mutex<TypeSet>

  package struct Settings: Sendable {
    package var readers = 4
    /// The most records that a filter may look at without an index.
    package var scannedRecords = 10_000
    /// The most records that are counted, unless an exact count is asked for.
    package var countedRecords = 10_000
    /// The most records that one deletion may delete or change through references.
    package var cascadedRecords = 1_000
    /// Steps of SQLite's machine for one statement of a reader.
    package var steps = 50_000_000

    package init() {}
  }

  /// Opens or creates the file at `path`, and checks its integrity.
  package init(_ path: String, _ settings: Settings = Settings()) throws {
    let configuration = SQLiteStore.configuration
    var reading = configuration
    reading.limits.steps = settings.steps
    database = try SharedDatabase(
      path,
      configuration,
      reading: reading,
      readers: settings.readers,
      migrating: StoreSchema.steps,
      filling: { database in
        try database.run("INSERT INTO meta VALUES ('secret', ?)", [[UInt8].random(count: 32)])
        try database.run("INSERT INTO zone (name, version) VALUES ('', 0)")
      }
    )
    let damage = try database.read { try $0.damage() }
    guard damage.isEmpty else {
      let lines = damage.joined(separator: "; ")
      throw StoreError(.damaged, "\(path) is damaged: \(lines); expected a sound file or a backup")
    }
    secret = try database.read { database in
      try database.value("SELECT value FROM meta WHERE name = 'secret'") ?? [UInt8]()
    }
    let declarations = try database.read { database in
      try database.rows("SELECT declaration FROM type") { (row) throws(SQLiteError) in
        try row[0] as String
      }
    }
    let values = try declarations.map { try DataValue(reading: $0.utf8Span.span, as: .json) }
    current = Mutex(try TypeSet(.list(values), in: path))
    self.path = path
    self.settings = settings
  }

  private static var configuration: Database.Configuration {
    var configuration = Database.Configuration()
    configuration.cacheKilobytes = 16_384
    configuration.statements = 256
    configuration.limits.expressionDepth = 500
    configuration.trustsSchema = true
    return configuration
  }

  package var types: TypeSet { current.withLock(\.self) }

  func replaceTypes(_ types: TypeSet) { current.withLock { $0 = types } }

  package func backUp(to path: String) throws {
    var configuration = SQLiteStore.configuration
    configuration.access = .read
    var source = try Database(self.path, configuration)
    try source.copy(to: path)
  }

  package func purge(deletedBefore: Timestamp, keysBefore: Timestamp) throws -> Int {
    try database.write { database in
      let before = deletedBefore.milliseconds
      try database.run(
        """
        UPDATE zone SET horizon = max(horizon, (
          SELECT coalesce(max(version), 0) FROM object
          WHERE deleted < ? AND object.zone = zone.name
        ))
        """,
        [before]
      )
      try database.run(
        "DELETE FROM edge WHERE src IN (SELECT uuid FROM object WHERE deleted < ?)",
        [before]
      )
      try database.run(
        "DELETE FROM access_grant WHERE record IN (SELECT uuid FROM object WHERE deleted < ?)",
        [before]
      )
      try database.run(
        "DELETE FROM record_file WHERE record IN (SELECT uuid FROM object WHERE deleted < ?)",
        [before]
      )
      let count = try database.run("DELETE FROM object WHERE deleted < ?", [before])
      try database.run(
        """
        DELETE FROM change WHERE at < ? AND NOT EXISTS (
          SELECT 1 FROM object
          WHERE object.uuid = change.uuid AND object.version = change.version
        )
        """,
        [before]
      )
      try database.run("DELETE FROM idem WHERE at < ?", [keysBefore.milliseconds])
      return count
    }
  }
}
