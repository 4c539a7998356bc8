// SPDX-License-Identifier: Apache-2.0

import ResourceModel
import SQL

// Places and texts have tables of their own: an R*Tree and an FTS5 table in SQLite, a point with a GiST
// index and a vector of words with a GIN index in PostgreSQL.

extension StoreDialect {
  /// The column by which those tables know a record.
  var number: String { self == .sqlite ? "rowid" : "id" }

  func creation(ofPointTable name: String) -> String {
    switch self {
    case .sqlite: "CREATE VIRTUAL TABLE \"\(name)\" USING rtree(id, south, north, west, east)"
    case .postgreSQL:
      "CREATE TABLE \"\(name)\" (id bigint PRIMARY KEY, place point NOT NULL); "
        + "CREATE INDEX ON \"\(name)\" USING gist (place)"
    }
  }

  func creation(ofTextTable name: String) -> String {
    switch self {
    case .sqlite:
      "CREATE VIRTUAL TABLE \"\(name)\" USING fts5("
        + "body, tokenize = \"unicode61 remove_diacritics 2\")"
    case .postgreSQL:
      "CREATE TABLE \"\(name)\" (id bigint PRIMARY KEY, words tsvector NOT NULL); "
        + "CREATE INDEX ON \"\(name)\" USING gin (words)"
    }
  }

  func insertionOfPoint(into table: String) -> String {
    switch self {
    case .sqlite: "INSERT INTO \"\(table)\" VALUES (?, ?, ?, ?, ?)"
    case .postgreSQL: "INSERT INTO \"\(table)\" VALUES (?, point(?, ?))"
    }
  }

  func insertionOfText(into table: String) -> String {
    switch self {
    case .sqlite: "INSERT INTO \"\(table)\" (rowid, body) VALUES (?, ?)"
    case .postgreSQL: "INSERT INTO \"\(table)\" VALUES (?, folded_words(?))"
    }
  }

  /// Returns the content of a text table.
  func searchable(_ texts: [String]) -> String {
    switch self {
    case .sqlite: texts.joined(separator: "\n")
    case .postgreSQL: texts.flatMap(Self.words).map(Self.folded).joined(separator: " ")
    }
  }

  /// Returns the parameter of a search for words that must all be there.
  func search(_ words: [String]) -> String {
    switch self {
    case .sqlite: words.map { "\"\($0)\"" }.joined(separator: " ")
    case .postgreSQL: words.map(Self.folded).joined(separator: " ")
    }
  }

  func isFound(in table: String) -> String {
    switch self {
    case .sqlite: "o.id IN (SELECT rowid FROM \"\(table)\" WHERE \"\(table)\" MATCH ?)"
    case .postgreSQL: "o.id IN (SELECT id FROM \"\(table)\" WHERE words @@ folded_query(?))"
    }
  }

  static func words(of text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// The word in lower case and without marks of its own; PostgreSQL takes away the accents that are
  /// parts of letters. SQLite folds words itself.
  private static func folded(_ word: String) -> String {
    let scalars = word.lowercased().unicodeScalars.filter { scalar in
      scalar.properties.generalCategory != .nonspacingMark
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Returns the condition that a place is in a box, and its values.
  func box(
    _ box: (south: Double, north: Double, longitudes: (west: Double, east: Double)?)
  ) -> (sql: String, values: [any SQLConvertible]) {
    let (west, east) = box.longitudes ?? (-180, 180)
    guard self == .sqlite else {
      let condition = "place <@ box(point(?, ?), point(?, ?))"
      guard west > east else { return (condition, [west, box.south, east, box.north]) }
      // A box over the line of date is two.
      return (
        "(\(condition) OR \(condition))",
        [west, box.south, 180.0, box.north, -180.0, box.south, east, box.north]
      )
    }
    let longitudes = west <= east ? "(east >= ? AND west <= ?)" : "(east >= ? OR west <= ?)"
    return ("north >= ? AND south <= ? AND \(longitudes)", [box.south, box.north, west, east])
  }

  /// Returns the expressions of the coordinates of a place.
  func place(of attribute: Attribute) -> (latitude: String, longitude: String) {
    switch self {
    case .sqlite:
      (
        "json_extract(o.data, '$.\(attribute.name).lat')",
        "json_extract(o.data, '$.\(attribute.name).lon')"
      )
    case .postgreSQL: ("place[1]", "place[0]")
    }
  }

  /// Returns the condition that a record's place is in a box and within a distance.
  func isNear(_ table: String, box: String, distance: String) -> String {
    switch self {
    case .sqlite: "(o.id IN (SELECT id FROM \"\(table)\" WHERE \(box)) AND \(distance))"
    case .postgreSQL: "o.id IN (SELECT id FROM \"\(table)\" WHERE \(box) AND \(distance))"
    }
  }
}
