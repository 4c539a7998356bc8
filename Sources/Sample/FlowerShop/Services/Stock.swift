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
    let quantity: Int
  }

  static let routes = [
    Route(.get, "/stock/{id}") { shop, request throws(Refusal) in try shop.stock.stores(request) }
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

  private func stores(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var query = try Input(query: request)
    let country = try query.choice("country", of: Country.codes)
    try query.finish()
    let id = request.segment("id")
    guard let all = stock[id] else { throw .notFound("item \(id)") }
    let pieces = all.filter { country == nil || $0.country == country }
    let available = pieces.reduce(0) { $0 + $1.quantity }
    let stores = pieces.map { pieces in
      DataValue.object(("store", .text(pieces.store)), ("quantity", .number(pieces.quantity)))
    }
    return ServiceReply(
      .object(
        ("id", .text(id)),
        ("available", .number(available)),
        ("inStock", .boolean(available > 0)),
        ("stores", .list(stores))
      ),
      lifetime: Stock.lifetime,
      lastModified: ShopData.opening
    )
  }
}
