// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// The prices of products in each country.
struct Prices {
  private var prices: [String: [String: Price]] = [:]

  private static let lifetime = 60
  /// In the smallest unit.
  private static let highest = 100_000_000

  private struct Price {
    var units: Int
    /// The price before a sale.
    var was: Int?
    var updated: Int64
  }

  static let routes = [
    Route(.get, "/prices") { shop, request throws(Refusal) in try shop.prices.list(request) },
    Route(.get, "/prices/{id}") { shop, request throws(Refusal) in try shop.prices.price(request) },
    Route(.put, "/prices/{id}/{country}") { shop, request throws(Refusal) in
      try shop.prices.write(request)
    },
  ]

  /// Every seventh product is on sale.
  init(_ products: [Product]) {
    for (index, product) in products.enumerated() {
      let before = index % 7 == 3 ? product.cents * 5 / 4 : nil
      for country in Country.all {
        prices[product.id, default: [:]][country.code] = Price(
          units: country.price(ofCents: product.cents),
          was: before.map { country.price(ofCents: $0) },
          updated: ShopData.opening + Int64(index) * 60
        )
      }
    }
  }

  private func list(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var query = try Input(query: request)
    let ids = try Prices.ids(&query)
    let country = try Country(&query) ?? Country.usual
    try query.finish()
    let found = ids.compactMap { id in prices[id]?[country.code].map { (id: id, price: $0) } }
    return ServiceReply(
      .object(
        ("country", .text(country.code)),
        ("currency", .text(country.currency)),
        ("data", .list(found.map { Prices.body($0.id, $0.price, country) }))
      ),
      lifetime: Prices.lifetime,
      lastModified: found.map(\.price.updated).max()
    )
  }

  private func price(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var query = try Input(query: request)
    let country = try Country(&query) ?? Country.usual
    try query.finish()
    let price = try needed(request, country)
    return ServiceReply(
      Prices.body(request.segment("id"), price, country),
      lifetime: Prices.lifetime,
      lastModified: price.updated
    )
  }

  /// Changes a price; if it falls, the old one is told as `was`.
  private mutating func write(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    let (id, code) = (request.segment("id"), request.segment("country"))
    guard let country = Country(code) else { throw .notFound("country \(code)") }
    var body = try Input(body: request)
    let limit = country.amount(Prices.highest)
    let expected = "up to \(limit) with at most \(country.decimals) decimals"
    let units = try body.parsed("amount", expected) { value in
      value.number.flatMap(country.units).flatMap { 1...Prices.highest ~= $0 ? $0 : nil }
    }
    let new = try body.needed("amount", units)
    try body.finish()
    let old = try needed(request, country).units
    let price = Price(units: new, was: new < old ? old : nil, updated: request.now)
    prices[id]?[code] = price
    return ServiceReply(Prices.body(id, price, country))
  }

  /// Reads the ids, which are separated by commas, each once.
  private static func ids(_ query: inout Input) throws(Refusal) -> [String] {
    let text = try query.needed("ids", query.text("ids", 1...4_000))
    var ids: [String] = []
    for id in text.split(separator: ",").map(String.init) where !ids.contains(id) { ids.append(id) }
    guard 1...100 ~= ids.count else {
      throw query.fault("ids", "has \(ids.count) values, expected 1 to 100")
    }
    return ids
  }

  private func needed(_ request: ServiceRequest, _ country: Country) throws(Refusal) -> Price {
    let id = request.segment("id")
    guard let price = prices[id]?[country.code] else {
      throw .notFound("price of \(id) in \(country.code)")
    }
    return price
  }

  private static func body(_ id: String, _ price: Price, _ country: Country) -> DataValue {
    .object(
      ("id", .text(id)),
      ("country", .text(country.code)),
      ("currency", .text(country.currency)),
      ("amount", country.money(price.units)),
      ("was", price.was.map(country.money))
    )
  }
}
