// SPDX-License-Identifier: Apache-2.0

import SQL
import SQLite

/// The schema and initial content of the order database.
enum OrderSchema {
  static let steps = [
    """
    CREATE TABLE offer (
      item TEXT NOT NULL, country TEXT NOT NULL, units INTEGER NOT NULL,
      PRIMARY KEY (item, country)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE purchase (
      id TEXT PRIMARY KEY, account TEXT NOT NULL, country TEXT NOT NULL, total INTEGER NOT NULL,
      name TEXT NOT NULL, street TEXT NOT NULL, postcode TEXT NOT NULL, city TEXT NOT NULL,
      created INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX purchase_by_account ON purchase (account, created DESC, id);
    CREATE TABLE line (
      purchase TEXT NOT NULL REFERENCES purchase (id), place INTEGER NOT NULL,
      item TEXT NOT NULL, quantity INTEGER NOT NULL CHECK (quantity > 0), units INTEGER NOT NULL,
      PRIMARY KEY (purchase, place)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE request_key (
      account TEXT NOT NULL, key TEXT NOT NULL, digest BLOB NOT NULL,
      purchase TEXT NOT NULL REFERENCES purchase (id), created INTEGER NOT NULL,
      PRIMARY KEY (account, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX request_key_by_age ON request_key (created);
    """
  ]

  /// Orders have a price list of their own, that of the shop's opening.
  static func fill(_ database: inout Database) throws {
    for product in ProductSeed.all {
      for country in Country.all {
        try database.run(
          "INSERT INTO offer VALUES (?, ?, ?)",
          [product.id, country.code, country.price(ofCents: product.cents)]
        )
      }
    }
  }
}
