// SPDX-License-Identifier: Apache-2.0

import SQL
import SQLite

/// The schema and initial content of the store database.
enum StoreSchema {
  static let steps = [
    """
    CREATE TABLE store (
      id TEXT PRIMARY KEY, country TEXT NOT NULL, name TEXT NOT NULL, street TEXT NOT NULL,
      postcode TEXT NOT NULL, city TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL,
      phone TEXT NOT NULL, hours TEXT NOT NULL, time_zone TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
  ]

  static func fill(_ database: inout Database) throws {
    for store in StoreSeed.all {
      try database.run(
        "INSERT INTO store VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
          store.id, store.country, store.name, store.street, store.postcode, store.city,
          store.latitude, store.longitude, store.phone, store.hours, store.timeZone,
        ]
      )
    }
  }
}
