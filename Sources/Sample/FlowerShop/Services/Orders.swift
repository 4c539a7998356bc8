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
    /// The body of the request, its members sorted.
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
    return ServiceReply(
      .members(page.members(orders[account] ?? []) { .members($0.light(at: request.now)) })
    )
  }

  private func order(_ request: ServiceRequest, of account: String) throws(Refusal) -> ServiceReply
  {
    var query = try Input(query: request)
    try query.finish()
    let id = request.segment("id")
    guard let order = orders[account]?.first(where: { $0.id == id }) else {
      throw .notFound("order \(id)")
    }
    return ServiceReply(order.heavy(at: request.now))
  }

  private mutating func place(
    _ request: ServiceRequest,
    of account: String,
    _ catalog: Catalog
  ) throws(Refusal) -> ServiceReply {
    let order = try Order(request, catalog)
    let key = "\(account) \(try Orders.key(request))"
    keys = keys.filter { $0.value.order.created > request.now - Orders.keyLifetime }
    let body = try Orders.sorted(request.body)
    guard let earlier = keys[key] else {
      keys[key] = Placed(body: body, order: order)
      orders[account, default: []].insert(order, at: 0)
      return Orders.created(order)
    }
    guard earlier.body == body else {
      throw Refusal(.unprocessableContent, "the Idempotency-Key was used for another order")
    }
    var reply = Orders.created(earlier.order)
    reply.fields.append("idempotency-replayed", "true")
    return reply
  }

  private static func created(_ order: Order) -> ServiceReply {
    ServiceReply(
      order.heavy(at: order.created),
      status: .created,
      fields: ["location": "/orders/\(order.id)"]
    )
  }

  /// The Idempotency-Key of a request, which makes retries safe
  /// (draft-ietf-httpapi-idempotency-key-header); also without its quotes, since many clients send it so.
  private static func key(_ request: ServiceRequest) throws(Refusal) -> String {
    let field = request.fields["idempotency-key"] ?? ""
    var text = field[...]
    if text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
      text = text.dropFirst().dropLast()
    }
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
    guard isPlain, 1...100 ~= text.utf8.count else {
      throw Refusal(
        .badRequest,
        "Idempotency-Key is \(field.isEmpty ? "missing" : field), expected 1 to 100 visible letters of"
          + " ASCII in quotes, so that nothing is bought twice"
      )
    }
    return String(text)
  }

  private static func sorted(_ body: [UInt8]) throws(Refusal) -> [UInt8] {
    var writer = JSONWriter()
    writer.sortsMembers = true
    var bytes: [UInt8] = []
    do throws(DataFileError) {
      try writer.write(DataValue(reading: body.span, as: .json), to: &bytes)
    } catch {
      throw Refusal(.badRequest, "the body is not usable JSON: \(error)")
    }
    return bytes
  }
}

/// A placed order.
private struct Order {
  let id = "F\(Hexadecimal.text([UInt8].random(count: 6)))"
  let created: Int64
  private let country: Country
  private let address: [(String, DataValue)]
  private let lines: [Line]

  private struct Line {
    let item: String
    let quantity: Int
    /// The price of one piece, in the smallest unit.
    let units: Int
  }

  /// The seconds until which an order is in each state.
  private static let states: [(until: Int64, name: String)] = [
    (900, "placed"), (14_400, "packed"), (172_800, "on its way"),
  ]

  /// Reads an order as a customer sends it. It is charged by the prices of the shop's opening.
  init(_ request: ServiceRequest, _ catalog: Catalog) throws(Refusal) {
    var body = try Input(body: request)
    let country = Country(&body, isNeeded: true) ?? Country.usual
    var lines: [Line] = []
    body.objects("lines", atMost: 50) { input in
      let item = input.text("item", 1...40, isNeeded: true) ?? ""
      let quantity = input.integer("quantity", in: 1...99) ?? 1
      if lines.contains(where: { $0.item == item }) { input.fault("item", "is there twice") }
      let cents = catalog.cents(of: item)
      if !item.isEmpty, cents == nil { input.fault("item", "is not sold") }
      let units = country.price(ofCents: cents ?? 0)
      lines.append(Line(item: item, quantity: quantity, units: units))
    }
    var address: [(String, DataValue)] = []
    body.object("address") { input in
      for name in ["name", "street", "postcode", "city"] {
        address.append((name, .text(input.text(name, 1...100, isNeeded: true))))
      }
    }
    try body.finish()
    (self.country, self.lines, self.address) = (country, lines, address)
    created = request.now
  }

  /// The order in a list.
  func light(at now: Int64) -> [(String, DataValue)] {
    let total = lines.reduce(0) { $0 + $1.units * $1.quantity }
    let state = Order.states.first { now - created < $0.until }?.name ?? "delivered"
    return [
      ("id", .text(id)), ("state", .text(state)), ("created", .instant(created)),
      ("country", .text(country.code)), ("currency", .text(country.currency)),
      ("total", country.money(total)),
    ]
  }

  /// The order with all details.
  func heavy(at now: Int64) -> DataValue {
    let lines = lines.map { line in
      DataValue.object(
        ("item", .text(line.item)),
        ("quantity", .number(line.quantity)),
        ("amount", country.money(line.units)),
        ("total", country.money(line.units * line.quantity))
      )
    }
    return .members(light(at: now) + [("lines", .list(lines)), ("address", .members(address))])
  }
}
