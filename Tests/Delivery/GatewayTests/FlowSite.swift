// SPDX-License-Identifier: Apache-2.0

import Editions
import SiteTesting
import Sites
import Testing

/// A shop whose cart is carried to where it is paid for, through a step that knows nothing of it.
enum FlowSite {
  static let cart = """
    {
      datatype: "cart", ttl: 600, staleWhileRevalidate: 0, light: ["continueURL"],
      calls: { cart: { backend: "shop", path: "/cart", freshness: { ttl: 600 } } },
      body: {
        title: { $t: "cart" },
        continueURL: { $ref: "address", carry: { cart: "$.cart.id", kind: "gift" } },
        rows: { $each: "$.cart.lines[*]",
          do: { url: { $ref: "address", carry: { cart: "@.id" } } } },
      },
    }
    """

  /// A step that has nothing to do with what it carries.
  static let address =
    #"{ datatype: "form", body: { title: { $t: "cart" }, continueURL: { $ref: "pay" }, cancelURL: { $ref: "cart" } } }"#

  static let pay = """
    {
      datatype: "form", ttl: 600, staleWhileRevalidate: 0, light: ["cart"],
      flow: { cart: { maximumBytes: 12 }, kind: { default: "own" } },
      calls: {
        total: { backend: "shop", path: "/total/{id}{?kind}", with: { id: "$.flow.cart" },
                 optional: true, freshness: { ttl: 600 } },
      },
      body: {
        cart: { $pick: "$.flow.cart" }, kind: { $pick: "$.flow.kind" },
        total: { $pick: "$.total.sum" }, cancelURL: { $ref: "cart" },
      },
    }
    """

  static func start(_ more: [String: String] = [:]) async throws -> (SiteServer, SampleService) {
    let service = try await SampleService()
    service.says(
      .init(#"{"id":"c 7&é","lines":[{"id":"a"},{},{"id":"muchtoolongforit"}]}"#),
      to: "/cart"
    )
    for (path, sum) in [("c%207%26%C3%A9?kind=gift", 5), ("a?kind=own", 6), ("a?kind=gift", 7)] {
      service.says(.init("{\"sum\":\(sum)}"), to: "/total/\(path)")
    }
    let files = [
      "config": #"{ datatype: "config", body: { cart: { $ref: "cart" } } }"#,
      "cart": Self.cart, "address": Self.address, "pay": Self.pay,
      "Locales/en.json": #"{ "cart": "Your cart" }"#, "Locales/fr.json": #"{ "cart": "Panier" }"#,
    ]
    let site = try await SiteServer(
      files.merging(more) { $1 },
      settings: """
        {
          languages: { published: ["en", "fr"], source: "en", default: "en" },
          backends: { shop: { addresses: ["\(service.address)"] } },
        }
        """
    )
    try #require(site.publisher.publication != nil)
    return (site, service)
  }

  /// The URL in a member of a body.
  static func url(_ body: String, _ name: String = "continueURL") throws -> String {
    let parts = body.split(
      separator: "\"\(name)\":\"",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    return String(try #require(parts.count == 2 ? parts[1] : nil, "\(body)").prefix { $0 != "\"" })
  }

  /// The way to the last step.
  static func payURL(_ site: SiteServer, from cart: String = "/fr/cart") async throws -> String {
    let first = try await site.get(cart)
    let second = try await site.get(try Self.url(first.body))
    return try Self.url(second.body)
  }
}
