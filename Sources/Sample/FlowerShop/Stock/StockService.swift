// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import SQL
import SQLite

/// The service for stock by store.
final class StockService: ShopService {
  let database: SharedDatabase

  /// Short, since stock changes all the time.
  private static let lifetime = 10
  private static let mostIDs = 100
  private static let mostPieces: Int64 = 1_000_000

  /// The total stock of an item in the stores asked for.
  private struct Sum {
    let id: String
    let quantity: Int
    let updated: Int64

    var body: DataValue {
      .object([
        "id": .text(id), "available": .number(quantity), "inStock": .flag(quantity > 0),
      ])
    }
  }

  init(_ path: String) throws {
    database = try SharedDatabase(path, migrating: StockSchema.steps, filling: StockSchema.fill)
  }

  func check() throws {
    let count: Int = try database.read { try $0.value("SELECT count(*) FROM stock") ?? 0 }
    guard count > 0 else { throw Refusal(.serviceUnavailable, "nothing is known of the stock") }
  }

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.get, "/stock", sums),
      ServiceRoute(.get, "/stock/{id}", stores),
      ServiceRoute(.put, "/stock/{id}/{store}", write),
    ]
  }

  @Sendable private func sums(_ request: ServiceRequest) throws -> ServiceReply {
    var query = QueryReader(request)
    let ids = query.neededList("ids", atMost: StockService.mostIDs)
    let country = query.choice("country", of: Country.codes)
    try query.finish()
    let found = try database.read { database in
      try ids.compactMap { try StockService.sum($0, country, &database) }
    }
    return .kept(
      .object([
        "data": .list(found.map(\.body)), "missing": .missing(ids, found.map(\.id)),
      ]),
      seconds: StockService.lifetime,
      lastModified: found.map(\.updated).max()
    )
  }

  @Sendable private func stores(_ request: ServiceRequest) throws -> ServiceReply {
    var query = QueryReader(request)
    let country = query.choice("country", of: Country.codes)
    try query.finish()
    let id = request.segment("id")
    let sql = """
      SELECT store, quantity FROM stock WHERE item = ?1 AND (?2 IS NULL OR country = ?2)
      ORDER BY store
      """
    return try database.read { database in
      guard let sum = try StockService.sum(id, country, &database) else {
        throw Refusal.notFound("item \(id)")
      }
      let stores = try database.rows(sql, [id, country]) { row throws(RowError) in
        DataValue.object([
          "store": .text(try row[0] as String), "quantity": .number(try row[1] as Int),
        ])
      }
      return .kept(
        .object([
          "id": .text(id), "available": .number(sum.quantity), "inStock": .flag(sum.quantity > 0),
          "stores": .list(stores),
        ]),
        seconds: StockService.lifetime,
        lastModified: sum.updated
      )
    }
  }

  /// Sets the number of pieces in a store.
  @Sendable private func write(_ request: ServiceRequest) throws -> ServiceReply {
    var body = try BodyReader(request)
    body.need("quantity")
    let quantity = body.integer("quantity", in: 0...StockService.mostPieces)
    try body.finish()
    let (id, store) = (request.segment("id"), request.segment("store"))
    try database.write { database in
      let changed = try database.run(
        "UPDATE stock SET quantity = ?, updated = ? WHERE item = ? AND store = ?",
        [quantity, request.now, id, store]
      )
      guard changed == 1 else { throw Refusal.notFound("item \(id) in store \(store)") }
    }
    return ServiceReply(
      body: .object([
        "id": .text(id), "store": .text(store), "quantity": quantity.map { .number($0) },
      ])
    )
  }

  /// `nil` if there is no such item.
  private static func sum(
    _ id: String,
    _ country: String?,
    _ database: inout Database
  ) throws(SQLiteError) -> Sum? {
    let sql = """
      SELECT sum(quantity), max(updated) FROM stock
      WHERE item = ?1 AND (?2 IS NULL OR country = ?2) HAVING count(*) > 0
      """
    return try database.first(sql, [id, country]) { row throws(RowError) in
      Sum(id: id, quantity: try row[0], updated: try row[1])
    }
  }
}
