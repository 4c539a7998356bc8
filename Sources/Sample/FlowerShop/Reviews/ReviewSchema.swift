// SPDX-License-Identifier: Apache-2.0

import SQL
import SQLite

/// The schema and initial content of the review database.
enum ReviewSchema {
  static let steps = [
    """
    CREATE TABLE item (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE review (
      id INTEGER PRIMARY KEY, item TEXT NOT NULL REFERENCES item (id),
      stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5), author TEXT NOT NULL,
      language TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL, written INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX review_by_item ON review (item, written DESC, id DESC, stars, language);
    """
  ]

  static func fill(_ database: inout Database) throws {
    for (place, product) in ProductSeed.all.enumerated() {
      try database.run("INSERT INTO item VALUES (?)", [product.id])
      for (order, stars) in stars(of: product, at: place).enumerated() {
        let said = ReviewWords.said(with: stars)
        let words = said[(place * 5 + order) % said.count]
        let written = CategorySeed.opening - Int64(order) * 345_600 - Int64(place) * 7_200
        try database.run(
          """
          INSERT INTO review (item, stars, author, language, title, text, written)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
          [product.id, stars, words.author, words.language, words.title, words.text, written]
        )
      }
    }
  }

  /// Returns stars whose average is the product's; the first product has the most.
  private static func stars(of product: ProductSeed, at place: Int) -> [Int] {
    let count = place == 0 ? 24 : 3 + place * 7 % 10
    let sum = (product.tenthsOfStars * count + 5) / 10
    var stars = (0..<count).map { sum / count + ($0 < sum % count ? 1 : 0) }
    // Varies the stars: of two fours, one becomes a five and the other a three.
    if place % 2 == 1, stars.filter({ $0 == 4 }).count >= 2, let last = stars.lastIndex(of: 4) {
      stars[last] = 3
      stars[last - 1] = 5
    }
    return stars
  }
}
