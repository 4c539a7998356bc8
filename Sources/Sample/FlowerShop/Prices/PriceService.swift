// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import SQL
import SQLite

/// The service for prices by country.
final class PriceService: ShopService {
  let database: SharedDatabase

  private static let lifetime = 60
  private static let countryLifetime = 3_600
  private static let mostIDs = 100
  /// The highest price, in the smallest unit of its currency.
  private static let highest: Int64 = 100_000_000

  private struct Price {
    let id: String
    let country: Country
    let units: Int64
    let was: Int64?
    let updated: Int64

    /// The price without its currency, for lists that name it once.
    var members: DataValue {
      .object([
        "id": .text(id), "amount": .money(units, country),
        "was": was.map { .money($0, country) },
      ])
    }

    var whole: DataValue {
      .object([
        "id": .text(id), "country": .text(country.code), "currency": .text(country.currency),
        "amount": .money(units, country), "was": was.map { .money($0, country) },
      ])
    }
  }

  init(_ path: String) throws {
    database = try SharedDatabase(path, migrating: PriceSchema.steps, filling: PriceSchema.fill)
  }

  func check() throws {
    let count: Int = try database.read { try $0.value("SELECT count(*) FROM price") ?? 0 }
    guard count > 0 else { throw Refusal(.serviceUnavailable, "there are no prices") }
  }

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.get, "/countries", countries),
      ServiceRoute(.get, "/prices", prices),
      ServiceRoute(.get, "/prices/{id}", price),
      ServiceRoute(.put, "/prices/{id}/{country}", write),
    ]
  }

  @Sendable private func countries(_ request: ServiceRequest) throws -> ServiceReply {
    var query = QueryReader(request)
    try query.finish()
    let all = Country.all.map { country in
      DataValue.object([
        "country": .text(country.code), "currency": .text(country.currency),
        "decimals": .number(country.decimals),
      ])
    }
    return .kept(.object(["data": .list(all)]), seconds: PriceService.countryLifetime)
  }

  @Sendable private func prices(_ request: ServiceRequest) throws -> ServiceReply {
    var query = QueryReader(request)
    let ids = query.neededList("ids", atMost: PriceService.mostIDs)
    let country = PriceService.country(&query)
    try query.finish()
    let found = try database.read { database in
      try ids.compactMap { try PriceService.price(of: $0, in: country, &database) }
    }
    return .kept(
      .object([
        "country": .text(country.code),
        "currency": .text(country.currency),
        "data": .list(found.map(\.members)),
        "missing": .missing(ids, found.map(\.id)),
      ]),
      seconds: PriceService.lifetime,
      lastModified: found.map(\.updated).max()
    )
  }

  @Sendable private func price(_ request: ServiceRequest) throws -> ServiceReply {
    var query = QueryReader(request)
    let country = PriceService.country(&query)
    try query.finish()
    let id = request.segment("id")
    let price = try database.read { database in
      try PriceService.needed(id, in: country, &database)
    }
    return .kept(price.whole, seconds: PriceService.lifetime, lastModified: price.updated)
  }

  /// Changes a price; if it falls, the old one is kept as `was`.
  @Sendable private func write(_ request: ServiceRequest) throws -> ServiceReply {
    guard let country = Country.named(request.segment("country")) else {
      throw Refusal.notFound("country \(request.segment("country"))")
    }
    var body = try BodyReader(request)
    body.need("amount")
    let units = PriceService.units(&body, country)
    try body.finish()
    let id = request.segment("id")
    let price = try database.write { database in
      _ = try PriceService.needed(id, in: country, &database)
      try database.run(
        """
        UPDATE price SET was = CASE WHEN units > ?1 THEN units END, units = ?1, updated = ?2
        WHERE item = ?3 AND country = ?4
        """,
        [units, request.now, id, country.code]
      )
      return try PriceService.needed(id, in: country, &database)
    }
    return ServiceReply(body: price.whole)
  }

  private static func country(_ query: inout QueryReader) -> Country {
    let code = query.choice("country", of: Country.codes)
    return code.flatMap(Country.named) ?? Country.all[0]
  }

  private static func units(_ body: inout BodyReader, _ country: Country) -> Int64? {
    guard let value = body.value("amount") else { return nil }
    guard let amount = BodyReader.number(value), let units = country.units(amount),
      (1...highest).contains(units)
    else {
      let limit = country.amount(highest)
      body.fault(
        "amount",
        "is \(BodyReader.seen(value)), expected up to \(limit) with at most"
          + " \(country.decimals) decimals"
      )
      return nil
    }
    return units
  }

  private static func needed(
    _ id: String,
    in country: Country,
    _ database: inout Database
  ) throws -> Price {
    guard let price = try price(of: id, in: country, &database) else {
      throw Refusal.notFound("price of \(id) in \(country.code)")
    }
    return price
  }

  private static func price(
    of id: String,
    in country: Country,
    _ database: inout Database
  ) throws(SQLiteError) -> Price? {
    let sql = "SELECT units, was, updated FROM price WHERE item = ? AND country = ?"
    return try database.first(sql, [id, country.code]) { row throws(RowError) in
      Price(
        id: id,
        country: country,
        units: try row[0],
        was: try row[1],
        updated: try row[2]
      )
    }
  }
}

extension DataValue {
  /// Returns an amount in the smallest unit as a number of the country's currency.
  static func money(_ units: Int64, _ country: Country) -> DataValue {
    country.decimals == 0 ? .number(units) : .number(country.amount(units))
  }
}
