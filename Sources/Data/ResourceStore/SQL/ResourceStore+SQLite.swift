// SPDX-License-Identifier: Apache-2.0

import Digests
import Files
package import ResourceModel
import SQL
import SQLite

extension ResourceStore {
  /// Opens or creates the file at `path`, and checks its integrity.
  package convenience init(_ path: String, _ settings: StoreSettings = StoreSettings()) throws {
    let configuration = ResourceStore.configuration
    var reading = configuration
    reading.limits.steps = settings.steps
    reading.slow = settings.slow
    reading.access = .read
    try ResourceStore.makePrivate(path)
    var writer = try Database(path, configuration)
    try writer.migrate(StoreSchema(.sqlite).steps) { try StoreSchema.fill(&$0) }
    try ResourceStore.check(writer.damage(), of: path)
    try MoveLog.removeLeftover(from: &writer, at: path)
    let readers = path == ":memory:" ? 0 : settings.readers
    let pool = try ConnectionPool<StoreConnection>(writer: .sqlite(writer), readers: readers) {
      [reading] in .sqlite(try Database(path, reading))
    }
    try self.init(pool, .sqlite, settings) {
      try StoreCopy.copy(fileAt: path, to: $0)
    } findMoved: {
      try pool.read { try MovedMark.place(in: &$0) }
    }
  }

  /// Lets only the owner read a file and what SQLite keeps beside it, whatever the umask. SQLite gives new logs the
  /// rights of the file.
  static func makePrivate(_ path: String) throws {
    guard path != ":memory:" else { return }
    try Files.makePrivateFile(path)
    for log in ["\(path)-wal", "\(path)-shm"] where Files.exists(log) { try Files.makePrivate(log) }
  }

  /// Stores the secrets of second factors of a file in another form, while others use it.
  @discardableResult
  package static func rewriteSecrets(
    ofFileAt path: String,
    _ change: (ResourceID, [UInt8]) throws -> [UInt8]?
  ) throws -> Int {
    var configuration = ResourceStore.configuration
    configuration.access = .write
    return try StoreError.translating {
      var database = try Database(path, configuration)
      if let place = try MovedMark.place(in: &database) { throw StoreError.moved(to: place) }
      return try database.transaction { try SecretRows.rewrite(in: &$0, change) }
    }
  }

  static func check(_ damage: [String], of path: String) throws(StoreError) {
    guard !damage.isEmpty else { return }
    let lines = damage.joined(separator: "; ")
    throw StoreError(.damaged, "\(path) is damaged: \(lines); expected a sound file or a backup")
  }

  static var configuration: Database.Configuration {
    var configuration = Database.Configuration()
    configuration.cacheKilobytes = 16_384
    configuration.statements = 256
    configuration.limits.expressionDepth = 500
    configuration.trustsSchema = true
    return configuration
  }
}

extension StoreSchema {
  /// Adds the content that a new store begins with.
  static func fill<Connection: SQLConnection & ~Copyable>(_ database: inout Connection) throws {
    try database.run("INSERT INTO meta VALUES ('secret', ?)", [[UInt8].random(count: 32)])
    try database.run("INSERT INTO zone (name, version) VALUES ('', 0)")
  }
}
