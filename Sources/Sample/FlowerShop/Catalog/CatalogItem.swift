// SPDX-License-Identifier: Apache-2.0

import DataFiles
import SQL
import SQLite

/// A product in one language.
struct CatalogItem {
  let id: String
  let category: String
  let colors: String
  let updated: Int64
  let language: String
  let title: String
  let text: String

  /// The columns of an item in a SELECT; `?1` and `?2` are the languages.
  static let selection = """
    SELECT item.id, item.category, item.colors, item.updated,
      words.language, words.title, words.text
    FROM item JOIN words ON words.item = item.id AND words.language = (
      SELECT language FROM words WHERE item = item.id AND language IN (?1, ?2, 'en')
      ORDER BY language = ?1 DESC, language = ?2 DESC LIMIT 1
    )
    """

  init(_ row: borrowing Row) throws(RowError) {
    id = try row[0]
    category = try row[1]
    colors = try row[2]
    updated = try row[3]
    language = try row[4]
    title = try row[5]
    text = try row[6]
  }

  /// The item in a list.
  var light: DataValue {
    .object([
      "id": .text(id), "title": .text(title), "category": .text(category), "image": .text(image),
    ])
  }

  /// The item with all details.
  var heavy: DataValue {
    .object([
      "id": .text(id),
      "language": .text(language),
      "title": .text(title),
      "text": .text(text),
      "category": .text(category),
      "colors": .list(colors.split(separator: ",").map { .text(String($0)) }),
      "image": .text(image),
      "related": .text("/items/\(id)/related"),
      "updated": .instant(updated),
    ])
  }

  private var image: String { "/images/\(id)\(CatalogItem.imageEnding)" }

  static let imageEnding = ".png"
}
