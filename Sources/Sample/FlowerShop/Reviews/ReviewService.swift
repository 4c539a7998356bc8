// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import SQL
import SQLite

/// The service for reviews.
final class ReviewService: ShopService {
  let database: SharedDatabase

  private static let lifetime = 120
  private static let mostIDs = 100

  init(_ path: String) throws {
    database = try SharedDatabase(path, migrating: ReviewSchema.steps, filling: ReviewSchema.fill)
  }

  func check() throws {
    let count: Int = try database.read { try $0.value("SELECT count(*) FROM item") ?? 0 }
    guard count > 0 else { throw Refusal(.serviceUnavailable, "there are no reviews") }
  }

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.get, "/reviews", summaries),
      ServiceRoute(.get, "/reviews/{id}", reviews),
    ]
  }

  @Sendable private func summaries(_ request: ServiceRequest) throws -> ServiceReply {
    var query = QueryReader(request)
    let ids = query.neededList("ids", atMost: ReviewService.mostIDs)
    try query.finish()
    let found = try database.read { database in
      try ids.compactMap { try ReviewSummary($0, &database) }
    }
    return .kept(
      .object([
        "data": .list(found.map(\.light)), "missing": .missing(ids, found.map(\.id)),
      ]),
      seconds: ReviewService.lifetime,
      lastModified: found.map(\.latest).max()
    )
  }

  @Sendable private func reviews(_ request: ServiceRequest) throws -> ServiceReply {
    var query = QueryReader(request)
    let page = Page(&query, usually: 10)
    let language = query.choice("language", of: ProductSeed.languages)
    try query.finish()
    let id = request.segment("id")
    return try database.read { database in
      guard let summary = try ReviewSummary(id, &database) else {
        throw Refusal.notFound("item \(id)")
      }
      let total: Int? = try database.value(
        "SELECT count(*) FROM review WHERE item = ?1 AND (?2 IS NULL OR language = ?2)",
        [id, language]
      )
      let data = try database.rows(
        """
        SELECT author, stars, title, text, language, written FROM review
        WHERE item = ?1 AND (?2 IS NULL OR language = ?2)
        ORDER BY written DESC, id DESC LIMIT ?3 OFFSET ?4
        """,
        [id, language, page.count, page.offset],
        ReviewService.review
      )
      return .kept(
        .object([
          "id": .text(id),
          "summary": summary.heavy,
          "total": .number(total ?? 0),
          "offset": .number(page.offset),
          "count": .number(data.count),
          "data": .list(data),
          "next": .text(page.next(total: total ?? 0, request)),
        ]),
        seconds: ReviewService.lifetime,
        lastModified: summary.latest
      )
    }
  }

  private static func review(_ row: borrowing Row) throws(RowError) -> DataValue {
    .object([
      "author": .text(try row[0] as String), "stars": .number(try row[1] as Int),
      "title": .text(try row[2] as String), "text": .text(try row[3] as String),
      "language": .text(try row[4] as String), "written": .instant(try row[5]),
    ])
  }
}
