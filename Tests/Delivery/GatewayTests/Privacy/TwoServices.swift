// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import LoopTesting
import Reactor

/// A site whose documents are made of a public service and of one whose answers are private, or which
/// knows its customers.
struct TwoServices {
  let site: SiteServer
  let shop: PlainService
  let accounts: PlainService

  /// - Parameter settings: what `accounts` declares besides its address.
  init(
    files: [String: String] = TwoServices.files,
    accounts settings: String = "",
    edges: String = "",
    shop: @escaping PlainService.Script = TwoServices.json(#"{"title":"Rose"}"#),
    _ script: @escaping PlainService.Script
  ) async throws {
    let clock = ManualClock(wallSeconds: SiteServer.start)
    self.shop = try await PlainService(clock: clock, shop)
    accounts = try await PlainService(clock: clock, script)
    site = try await SiteServer(
      files,
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: {
            shop: { addresses: ["\(self.shop.address)"], retries: 0, timeout: "30s" },
            accounts: { addresses: ["\(accounts.address)"], retries: 0 \(settings) },
          },
          edges: { \(edges) },
        }
        """,
      clock: clock
    )
  }

  static let files = [
    "mine": """
    {
      datatype: "screen", ttl: 100000, staleWhileRevalidate: 60, staleIfError: 3600,
      light: ["title"],
      calls: {
        item: { backend: "shop", path: "/items/7" },
        own: { backend: "accounts", path: "/own", freshness: { staleIfError: 3600 } },
      },
      body: { title: { $pick: "$.item.title" }, name: { $pick: "$.own.name" } },
    }
    """,
    "around": """
    { datatype: "screen", ttl: 100000, body: { mine: { $embed: "mine" } } }
    """,
    "optional": """
    {
      datatype: "screen", ttl: 100000,
      calls: { own: { backend: "accounts", path: "/own", optional: true } },
      body: { name: { $pick: "$.own.name", else: "nobody" } },
    }
    """,
  ]

  /// Answers everything with this.
  static func json(_ body: String, cacheControl: String? = nil) -> PlainService.Script {
    { exchange, _ in
      var fields: Fields = ["content-type": "application/json"]
      if let cacheControl { fields.append("cache-control", cacheControl) }
      try await exchange.respond(Response(.ok, fields: fields), body: Array(body.utf8))
    }
  }

  /// Answers with the number of the request as a name.
  static func counting(cacheControl: String) -> PlainService.Script {
    { exchange, service in
      try await json(#"{"name":"\#(service.count)"}"#, cacheControl: cacheControl)(
        exchange,
        service
      )
    }
  }

  static func failing(_ status: Status) -> PlainService.Script {
    { exchange, _ in try await exchange.respond(Response(status)) }
  }
}
