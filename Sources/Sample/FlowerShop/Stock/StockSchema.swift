// SPDX-License-Identifier: Apache-2.0

import SQL
import SQLite

/// The schema and initial content of the stock database.
enum StockSchema {
  static let steps = [
    """
    CREATE TABLE stock (
      item TEXT NOT NULL, store TEXT NOT NULL, country TEXT NOT NULL,
      quantity INTEGER NOT NULL CHECK (quantity >= 0), updated INTEGER NOT NULL,
      PRIMARY KEY (item, store)
    ) STRICT, WITHOUT ROWID;
    """
  ]

  /// The item that is sold out everywhere.
  static let soldOut = "0405-2021-0117"

  static func fill(_ database: inout Database) throws {
    for (place, product) in ProductSeed.all.enumerated() {
      for (number, store) in StoreSeed.all.enumerated() {
        // Plausible numbers: from zero to ten, here and there zero.
        let spread = (place * 31 + number * 17) * 7_919 / 8 % 13
        let quantity = product.id == soldOut ? 0 : max(0, spread - 2)
        try database.run(
          "INSERT INTO stock VALUES (?, ?, ?, ?, ?)",
          [product.id, store.id, store.country, quantity, CategorySeed.opening]
        )
      }
    }
  }
}
