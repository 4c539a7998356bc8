// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import SQL
import SQLite

/// The service for descriptions of products.
final class CatalogService: ShopService {
  let database: SharedDatabase

  /// The freshness of responses in seconds.
  private static let lifetime = 300
  private static let categoryLifetime = 3_600
  private static let imageLifetime = 86_400
  private static let mostIDs = 50

  init(_ path: String) throws {
    database = try SharedDatabase(
      path,
      migrating: CatalogSchema.steps,
      filling: CatalogSchema.fill
    )
  }

  func check() throws {
    let count: Int = try database.read { try $0.value("SELECT count(*) FROM item") ?? 0 }
    guard count > 0 else { throw Refusal(.serviceUnavailable, "the catalog is empty") }
  }

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.get, "/categories", categories),
      ServiceRoute(.get, "/items", items),
      ServiceRoute(.get, "/items/{id}", item),
      ServiceRoute(.get, "/items/{id}/related", related),
      ServiceRoute(.get, "/images/{name}", image),
      ServiceRoute(.put, "/items/{id}/words/{language}", write),
    ]
  }

  @Sendable private func categories(_ request: ServiceRequest) throws -> ServiceReply {
    var query = QueryReader(request)
    let chain = LanguageChain(&query)
    try query.finish()
    let sql = """
      SELECT category.id, words.title, (SELECT count(*) FROM item WHERE category = category.id)
      FROM category JOIN category_words AS words ON words.category = category.id
        AND words.language = (
          SELECT language FROM category_words
          WHERE category = category.id AND language IN (?1, ?2, 'en')
          ORDER BY language = ?1 DESC, language = ?2 DESC LIMIT 1
        )
      ORDER BY category.place
      """
    let all = try database.read { database in
      try database.rows(sql, [chain.wanted, chain.broader]) { row throws(RowError) in
        DataValue.object([
          "id": .text(try row[0] as String), "title": .text(try row[1] as String),
          "items": .number(try row[2] as Int),
        ])
      }
    }
    return .kept(.object(["data": .list(all)]), seconds: CatalogService.categoryLifetime)
  }

  @Sendable private func items(_ request: ServiceRequest) throws -> ServiceReply {
    var query = QueryReader(request)
    let chain = LanguageChain(&query)
    let ids = query.list("ids", atMost: CatalogService.mostIDs)
    let category = query.choice("category", of: CategorySeed.titles.map(\.id))
    let page = Page(&query)
    if ids != nil, category != nil { query.fault("ids", "and category exclude each other") }
    try query.finish()
    if let ids { return try items(ids, chain) }
    let sql =
      CatalogItem.selection
      + " WHERE ?3 IS NULL OR item.category = ?3 ORDER BY item.place LIMIT ?4 OFFSET ?5"
    let (total, found) = try database.read { database in
      let total: Int? = try database.value(
        "SELECT count(*) FROM item WHERE ?1 IS NULL OR category = ?1",
        [category]
      )
      let values: [any SQLConvertible] = [
        chain.wanted, chain.broader, category, page.count, page.offset,
      ]
      return (total ?? 0, try database.rows(sql, values, CatalogItem.init))
    }
    return .kept(
      page.body(total: total, data: found.map(\.light), request),
      seconds: CatalogService.lifetime,
      lastModified: found.map(\.updated).max()
    )
  }

  private func items(_ ids: [String], _ chain: LanguageChain) throws -> ServiceReply {
    let found = try database.read { database in
      try ids.compactMap { try CatalogService.item($0, chain, &database) }
    }
    return .kept(
      .object([
        "data": .list(found.map(\.light)),
        "missing": .missing(ids, found.map(\.id)),
      ]),
      seconds: CatalogService.lifetime,
      lastModified: found.map(\.updated).max()
    )
  }

  @Sendable private func item(_ request: ServiceRequest) throws -> ServiceReply {
    var query = QueryReader(request)
    let chain = LanguageChain(&query)
    try query.finish()
    let id = request.segment("id")
    let item = try database.read { try CatalogService.needed(id, chain, &$0) }
    return .kept(
      item.heavy,
      seconds: CatalogService.lifetime,
      lastModified: item.updated,
      language: item.language
    )
  }

  @Sendable private func related(_ request: ServiceRequest) throws -> ServiceReply {
    var query = QueryReader(request)
    let chain = LanguageChain(&query)
    let count = query.integer("count", in: 1...20, unless: 5)
    try query.finish()
    let id = request.segment("id")
    let sql =
      CatalogItem.selection
      + " JOIN related ON related.other = item.id WHERE related.item = ?3"
      + " ORDER BY related.place LIMIT ?4"
    let found = try database.read { database in
      _ = try CatalogService.needed(id, chain, &database)
      return try database.rows(sql, [chain.wanted, chain.broader, id, count], CatalogItem.init)
    }
    return .kept(
      .object(["id": .text(id), "data": .list(found.map(\.light))]),
      seconds: CatalogService.lifetime,
      lastModified: found.map(\.updated).max()
    )
  }

  @Sendable private func image(_ request: ServiceRequest) throws -> ServiceReply {
    var query = QueryReader(request)
    try query.finish()
    let name = request.segment("name")
    guard name.hasSuffix(CatalogItem.imageEnding) else { throw Refusal.notFound("image \(name)") }
    let id = String(name.dropLast(CatalogItem.imageEnding.count))
    let colors: String? = try database.read { database in
      try database.value("SELECT colors FROM item WHERE id = ?", [id])
    }
    guard let colors else { throw Refusal.notFound("image \(name)") }
    return ServiceReply(
      picture: .init(
        mediaType: PortableNetworkGraphic.mediaType,
        bytes: try FlowerDrawing(of: id, in: colors).picture.bytes()
      ),
      freshness: .shared(seconds: CatalogService.imageLifetime, stale: CatalogService.imageLifetime)
    )
  }

  /// Changes a product's words in a language.
  @Sendable private func write(_ request: ServiceRequest) throws -> ServiceReply {
    var body = try BodyReader(request)
    let (title, text) = (body.text("title"), body.text("text", 1...2_000))
    body.need("title")
    body.need("text")
    try body.finish()
    let (id, language) = (request.segment("id"), request.segment("language"))
    guard LanguageChain.isTag(language) else {
      throw Refusal(.badRequest, "\(language) is no language tag, expected one such as fr-CA")
    }
    let chain = LanguageChain(language)
    let item = try database.write { database in
      let changed = try database.run("UPDATE item SET updated = ? WHERE id = ?", [request.now, id])
      guard changed == 1 else { throw Refusal.notFound("item \(id)") }
      try database.run(
        "INSERT OR REPLACE INTO words VALUES (?, ?, ?, ?)",
        [id, language, title, text]
      )
      return try CatalogService.needed(id, chain, &database)
    }
    return ServiceReply(body: item.heavy)
  }

  private static func needed(
    _ id: String,
    _ chain: LanguageChain,
    _ database: inout Database
  ) throws -> CatalogItem {
    guard let item = try item(id, chain, &database) else { throw Refusal.notFound("item \(id)") }
    return item
  }

  private static func item(
    _ id: String,
    _ chain: LanguageChain,
    _ database: inout Database
  ) throws(SQLiteError) -> CatalogItem? {
    try database.first(
      CatalogItem.selection + " WHERE item.id = ?3",
      [chain.wanted, chain.broader, id],
      CatalogItem.init
    )
  }
}
