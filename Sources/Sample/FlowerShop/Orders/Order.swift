// SPDX-License-Identifier: Apache-2.0

import DataFiles
import SQL
import SQLite

/// A placed order.
struct Order {
  let id: String
  let country: Country
  let total: Int64
  let created: Int64
  private let address: [String]
  private var lines: [Line] = []

  private struct Line {
    let item: String
    let quantity: Int64
    let units: Int64
  }

  /// The seconds until which an order is in each state.
  private static let states: [(until: Int64, name: String)] = [
    (900, "placed"), (14_400, "packed"), (172_800, "on its way"),
  ]

  private static let columns = "id, country, total, name, street, postcode, city, created"

  /// Reads an order; `nil` if the account has no such order.
  init?(_ id: String, of account: String, _ database: inout Database) throws(SQLiteError) {
    let found = try database.first(
      "SELECT \(Order.columns) FROM purchase WHERE id = ? AND account = ?",
      [id, account],
      Order.init(_:)
    )
    guard let found else { return nil }
    self = found
    let sql = "SELECT item, quantity, units FROM line WHERE purchase = ? ORDER BY place"
    lines = try database.rows(sql, [id]) { row throws(RowError) in
      Line(item: try row[0], quantity: try row[1], units: try row[2])
    }
  }

  /// Reads orders of an account, the newest first, without their items.
  static func page(
    _ page: Page,
    of account: String,
    _ database: inout Database
  ) throws(SQLiteError) -> [Order] {
    try database.rows(
      """
      SELECT \(columns) FROM purchase WHERE account = ?
      ORDER BY created DESC, id LIMIT ? OFFSET ?
      """,
      [account, page.count, page.offset],
      Order.init(_:)
    )
  }

  private init(_ row: borrowing Row) throws(RowError) {
    id = try row[0]
    let code: String = try row[1]
    country = Country.named(code) ?? Country.all[0]
    total = try row[2]
    address = [try row[3], try row[4], try row[5], try row[6]]
    created = try row[7]
  }

  /// The order in a list.
  func light(at now: Int64) -> DataValue {
    .object([
      "id": .text(id), "state": .text(state(at: now)), "created": .instant(created),
      "currency": .text(country.currency), "total": .money(total, country),
    ])
  }

  /// The order with all details.
  func heavy(at now: Int64) -> DataValue {
    .object([
      "id": .text(id),
      "state": .text(state(at: now)),
      "created": .instant(created),
      "country": .text(country.code),
      "currency": .text(country.currency),
      "total": .money(total, country),
      "lines": .list(
        lines.map { line in
          .object([
            "item": .text(line.item), "quantity": .number(line.quantity),
            "amount": .money(line.units, country),
            "total": .money(line.units * line.quantity, country),
          ])
        }
      ),
      "address": .object([
        "name": .text(address[0]), "street": .text(address[1]), "postcode": .text(address[2]),
        "city": .text(address[3]),
      ]),
    ])
  }

  private func state(at now: Int64) -> String {
    let age = now - created
    return Order.states.first { age < $0.until }?.name ?? "delivered"
  }
}
