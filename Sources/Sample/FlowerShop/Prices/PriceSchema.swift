// SPDX-License-Identifier: Apache-2.0

import SQL
import SQLite

/// The schema and initial content of the price database.
enum PriceSchema {
  static let steps = [
    """
    CREATE TABLE price (
      item TEXT NOT NULL, country TEXT NOT NULL, units INTEGER NOT NULL CHECK (units >= 0),
      was INTEGER, updated INTEGER NOT NULL, PRIMARY KEY (item, country)
    ) STRICT, WITHOUT ROWID;
    """
  ]

  /// Every seventh product is on sale.
  static func fill(_ database: inout Database) throws {
    for (place, product) in ProductSeed.all.enumerated() {
      let before = place % 7 == 3 ? product.cents * 5 / 4 : nil
      let updated = CategorySeed.opening + Int64(place) * 60
      for country in Country.all {
        try database.run(
          "INSERT INTO price VALUES (?, ?, ?, ?, ?)",
          [
            product.id, country.code, country.price(ofCents: product.cents),
            before.map { country.price(ofCents: $0) }, updated,
          ]
        )
      }
    }
  }
}
