// SPDX-License-Identifier: Apache-2.0

package import PostgreSQL
package import SQL
package import SQLite

/// One connection of a store, to a file of SQLite or to PostgreSQL.
///
/// A statement costs one choice between the two; its rows are those of the engine.
package enum StoreConnection: ~Copyable, SQLConnection {
  case sqlite(Database)
  case postgreSQL(PostgreSQLConnection)

  package typealias Failure = any Error

  /// Runs `body` with the connection to the engine, whichever it is.
  private mutating func use<Value>(
    _ sqlite: (inout Database) throws -> Value,
    _ postgreSQL: (inout PostgreSQLConnection) throws -> Value
  ) throws -> Value {
    switch consume self {
    case .sqlite(var database):
      let result = Result { try sqlite(&database) }
      self = .sqlite(database)
      return try result.get()
    case .postgreSQL(var database):
      let result = Result { try postgreSQL(&database) }
      self = .postgreSQL(database)
      return try result.get()
    }
  }

  @discardableResult
  package mutating func run(_ sql: String, _ values: [any SQLConvertible]) throws -> Int {
    try use({ try $0.run(sql, values) }, { try $0.run(sql, values) })
  }

  package mutating func insert(
    _ sql: String,
    _ values: [any SQLConvertible],
    key: String
  ) throws -> Int64? {
    try use({ try $0.insert(sql, values, key: key) }, { try $0.insert(sql, values, key: key) })
  }

  package mutating func post(_ sql: String, _ values: [any SQLConvertible]) throws {
    try use({ try $0.post(sql, values) }, { try $0.post(sql, values) })
  }

  package mutating func visit(
    _ sql: String,
    _ values: [any SQLConvertible],
    _ body: (borrowing Row) throws(RowError) -> Bool
  ) throws {
    try use({ try $0.visit(sql, values, body) }, { try $0.visit(sql, values, body) })
  }

  package mutating func execute(_ script: String) throws {
    try use({ try $0.execute(script) }, { try $0.execute(script) })
  }

  package mutating func transaction<Value>(
    _ kind: TransactionKind,
    _ body: (inout StoreConnection) throws -> Value
  ) throws -> Value {
    try use(
      { database in
        try database.transaction(kind) { inner in
          var own = StoreConnection.sqlite(inner)
          let result = Result { try body(&own) }
          guard case .sqlite(let same) = consume own else { preconditionFailure(Self.other) }
          inner = same
          return try result.get()
        }
      },
      { database in
        try database.transaction(kind) { inner in
          var own = StoreConnection.postgreSQL(inner)
          let result = Result { try body(&own) }
          guard case .postgreSQL(let same) = consume own else { preconditionFailure(Self.other) }
          inner = same
          return try result.get()
        }
      }
    )
  }

  private static var other: String { "a transaction has put another connection in its place" }
}
