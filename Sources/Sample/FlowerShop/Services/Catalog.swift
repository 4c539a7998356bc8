// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// The descriptions of products.
struct Catalog {
  private let products: [Product]

  private static let lifetime = 300

  static let routes = [
    Route(.get, "/items") { shop, request throws(Refusal) in try shop.catalog.items(request) },
    Route(.get, "/items/{id}") { shop, request throws(Refusal) in try shop.catalog.item(request) },
    Route(.get, "/items/{id}/related") { shop, request throws(Refusal) in
      try shop.catalog.related(request)
    },
    Route(.get, "/images/{name}") { shop, request throws(Refusal) in try shop.catalog.image(request)
    },
  ]

  init(_ products: [Product]) { self.products = products }

  private func items(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var query = try Input(query: request)
    let language = try query.text("language") ?? Words.last
    let category = try query.choice("category", of: Set(products.map(\.category)).sorted())
    let page = try Page(of: request, &query)
    try query.finish()
    let found = products.filter { category == nil || $0.category == category }
    return reply(page.members(found) { Catalog.light($0, language) }, about: found)
  }

  private func item(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var query = try Input(query: request)
    let language = try query.text("language") ?? Words.last
    try query.finish()
    let product = try needed(request)
    var reply = ServiceReply(
      Catalog.heavy(product, language),
      lifetime: Catalog.lifetime,
      lastModified: product.updated
    )
    reply.fields.set("content-language", product.words.nearest(to: language).language)
    return reply
  }

  /// Responds with the others of the item's category, and those at the same position in the next two.
  private func related(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var query = try Input(query: request)
    let language = try query.text("language") ?? Words.last
    let count = try query.integer("count", in: 1...20) ?? 5
    try query.finish()
    let product = try needed(request)
    let place = products.firstIndex { $0.id == product.id } ?? 0
    let neighbours = products.filter { $0.category == product.category && $0.id != product.id }
    let others = [5, 10].map { products[(place + $0) % products.count] }
    let found = (neighbours.prefix(3) + others).prefix(count)
    let data = found.map { Catalog.light($0, language) }
    return reply([("id", .text(product.id)), ("data", .list(data))], about: Array(found))
  }

  private func image(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    let name = request.segment("name")
    guard name.hasSuffix(".svg"), let product = product(String(name.dropLast(4))) else {
      throw .notFound("image \(name)")
    }
    return ServiceReply(svg: FlowerDrawing.svg(of: product), lifetime: 86_400)
  }

  /// Returns a product's price in the United States, in cents.
  func cents(of id: String) -> Int? { product(id)?.cents }

  private func product(_ id: String) -> Product? { products.first { $0.id == id } }

  private func needed(_ request: ServiceRequest) throws(Refusal) -> Product {
    let id = request.segment("id")
    guard let product = product(id) else { throw .notFound("item \(id)") }
    return product
  }

  private func reply(_ members: [(String, DataValue)], about products: [Product]) -> ServiceReply {
    ServiceReply(
      .members(members),
      lifetime: Catalog.lifetime,
      lastModified: products.map(\.updated).max()
    )
  }

  /// The product in a list.
  private static func light(_ product: Product, _ language: String) -> DataValue {
    .object(
      ("id", .text(product.id)),
      ("title", .text(product.words.nearest(to: language).words.title)),
      ("category", .text(product.category)),
      ("image", .text("/images/\(product.id).svg"))
    )
  }

  /// The product with all details.
  private static func heavy(_ product: Product, _ language: String) -> DataValue {
    let (language, words) = product.words.nearest(to: language)
    return .object(
      ("id", .text(product.id)),
      ("language", .text(language)),
      ("title", .text(words.title)),
      ("text", .text(words.text)),
      ("category", .text(product.category)),
      ("colors", .texts(product.colors)),
      ("image", .text("/images/\(product.id).svg")),
      ("related", .text("/items/\(product.id)/related")),
      ("updated", .instant(product.updated))
    )
  }
}

/// A drawing of a flower in the colours of a product.
enum FlowerDrawing {
  static func svg(of product: Product) -> String {
    let colours = Array(repeatElement(product.colors, count: 3).joined())
    let petals = colours.indices.map { index in
      """
      <ellipse cy="-58" rx="20" ry="42" fill="\(colours[index])" \
      transform="rotate(\(index * 360 / colours.count))"/>
      """
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="-120 -120 240 240">
      <rect x="-120" y="-120" width="240" height="240" fill="#f3f3e8"/>
      \(petals.joined())<circle r="24" fill="#d8b041"/>
      </svg>

      """
  }
}
