// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// The descriptions of products.
struct Catalog {
  private let categories: [(id: String, titles: [String: Words])]
  private var products: [Product]

  private static let lifetime = 300

  static let routes = [
    Route(.get, "/categories") { shop, request throws(Refusal) in
      try shop.catalog.categories(request)
    },
    Route(.get, "/items") { shop, request throws(Refusal) in try shop.catalog.items(request) },
    Route(.get, "/items/{id}") { shop, request throws(Refusal) in try shop.catalog.item(request) },
    Route(.get, "/items/{id}/related") { shop, request throws(Refusal) in
      try shop.catalog.related(request)
    },
    Route(.get, "/images/{name}") { shop, request throws(Refusal) in try shop.catalog.image(request)
    },
    Route(.put, "/items/{id}/words/{language}") { shop, request throws(Refusal) in
      try shop.catalog.write(request)
    },
  ]

  init(_ file: Seed, _ products: [Product]) throws(DataFileError) {
    var categories: [(String, [String: Words])] = []
    for seed in try file.list("categories") {
      var titles: [String: Words] = [:]
      for (language, title) in try seed.members("title") {
        titles[language] = Words(title: title.value.string ?? "", text: "")
      }
      categories.append((try seed.text("id"), titles))
    }
    self.categories = categories
    self.products = products
    for index in products.indices {
      self.products[index].updated = ShopData.opening + Int64(index) * 3_600
    }
  }

  private func categories(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var query = try Input(query: request)
    let language = query.language() ?? Words.last
    try query.finish()
    let all = categories.map { category in
      DataValue.object(
        ("id", .text(category.id)),
        ("title", .text(category.titles.nearest(to: language).words.title)),
        ("items", .number(products.count { $0.category == category.id }))
      )
    }
    return ServiceReply(.object(("data", .list(all))), lifetime: 3_600)
  }

  private func items(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var query = try Input(query: request)
    let language = query.language() ?? Words.last
    let ids = query.list("ids", atMost: 50)
    let category = query.choice("category", of: categories.map(\.id))
    let page = try Page(of: request, &query)
    if ids != nil, category != nil { query.fault("ids", "and category exclude each other") }
    try query.finish()
    guard let ids else {
      let found = products.filter { category == nil || $0.category == category }
      return reply(page.members(found) { Catalog.light($0, language) }, about: found)
    }
    let found = ids.compactMap { product($0) }
    let light = found.map { Catalog.light($0, language) }
    let missing = DataValue.missing(ids, found.map(\.id)).map { [("missing", $0)] } ?? []
    return reply([("data", .list(light))] + missing, about: found)
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

  /// Changes a product's words in a language.
  private mutating func write(_ request: ServiceRequest) throws(Refusal) -> ServiceReply {
    var body = try Input(body: request)
    let title = body.text("title", isNeeded: true)
    let text = body.text("text", 1...2_000, isNeeded: true)
    try body.finish()
    let (id, language) = (request.segment("id"), request.segment("language"))
    guard Words.isTag(language) else {
      throw Refusal(.badRequest, "\(language) is no language tag, expected one such as fr-CA")
    }
    guard let index = products.firstIndex(where: { $0.id == id }) else {
      throw .notFound("item \(id)")
    }
    products[index].words[language] = Words(title: title ?? "", text: text ?? "")
    products[index].updated = request.now
    return ServiceReply(Catalog.heavy(products[index], language))
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
