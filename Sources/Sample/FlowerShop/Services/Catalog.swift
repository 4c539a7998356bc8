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
    let language = query.language() ?? Words.last
    let category = query.choice("category", of: Set(products.map(\.category)).sorted())
    let page = try Page(of: request, &query)
    try query.finish()
    let found = products.filter { category == nil || $0.category == category }
    return reply(page.members(found) { Catalog.light($0, language) }, about: found)
  }

  private func item(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var query = try Input(query: request)
    let language = query.language() ?? Words.last
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
    let language = query.language() ?? Words.last
    let count = query.integer("count", in: 1...20) ?? 5
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
    var query = try Input(query: request)
    try query.finish()
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

/// A drawing of three flowers in the colours of a product, always the same for one product.
enum FlowerDrawing {
  private static let colours = [
    "red": "#c82a34", "white": "#fcfcfa", "pink": "#ec8cac", "violet": "#8c5cb0", "blue": "#587ccc",
    "yellow": "#f6d65a", "orange": "#f0923c", "green": "#78ac62", "brown": "#926848",
  ]
  private static let places = [(x: 62, y: 96), (x: 128, y: 66), (x: 184, y: 110)]

  static func svg(of product: Product) -> String {
    let seed = product.id.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240">
      <rect width="240" height="240" fill="#f3f3e8"/>

      """
    for (number, place) in places.enumerated() {
      let digit = seed >> (number * 4) & 0xF
      let (x, y) = (place.x + digit - 8, place.y + digit % 7 * 2 - 6)
      let name = product.colors.isEmpty ? "" : product.colors[number % product.colors.count]
      let petals = (0..<(5 + digit % 4)).map { petal in
        "<ellipse cy=\"-26\" rx=\"15\" ry=\"20\" transform=\"rotate(\(petal * 360 / (5 + digit % 4)))\"/>"
      }
      svg += """
        <path d="M\(x) \(y)Q\(x) 180 120 240" fill="none" stroke="#5c8a54" stroke-width="5"/>
        <g transform="translate(\(x) \(y))" fill="\(colours[name] ?? "#f0c448")">\(petals.joined())\
        <circle r="9" fill="#d8b041"/></g>

        """
    }
    return svg + "</svg>\n"
  }
}
