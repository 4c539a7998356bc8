// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// The pieces of each product in each store.
struct Stock {
  /// By product, in the order of the stores.
  private var stock: [String: [Pieces]] = [:]

  /// Short, since stock changes all the time.
  private static let lifetime = 10
  /// The product that is sold out everywhere.
  private static let soldOut = "0405-2021-0117"

  private struct Pieces {
    let store: String
    let country: String
    var quantity: Int
    var updated = ShopData.opening
  }

  static let routes = [
    Route(.get, "/stock") { shop, request throws(Refusal) in try shop.stock.sums(request) },
    Route(.get, "/stock/{id}") { shop, request throws(Refusal) in try shop.stock.stores(request) },
    Route(.put, "/stock/{id}/{store}") { shop, request throws(Refusal) in
      try shop.stock.write(request)
    },
  ]

  /// Plausible numbers: from zero to ten, here and there zero.
  init(_ products: [Product], _ stores: Stores) {
    for (place, product) in products.enumerated() {
      stock[product.id] = stores.all.enumerated().map { number, store in
        let spread = (place * 31 + number * 17) * 7_919 / 8 % 13
        let quantity = product.id == Stock.soldOut ? 0 : max(0, spread - 2)
        return Pieces(store: store.id, country: store.country, quantity: quantity)
      }
    }
  }

  private func sums(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var query = try Input(query: request)
    let ids = query.list("ids", atMost: 100, isNeeded: true) ?? []
    let country = query.choice("country", of: Country.codes)
    try query.finish()
    let found = ids.compactMap { id in pieces(of: id, in: country).map { (id: id, pieces: $0) } }
    return ServiceReply(
      .object(
        ("data", .list(found.map { .members(Stock.sum($0.id, $0.pieces)) })),
        ("missing", .missing(ids, found.map(\.id)))
      ),
      lifetime: Stock.lifetime,
      lastModified: found.flatMap(\.pieces).map(\.updated).max()
    )
  }

  private func stores(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var query = try Input(query: request)
    let country = query.choice("country", of: Country.codes)
    try query.finish()
    let id = request.segment("id")
    guard let pieces = pieces(of: id, in: country) else { throw .notFound("item \(id)") }
    let stores = pieces.map { pieces in
      DataValue.object(("store", .text(pieces.store)), ("quantity", .number(pieces.quantity)))
    }
    return ServiceReply(
      .members(Stock.sum(id, pieces) + [("stores", .list(stores))]),
      lifetime: Stock.lifetime,
      lastModified: pieces.map(\.updated).max()
    )
  }

  /// Sets the number of pieces in a store.
  private mutating func write(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var body = try Input(body: request)
    let quantity = body.integer("quantity", in: 0...1_000_000, isNeeded: true) ?? 0
    try body.finish()
    let (id, store) = (request.segment("id"), request.segment("store"))
    guard let index = stock[id]?.firstIndex(where: { $0.store == store }) else {
      throw .notFound("item \(id) in store \(store)")
    }
    stock[id]?[index].quantity = quantity
    stock[id]?[index].updated = request.now
    return ServiceReply(
      .object(("id", .text(id)), ("store", .text(store)), ("quantity", .number(quantity)))
    )
  }

  /// Returns the pieces of a product in the stores of a country, or of all; `nil` if it is unknown.
  private func pieces(of id: String, in country: String?) -> [Pieces]? {
    stock[id]?.filter { country == nil || $0.country == country }
  }

  private static func sum(_ id: String, _ pieces: [Pieces]) -> [(String, DataValue)] {
    let available = pieces.reduce(0) { $0 + $1.quantity }
    return [
      ("id", .text(id)), ("available", .number(available)), ("inStock", .boolean(available > 0)),
    ]
  }
}
