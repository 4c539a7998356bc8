// SPDX-License-Identifier: Apache-2.0

package import PostgreSQL
import SQL
import SQLite

extension StoreCopy {
  /// Copies the last commit of a store's file to a new file, while others use it, and checks the copy. A
  /// file whose records were moved is refused.
  package static func copy(fileAt path: String, to copy: String) throws {
    var configuration = ResourceStore.configuration
    configuration.access = .read
    var source = try Database(path, configuration)
    if let place = try MovedMark.place(in: &source) { throw StoreError.moved(to: place) }
    try ResourceStore.makePrivate(copy)
    try source.copy(to: copy)
    configuration.isLogged = false
    configuration.access = .write
    var copied = try Database(copy, configuration)
    try ResourceStore.check(copied.damage(), of: copy)
    // The copy of a file that is being moved is a store like any other.
    if try MoveLog.isThere(in: &copied) { try MoveLog.remove(from: &copied) }
    try StoreEpoch.begin(in: &copied)
  }

  /// Copies the records of a file of SQLite to a database that has none, and compares all of them in the
  /// same transaction; returns the number of records of each type.
  package static func fill(
    _ configuration: PostgreSQLConnection.Configuration,
    fromFileAt path: String
  ) throws -> [String: Int] {
    // Opened as a store first, which brings the tables of an older backup up to date.
    let source = try ResourceStore(path)
    return try StoreError.translating {
      var configuration = configuration
      configuration.statementTimeout = ResourceStore.longWork
      configuration.answerTimeout = ResourceStore.longWork
      configuration.writesInTurn = true
      var target = PostgreSQLConnection(configuration)
      try target.migrate(StoreSchema(.postgreSQL).steps) { try StoreSchema.fill(&$0) }
      return try source.database.read { source in
        try target.transaction { target in
          try MoveReservation.checkNone(in: &target)
          let count: Int? = try target.value(
            "SELECT (SELECT count(*) FROM object) + (SELECT count(*) FROM type)"
          )
          guard count == 0 else {
            throw StoreError(.idTaken, "the database has records; expected one without any")
          }
          let types = try ResourceStore.readTypes(in: &source).types
          try StoreCopy(dialect: .postgreSQL).copy(types, from: &source, to: &target)
          let counts = try StoreCopy.compare(&source, &target)
          try StoreEpoch.begin(in: &target)
          return counts
        }
      }
    }
  }

  /// Copies the store as a reading transaction sees it to a new file of SQLite, which is a store, too.
  static func copy<Connection: SQLConnection & ~Copyable>(
    _ source: inout Connection,
    toFileAt path: String
  ) throws {
    var configuration = ResourceStore.configuration
    // A copy is one file, without a log beside it.
    configuration.isLogged = false
    try ResourceStore.makePrivate(path)
    var target = try Database(path, configuration)
    try target.migrate(StoreSchema(.sqlite).steps)
    let types = try ResourceStore.readTypes(in: &source).types
    try target.transaction { target in
      try StoreCopy(dialect: .sqlite).copy(types, from: &source, to: &target)
      try StoreEpoch.begin(in: &target)
    }
  }
}
