// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// The stores and their places.
struct Stores {
  let all: [Store]

  private static let lifetime = 3_600

  struct Store {
    let id: String
    let country: String
    fileprivate let body: DataValue
  }

  static let routes = [
    Route(.get, "/stores") { shop, request throws(Refusal) in try shop.stores.list(request) },
    Route(.get, "/stores/{id}") { shop, request throws(Refusal) in try shop.stores.store(request) },
  ]

  init(_ file: Seed) throws(DataFileError) {
    let stores = try file.list("stores").map { seed throws(DataFileError) in
      Store(id: try seed.text("id"), country: try seed.text("country"), body: seed.value)
    }
    all = stores.sorted { $0.id < $1.id }
  }

  private func list(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var query = try Input(query: request)
    let country = try query.choice("country", of: Country.codes)
    let page = try Page(of: request, &query)
    try query.finish()
    let found = all.filter { country == nil || $0.country == country }
    return reply(.members(page.members(found, \.body)))
  }

  private func store(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    let id = request.segment("id")
    guard let store = all.first(where: { $0.id == id }) else { throw .notFound("store \(id)") }
    return reply(store.body)
  }

  private func reply(_ body: DataValue) -> ServiceReply {
    ServiceReply(body, lifetime: Stores.lifetime, lastModified: ShopData.opening)
  }
}
