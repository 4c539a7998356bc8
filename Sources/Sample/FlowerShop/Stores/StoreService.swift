// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import SQL
import SQLite

/// The service for stores.
final class StoreService: ShopService {
  let database: SharedDatabase

  private static let lifetime = 3_600

  private struct Store {
    let id: String
    let place: Coordinates?
    let members: [DataDictionary.Member]

    init(_ row: borrowing Row) throws(RowError) {
      id = try row[0]
      let (latitude, longitude): (Double, Double) = (try row[6], try row[7])
      place = Coordinates(latitude: latitude, longitude: longitude)
      let names = ["id", "country", "name", "street", "postcode", "city"]
      var members: [DataDictionary.Member] = []
      for (column, name) in names.enumerated() {
        members.append(.init(name, .text(try row[column] as String)))
      }
      members.append(.init("latitude", .number(latitude)))
      members.append(.init("longitude", .number(longitude)))
      members.append(.init("phone", .text(try row[8] as String)))
      members.append(.init("hours", .text(try row[9] as String)))
      members.append(.init("timeZone", .text(try row[10] as String)))
      self.members = members
    }

    /// Returns the store, with its distance from a place in metres.
    func body(from here: Coordinates?) throws(DataFileError) -> DataValue {
      var members = members
      if let here, let place {
        members.append(.init("distance", .number(Int(here.distance(to: place).rounded()))))
      }
      return DataValue(.dictionary(try DataDictionary(members)))
    }
  }

  init(_ path: String) throws {
    database = try SharedDatabase(path, migrating: StoreSchema.steps, filling: StoreSchema.fill)
  }

  func check() throws {
    let count: Int = try database.read { try $0.value("SELECT count(*) FROM store") ?? 0 }
    guard count > 0 else { throw Refusal(.serviceUnavailable, "there are no stores") }
  }

  var routes: [ServiceRoute] {
    [ServiceRoute(.get, "/stores", stores), ServiceRoute(.get, "/stores/{id}", store)]
  }

  @Sendable private func stores(_ request: ServiceRequest) throws -> ServiceReply {
    var query = QueryReader(request)
    let here = StoreService.near(&query)
    let country = query.choice("country", of: Country.codes)
    let page = Page(&query)
    try query.finish()
    var found = try database.read { database in
      try database.rows(
        "SELECT * FROM store WHERE ?1 IS NULL OR country = ?1 ORDER BY id",
        [country],
        Store.init
      )
    }
    if let here {
      let far = Double.infinity
      let measured = found.map { ($0, $0.place.map(here.distance) ?? far) }
      found = measured.sorted { ($0.1, $0.0.id) < ($1.1, $1.0.id) }.map(\.0)
    }
    let part = found.dropFirst(page.offset).prefix(page.count)
    let data = try part.map { try $0.body(from: here) }
    return .kept(
      page.body(total: found.count, data: data, request),
      seconds: StoreService.lifetime,
      lastModified: CategorySeed.opening
    )
  }

  @Sendable private func store(_ request: ServiceRequest) throws -> ServiceReply {
    var query = QueryReader(request)
    let here = StoreService.near(&query)
    try query.finish()
    let id = request.segment("id")
    let store = try database.read { database in
      try database.first("SELECT * FROM store WHERE id = ?", [id], Store.init)
    }
    guard let store else { throw Refusal.notFound("store \(id)") }
    return .kept(
      try store.body(from: here),
      seconds: StoreService.lifetime,
      lastModified: CategorySeed.opening
    )
  }

  private static func near(_ query: inout QueryReader) -> Coordinates? {
    guard let text = query.text("near") else { return nil }
    let here = Coordinates(text)
    if here == nil {
      query.fault("near", "is \(text), expected latitude,longitude in degrees such as 48.85,2.35")
    }
    return here
  }
}
