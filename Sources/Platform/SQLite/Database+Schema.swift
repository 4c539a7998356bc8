// SPDX-License-Identifier: Apache-2.0

extension Database {
  /// Runs statements that belong to the program's own text, such as a schema.
  package mutating func execute(_ script: String) throws(SQLiteError) {
    meter?.start()
    try opened.execute(script)
  }

  /// How many steps `migrate` has taken so far.
  package mutating func schemaVersion() throws(SQLiteError) -> Int {
    try value("PRAGMA user_version") ?? 0
  }

  /// Brings the schema to the last of `steps`: those that this file has not seen are run in their
  /// order, all of them or none. Steps are only ever added behind the others.
  ///
  /// A file without any schema is filled by `fill` once it has one, as part of the same whole.
  package mutating func migrate(
    _ steps: [String],
    filling fill: (inout Database) throws -> Void = { _ in }
  ) throws {
    try transaction { database in
      let version = try database.schemaVersion()
      guard version <= steps.count else {
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
