// SPDX-License-Identifier: Apache-2.0

import DataFiles
import SQL
import SQLite

/// The number and average of an item's reviews.
struct ReviewSummary {
  let id: String
  /// The number of reviews with one star, two stars, and so on.
  private var counts = [0, 0, 0, 0, 0]
  /// The time of the last review in Unix seconds; 0 without any.
  private(set) var latest: Int64 = 0

  var count: Int { counts.reduce(0, +) }

  /// `nil` if there is no such item.
  init?(_ id: String, _ database: inout Database) throws(SQLiteError) {
    let known: Int? = try database.value("SELECT 1 FROM item WHERE id = ?", [id])
    guard known != nil else { return nil }
    self.id = id
    let sql = "SELECT stars, count(*), max(written) FROM review WHERE item = ? GROUP BY stars"
    let groups = try database.rows(sql, [id]) { row throws(RowError) in
      (stars: try row[0] as Int, count: try row[1] as Int, latest: try row[2] as Int64)
    }
    for group in groups where (1...5).contains(group.stars) {
      counts[group.stars - 1] = group.count
      latest = max(latest, group.latest)
    }
  }

  /// With one decimal; `nil` without reviews.
  private var average: Double? {
    guard count > 0 else { return nil }
    let sum = counts.enumerated().reduce(0) { $0 + ($1.offset + 1) * $1.element }
    return (Double(sum * 10) / Double(count)).rounded() / 10
  }

  /// For a list of several items.
  var light: DataValue {
    .object([
      "id": .text(id), "count": .number(count), "average": average.map { .number($0) },
    ])
  }

  var heavy: DataValue {
    .object([
      "count": .number(count),
      "average": average.map { .number($0) },
      "stars": .object([
        "5": .number(counts[4]), "4": .number(counts[3]), "3": .number(counts[2]),
        "2": .number(counts[1]), "1": .number(counts[0]),
      ]),
    ])
  }
}
