// SPDX-License-Identifier: Apache-2.0

import SQL
import SQLite

/// The schema and initial content of the account database.
enum AccountSchema {
  static let steps = [
    """
    CREATE TABLE account (
      id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE COLLATE NOCASE, name TEXT NOT NULL,
      language TEXT NOT NULL, country TEXT NOT NULL, salt BLOB NOT NULL, password BLOB NOT NULL,
      created INTEGER NOT NULL, failures INTEGER NOT NULL DEFAULT 0,
      failing_since INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE session (
      id TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES account (id),
      expires INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX session_by_end ON session (expires);
    """
  ]

  /// The initial customers, all with the same password.
  private static let customers = [
    ("a-rose", "rose@example.com", "Rose Gardener", "en", "US"),
    ("a-camille", "camille@example.com", "Camille Dubois", "fr", "FR"),
    ("a-hana", "hana@example.com", "Sato Hana", "ja", "JP"),
  ]
  private static let password = "flowers-please"

  static func fill(_ database: inout Database) throws {
    let password = try Password(password)
    for (id, email, name, language, country) in customers {
      try database.run(
        """
        INSERT INTO account (id, email, name, language, country, salt, password, created)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          id, email, name, language, country, password.salt, password.key, CategorySeed.opening,
        ]
      )
    }
  }
}
