// SPDX-License-Identifier: Apache-2.0

import SQL

extension Database {
  /// Runs a script of the program's own, such as a schema.
  package mutating func execute(_ script: String) throws(SQLiteError) {
    meter?.start()
    try opened.execute(script)
  }

  /// Returns how many steps `migrate` has applied to this file.
  package mutating func schemaVersion() throws(SQLiteError) -> Int {
    try value("PRAGMA user_version") ?? 0
  }

  /// Applies the steps that this file has not had, in order and in one transaction. New steps are
  /// only ever appended.
  ///
  /// `fill` adds initial content to a new file in the same transaction.
  /// `allowsLater` is true for a schema of which later releases have more steps, and older ones read it all the same.
  package mutating func migrate(
    _ steps: [String],
    allowsLater: Bool = false,
    filling fill: (inout Database) throws -> Void = { _ in }
  ) throws {
    try transaction { database in
      let version = try database.schemaVersion()
      guard version <= steps.count || allowsLater else {
        throw SQLiteError(
          .misuse,
          "the file's schema is version \(version), expected at most \(steps.count)"
        )
      }
      for step in steps.dropFirst(version) { try database.execute(step) }
      if version == 0 { try fill(&database) }
      if version < steps.count { try database.execute("PRAGMA user_version = \(steps.count)") }
    }
  }
}
