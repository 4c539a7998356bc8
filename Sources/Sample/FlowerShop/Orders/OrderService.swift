// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import HTTPValues
import SQL
import SQLite

/// The service for orders.
final class OrderService: ShopService {
  let database: SharedDatabase
  private let secret: [UInt8]

  init(_ path: String, secret: [UInt8]) throws {
    self.secret = secret
    database = try SharedDatabase(path, migrating: OrderSchema.steps, filling: OrderSchema.fill)
  }

  func check() throws {
    let count: Int = try database.read { try $0.value("SELECT count(*) FROM offer") ?? 0 }
    guard count > 0 else { throw Refusal(.serviceUnavailable, "there is nothing to order") }
  }

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.post, "/orders", place),
      ServiceRoute(.get, "/orders", list),
      ServiceRoute(.get, "/orders/{id}", show),
    ]
  }

  @Sendable private func list(_ request: ServiceRequest) throws -> ServiceReply {
    let token = try SignedIn.token(of: request, secret: secret)
    var query = QueryReader(request)
    let page = Page(&query)
    try query.finish()
    return try database.read { database in
      let total: Int? = try database.value(
        "SELECT count(*) FROM purchase WHERE account = ?",
        [token.account]
      )
      let orders = try Order.page(page, of: token.account, &database)
      let data = orders.map { $0.light(at: request.now) }
      return ServiceReply(body: page.body(total: total ?? 0, data: data, request))
    }
  }

  @Sendable private func show(_ request: ServiceRequest) throws -> ServiceReply {
    let token = try SignedIn.token(of: request, secret: secret)
    var query = QueryReader(request)
    try query.finish()
    let id = request.segment("id")
    return try database.read { database in
      guard let order = try Order(id, of: token.account, &database) else {
        throw Refusal.notFound("order \(id)")
      }
      return ServiceReply(body: order.heavy(at: request.now))
    }
  }

  @Sendable private func place(_ request: ServiceRequest) throws -> ServiceReply {
    let token = try SignedIn.token(of: request, secret: secret)
    let draft = try OrderDraft(request)
    let key = try IdempotencyKey(request)
    let fresh = "F\(Hexadecimal.text(ShopSecret.random(6)))"
    return try database.write { database in
      let known = try OrderService.earlier(key, token.account, at: request.now, &database)
      let id = known ?? fresh
      if known == nil {
        try OrderService.insert(draft, as: id, token.account, at: request.now, &database)
        try database.run(
          "INSERT INTO request_key VALUES (?, ?, ?, ?, ?)",
          [token.account, key.text, key.digest, id, request.now]
        )
      }
      guard let order = try Order(id, of: token.account, &database) else {
        throw Refusal.notFound("order \(id)")
      }
      var fields: Fields = ["location": "/orders/\(id)"]
      if known != nil { fields.append("idempotency-replayed", "true") }
      return ServiceReply(status: .created, body: order.heavy(at: order.created), fields: fields)
    }
  }

  /// Returns the earlier order for a key; `nil` for a new key.
  private static func earlier(
    _ key: IdempotencyKey,
    _ account: String,
    at now: Int64,
    _ database: inout Database
  ) throws -> String? {
    let oldest = now - IdempotencyKey.lifetime
    try database.run("DELETE FROM request_key WHERE created <= ?", [oldest])
    let sql = "SELECT digest, purchase FROM request_key WHERE account = ? AND key = ?"
    let found = try database.first(sql, [account, key.text]) { row throws(RowError) in
      (digest: try row[0] as [UInt8], purchase: try row[1] as String)
    }
    guard let found else { return nil }
    guard found.digest == key.digest else {
      throw Refusal(
        .unprocessableContent,
        "the Idempotency-Key \(key.text) was used for another order"
      )
    }
    return found.purchase
  }

  private static func insert(
    _ draft: OrderDraft,
    as id: String,
    _ account: String,
    at now: Int64,
    _ database: inout Database
  ) throws {
    var units: [Int64] = []
    var faults: [InputFault] = []
    for (index, line) in draft.lines.enumerated() {
      let offer: Int64? = try database.value(
        "SELECT units FROM offer WHERE item = ? AND country = ?",
        [line.item, draft.country.code]
      )
      if offer == nil {
        faults.append(InputFault(place: "/lines/\(index)/item", detail: "is not sold"))
      }
      units.append(offer ?? 0)
    }
    guard faults.isEmpty else {
      throw Refusal(.unprocessableContent, "the body cannot be used", faults: faults)
    }
    let total = zip(draft.lines, units).reduce(0) { $0 + $1.0.quantity * $1.1 }
    try database.run(
      "INSERT INTO purchase VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        id, account, draft.country.code, total, draft.name, draft.street, draft.postcode,
        draft.city, now,
      ]
    )
    for (place, line) in draft.lines.enumerated() {
      try database.run(
        "INSERT INTO line VALUES (?, ?, ?, ?, ?)",
        [id, place, line.item, line.quantity, units[place]]
      )
    }
  }
}
