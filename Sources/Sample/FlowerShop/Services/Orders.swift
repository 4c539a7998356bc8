// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import HTTPValues

/// The orders of customers.
struct Orders {
  /// Those of each account, the newest first.
  private var orders: [String: [Order]] = [:]
  /// The orders that an Idempotency-Key stands for, by account and key.
  private var keys: [String: Placed] = [:]

  private struct Placed {
    /// The body of the request.
    let body: [UInt8]
    let order: Order
  }

  /// The time in seconds for which a key is known.
  private static let keyLifetime: Int64 = 86_400

  static let routes = [
    Route(.post, "/orders") { shop, request throws(Refusal) in
      let account = try shop.accounts.signedIn(request)
      return try shop.orders.place(request, of: account, shop.catalog)
    },
    Route(.get, "/orders") { shop, request throws(Refusal) in
      try shop.orders.list(request, of: try shop.accounts.signedIn(request))
    },
    Route(.get, "/orders/{id}") { shop, request throws(Refusal) in
      try shop.orders.order(request, of: try shop.accounts.signedIn(request))
    },
  ]

  private func list(_ request: ServiceRequest, of account: String) throws(Refusal) -> ServiceReply {
    var query = try Input(query: request)
    let page = try Page(of: request, &query)
    try query.finish()
    return ServiceReply(.members(page.members(orders[account] ?? [], \.body)))
  }

  private func order(_ request: ServiceRequest, of account: String) throws(Refusal) -> ServiceReply
  {
    let id = request.segment("id")
    guard let order = orders[account]?.first(where: { $0.id == id }) else {
      throw .notFound("order \(id)")
    }
    return ServiceReply(order.body)
  }

  private mutating func place(
    _ request: ServiceRequest,
    of account: String,
    _ catalog: Catalog
  ) throws(Refusal) -> ServiceReply {
    let order = try Order(request, catalog)
    let key = "\(account) \(try Orders.key(request))"
    keys = keys.filter { $0.value.order.created > request.now - Orders.keyLifetime }
    guard let earlier = keys[key] else {
      keys[key] = Placed(body: request.body, order: order)
      orders[account, default: []].insert(order, at: 0)
      return Orders.created(order)
    }
    guard earlier.body == request.body else {
      throw Refusal(.unprocessableContent, "the Idempotency-Key was used for another order")
    }
    var reply = Orders.created(earlier.order)
    reply.fields.append("idempotency-replayed", "true")
    return reply
  }

  private static func created(_ order: Order) -> ServiceReply {
    ServiceReply(order.body, status: .created, fields: ["location": "/orders/\(order.id)"])
  }

  /// The Idempotency-Key of a request, which makes retries safe (draft-ietf-httpapi-idempotency-key-header).
  private static func key(_ request: ServiceRequest) throws(Refusal) -> String {
    guard let key = request.fields["idempotency-key"], 1...100 ~= key.utf8.count else {
      throw Refusal(
        .badRequest,
        "expected an Idempotency-Key of 1 to 100 bytes, so that nothing is bought twice"
      )
    }
    return key
  }
}

/// A placed order.
private struct Order {
  let id = "F\(Hexadecimal.text([UInt8].random(count: 6)))"
  let created: Int64
  let body: DataValue

  /// Reads an order as a customer sends it. It is charged by the prices of the shop's opening.
  init(_ request: ServiceRequest, _ catalog: Catalog) throws(Refusal) {
    var input = try Input(body: request)
    let country = try input.needed("country", Country(&input))
    var total = 0
    let lines = try input.objects("lines", atMost: 50) { line throws(Refusal) in
      let item = try line.neededText("item")
      let quantity = try line.integer("quantity", in: 1...99) ?? 1
      guard let cents = catalog.cents(of: item) else { throw line.fault("item", "is not sold") }
      let units = country.price(ofCents: cents)
      total += units * quantity
      return DataValue.object(
        ("item", .text(item)),
        ("quantity", .number(quantity)),
        ("amount", country.money(units)),
        ("total", country.money(units * quantity))
      )
    }
    let address = try input.parsed("address", "an object") { value in
      if case .dictionary = value.content { value } else { nil }
    }
    try input.finish()
    created = request.now
    body = .object(
      ("id", .text(id)),
      ("created", .instant(created)),
      ("country", .text(country.code)),
      ("currency", .text(country.currency)),
      ("total", country.money(total)),
      ("lines", .list(lines)),
      ("address", try input.needed("address", address))
    )
  }
}
