// SPDX-License-Identifier: Apache-2.0

import SQL
import SQLite

/// The schema and initial content of the catalog database.
enum CatalogSchema {
  static let steps = [
    """
    CREATE TABLE category (id TEXT PRIMARY KEY, place INTEGER NOT NULL) STRICT;
    CREATE TABLE category_words (
      category TEXT NOT NULL REFERENCES category (id), language TEXT NOT NULL, title TEXT NOT NULL,
      PRIMARY KEY (category, language)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE item (
      id TEXT PRIMARY KEY, category TEXT NOT NULL REFERENCES category (id),
      place INTEGER NOT NULL UNIQUE, colors TEXT NOT NULL, updated INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX item_by_category ON item (category, place);
    CREATE TABLE words (
      item TEXT NOT NULL REFERENCES item (id), language TEXT NOT NULL, title TEXT NOT NULL,
      text TEXT NOT NULL, PRIMARY KEY (item, language)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE related (
      item TEXT NOT NULL REFERENCES item (id), place INTEGER NOT NULL,
      other TEXT NOT NULL REFERENCES item (id), PRIMARY KEY (item, place)
    ) STRICT, WITHOUT ROWID;
    """
  ]

  static func fill(_ database: inout Database) throws {
    for (place, category) in CategorySeed.titles.enumerated() {
      try database.run("INSERT INTO category VALUES (?, ?)", [category.id, place])
      for (language, title) in category.words {
        try database.run(
          "INSERT INTO category_words VALUES (?, ?, ?)",
          [category.id, language, title]
        )
      }
    }
    for (place, product) in ProductSeed.all.enumerated() {
      let updated = CategorySeed.opening + Int64(place) * 3_600
      try database.run(
        "INSERT INTO item VALUES (?, ?, ?, ?, ?)",
        [product.id, product.category, place, product.colors.joined(separator: ","), updated]
      )
      for words in product.words {
        try database.run(
          "INSERT INTO words VALUES (?, ?, ?, ?)",
          [product.id, words.language, words.title, words.text]
        )
      }
    }
    try relate(&database)
  }

  /// Relates each product to the others of its category and to those at the same position in the
  /// next two.
  private static func relate(_ database: inout Database) throws {
    let products = ProductSeed.all
    for (place, product) in products.enumerated() {
      let neighbours = products.filter { $0.category == product.category && $0.id != product.id }
      let others = [5, 10].map { products[(place + $0) % products.count] }
      for (order, other) in (neighbours.prefix(3) + others).enumerated() {
        try database.run("INSERT INTO related VALUES (?, ?, ?)", [product.id, order, other.id])
      }
    }
  }
}
