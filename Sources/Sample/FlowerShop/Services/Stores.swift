// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Glibc
import HTTPValues

/// The stores and their places.
struct Stores {
  let all: [Store]

  private static let lifetime = 3_600

  struct Store {
    let id: String
    let country: String
    let place: Coordinates
    fileprivate let members: [(String, DataValue)]

    /// The store, with its distance from a place in metres.
    fileprivate func body(from here: Coordinates?) -> DataValue {
      let distance = here.map {
        ("distance", DataValue.number(Int($0.distance(to: place).rounded())))
      }
      return .members(members + (distance.map { [$0] } ?? []))
    }
  }

  static let routes = [
    Route(.get, "/stores") { shop, request throws(Refusal) in try shop.stores.list(request) },
    Route(.get, "/stores/{id}") { shop, request throws(Refusal) in try shop.stores.store(request) },
  ]

  init(_ file: Seed) throws(DataFileError) {
    var all: [Store] = []
    for (index, seed) in try file.list("stores").enumerated() {
      let (latitude, longitude) = (seed.value["latitude"]?.number, seed.value["longitude"]?.number)
      guard case .dictionary(let dictionary) = seed.value.content,
        let place = Coordinates(latitude: latitude ?? .nan, longitude: longitude ?? .nan)
      else {
        throw DataFileError(
          .syntax,
          at: seed.value.position,
          seen: "store \(index) without a place",
          expected: "latitude and longitude in degrees"
        )
      }
      all.append(
        Store(
          id: try seed.text("id"),
          country: try seed.text("country"),
          place: place,
          members: dictionary.members.map { ($0.key, $0.value) }
        )
      )
    }
    self.all = all.sorted { $0.id < $1.id }
  }

  private func list(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var query = try Input(query: request)
    let here = Coordinates(&query)
    let country = query.choice("country", of: Country.codes)
    let page = try Page(of: request, &query)
    try query.finish()
    var found = all.filter { country == nil || $0.country == country }
    if let here {
      found.sort { here.distance(to: $0.place) < here.distance(to: $1.place) }
    }
    return ServiceReply(
      .members(page.members(found) { $0.body(from: here) }),
      lifetime: Stores.lifetime,
      lastModified: ShopData.opening
    )
  }

  private func store(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var query = try Input(query: request)
    let here = Coordinates(&query)
    try query.finish()
    let id = request.segment("id")
    guard let store = all.first(where: { $0.id == id }) else { throw .notFound("store \(id)") }
    return ServiceReply(
      store.body(from: here),
      lifetime: Stores.lifetime,
      lastModified: ShopData.opening
    )
  }
}

/// A place on the earth, in degrees.
struct Coordinates {
  let latitude: Double
  let longitude: Double

  /// The earth's mean radius in metres.
  private static let radius = 6_371_008.8

  init?(latitude: Double, longitude: Double) {
    guard -90...90 ~= latitude, -180...180 ~= longitude else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Reads the parameter `near`, such as `48.85,2.35`.
  init?(_ query: inout Input) {
    let near = query.parsed("near", "latitude,longitude in degrees such as 48.85,2.35") { value in
      let parts = (value.string ?? "").split(separator: ",", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Double($0) }
      return parts.count == 2 && numbers.count == 2
        ? Coordinates(latitude: numbers[0], longitude: numbers[1]) : nil
    }
    guard let near else { return nil }
    self = near
  }

  /// Returns the distance along the surface in metres (haversine formula).
  func distance(to other: Coordinates) -> Double {
    let (north, otherNorth) = (radians(latitude), radians(other.latitude))
    let across = sin((otherNorth - north) / 2)
    let along = sin(radians(other.longitude - longitude) / 2)
    let half = across * across + cos(north) * cos(otherNorth) * along * along
    return 2 * Coordinates.radius * asin(min(1, half.squareRoot()))
  }

  private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
