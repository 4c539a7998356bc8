// SPDX-License-Identifier: Apache-2.0

import DataFiles
import SQL
import SQLite

/// A customer.
struct Account {
  let id: String
  let email: String
  let name: String
  let language: String
  let country: String
  let created: Int64

  static let columns = "id, email, name, language, country, created"

  init(_ row: borrowing Row) throws(RowError) {
    id = try row[0]
    email = try row[1]
    name = try row[2]
    language = try row[3]
    country = try row[4]
    created = try row[5]
  }

  init?(_ id: String, _ database: inout Database) throws(SQLiteError) {
    let found = try database.first(
      "SELECT \(Account.columns) FROM account WHERE id = ?",
      [id],
      Account.init(_:)
    )
    guard let found else { return nil }
    self = found
  }

  var body: DataValue {
    .object([
      "id": .text(id), "email": .text(email), "name": .text(name), "language": .text(language),
      "country": .text(country), "created": .instant(created),
    ])
  }
}
