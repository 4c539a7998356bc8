// SPDX-License-Identifier: Apache-2.0

import SQL

extension PostgreSQLConnection {
  /// Makes the schema, and applies the steps that it has not had, in order and in one transaction. New
  /// steps are only ever appended.
  ///
  /// `fill` adds initial content to a new schema in the same transaction.
  /// `allowsLater` is true for a schema of which later releases have more steps, and older ones read it all the same.
  package mutating func migrate(
    _ steps: [String],
    allowsLater: Bool = false,
    filling fill: (inout PostgreSQLConnection) throws -> Void = { _ in }
  ) throws {
    let schema = configuration.schema
    // This transaction makes the table of receipts, so it leaves none itself.
    var plain = configuration
    plain.writesInTurn = false
    var connection = PostgreSQLConnection(plain)
    try connection.transaction(.writing) { database in
      try database.post("SELECT pg_advisory_xact_lock(?)", [database.turn])
      try database.execute(
        """
        CREATE SCHEMA IF NOT EXISTS "\(schema)";
        CREATE TABLE IF NOT EXISTS schema_version (version bigint NOT NULL);
        \(Receipts.table)
        """
      )
      let known: Int? = try database.value("SELECT version FROM schema_version")
      let version = known ?? 0
      guard version <= steps.count || allowsLater else {
        throw PostgreSQLError(
          .misuse,
          "the schema \(schema) is of version \(version); expected at most \(steps.count)"
        )
      }
      for step in steps.dropFirst(version) { try database.execute(step) }
      if version == 0 { try fill(&database) }
      if version < steps.count {
        try database.run("DELETE FROM schema_version")
        try database.run("INSERT INTO schema_version VALUES (?)", [steps.count])
      }
    }
  }
}
