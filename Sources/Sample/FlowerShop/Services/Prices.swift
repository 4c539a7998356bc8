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
    let ids = query.list("ids", atMost: 100, isNeeded: true) ?? []
    let country = Country(&query) ?? Country.usual
    try query.finish()
    let found = ids.compactMap { id in prices[id]?[country.code].map { (id: id, price: $0) } }
    return ServiceReply(
      .object(
        ("country", .text(country.code)),
        ("currency", .text(country.currency)),
        ("data", .list(found.map { .members(Prices.members($0.id, $0.price, country)) })),
        ("missing", .missing(ids, found.map(\.id)))
      ),
      lifetime: Prices.lifetime,
      lastModified: found.map(\.price.updated).max()
    )
  }

  private func price(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var query = try Input(query: request)
    let country = Country(&query) ?? Country.usual
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
    let units = body.parsed("amount", expected, isNeeded: true) { value in
      value.number.flatMap(country.units).flatMap { 1...Prices.highest ~= $0 ? $0 : nil }
    }
    try body.finish()
    let old = try needed(request, country).units
    let new = units ?? old
    let price = Price(units: new, was: new < old ? old : nil, updated: request.now)
    prices[id]?[code] = price
    return ServiceReply(Prices.body(id, price, country))
  }

  private func needed(_ request: ServiceRequest, _ country: Country) throws(Refusal) -> Price {
    let id = request.segment("id")
    guard let price = prices[id]?[country.code] else {
      throw .notFound("price of \(id) in \(country.code)")
    }
    return price
  }

  private static func body(_ id: String, _ price: Price, _ country: Country) -> DataValue {
    var members = members(id, price, country)
    members.insert(
      contentsOf: [("country", .text(country.code)), ("currency", .text(country.currency))],
      at: 1
    )
    return .members(members)
  }

  /// The price without its currency, for lists that name it once.
  private static func members(
    _ id: String,
    _ price: Price,
    _ country: Country
  ) -> [(String, DataValue)] {
    [("id", .text(id)), ("amount", country.money(price.units))]
      + (price.was.map { [("was", country.money($0))] } ?? [])
  }
}
