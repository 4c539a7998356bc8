// SPDX-License-Identifier: Apache-2.0

import Editions
import HTTPValues
import Reactor
import SiteTesting
import Testing

@Suite struct `A flow` {
  private static let cart = """
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
  private static let address =
    #"{ datatype: "form", body: { title: { $t: "cart" }, continueURL: { $ref: "pay" }, cancelURL: { $ref: "cart" } } }"#

  private static let pay = """
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

  private func start(_ more: [String: String] = [:]) async throws -> (SiteServer, SampleService) {
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

  /// What stands behind a name in a body.
  private static func url(_ body: String, _ name: String = "continueURL") throws -> String {
    let parts = body.split(
      separator: "\"\(name)\":\"",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    return String(try #require(parts.count == 2 ? parts[1] : nil, "\(body)").prefix { $0 != "\"" })
  }

  /// The way to the last step.
  private func payURL(_ site: SiteServer, from cart: String = "/fr/cart") async throws -> String {
    let first = try await site.get(cart)
    let second = try await site.get(try Self.url(first.body))
    return try Self.url(second.body)
  }

  @Test func `brings what its first step knows to its last, through one that knows nothing`()
    async throws
  {
    let (site, service) = try await start()
    let first = try await site.get("/fr/cart")
    let next = try Self.url(first.body)
    #expect(next.hasPrefix("/fr/address?flow="), "\(first.body)")
    let second = try await site.get(next)
    #expect(second.body.contains(#""title":"Panier""#))
    #expect(second.fields["content-location"] == next)
    let last = try Self.url(second.body)
    #expect(last.hasPrefix("/fr/pay?flow="), "\(second.body)")
    let third = try await site.get(last)
    #expect(
      third.body.hasPrefix(
        #"{"datatype":"form","cart":"c 7&é","kind":"gift","total":5,"cancelURL":"/fr/cart""#
      ),
      "\(third.body)"
    )
    #expect(third.fields["content-location"] == last)
    #expect(service.asked() == ["/cart", "/total/c%207%26%C3%A9?kind=gift"])
  }

  @Test func `is carried on item by item, and by no link that lacks what is needed`() async throws {
    let (site, service) = try await start()
    let body = try await site.get("/fr/cart").body
    let rows = try #require(body.split(separator: #""rows":"#).last)
    #expect(rows.hasPrefix(#"[{"url":"/fr/address?flow="#), "\(rows)")
    #expect(rows.contains("\"},{},{}],"), "\(rows)")
    #expect(body.contains(#""_degraded":["cart"]"#), "what is too long is said to be")
    let step = try await site.get(try Self.url(String(rows), "url"))
    let last = try await site.get(try Self.url(step.body))
    #expect(last.body.contains(#""cart":"a","kind":"own","total":6"#), "\(last.body)")
    #expect(service.asked() == ["/cart", "/total/a?kind=own"])
  }

  @Test func `goes on with what it carries when a step comes or goes in the middle of it`()
    async throws
  {
    let (site, service) = try await start()
    let first = try await site.get("/fr/cart")
    let next = try Self.url(first.body)
    // A step comes between the two next ones.
    let wrap =
      #"{ datatype: "form", body: { continueURL: { $ref: "pay" }, cancelURL: { $ref: "cart" } } }"#
    site.site.write(wrap, to: "Content/wrap.json5")
    site.site.write(
      Self.address.replacing("$ref: \"pay\"", with: "$ref: \"wrap\""),
      to: "Content/address.json5"
    )
    site.publish()
    let second = try await site.get(next)
    let wrapURL = try Self.url(second.body)
    #expect(wrapURL.hasPrefix("/fr/wrap?flow="), "\(second.body)")
    let last = try Self.url(try await site.get(wrapURL).body)
    #expect(try await site.get(last).body.contains(#""cart":"c 7&é","kind":"gift""#))
    // The last step no longer knows one of the two, and its links are good all the same.
    site.site.write(
      Self.pay.replacing("kind: { default: \"own\" }", with: "")
        .replacing("{?kind}", with: "").replacing("kind: { $pick: \"$.flow.kind\" },", with: ""),
      to: "Content/pay.json5"
    )
    site.publish()
    let after = try await site.get(last)
    #expect(after.body.hasPrefix(#"{"datatype":"form","cart":"c 7&é","#), "\(after.body)")
    #expect(after.fields["content-location"] != last, "its one form holds less now")
    #expect(after.fields["content-location"]?.hasPrefix("/fr/pay?flow=") == true)
    // And then it needs one more, which old links do not have.
    site.site.write(
      Self.pay.replacing("kind: {", with: "coupon: { }, kind: {"),
      to: "Content/pay.json5"
    )
    site.site.write(
      Self.cart.replacing("carry: { cart:", with: "carry: { coupon: \"none\", cart:"),
      to: "Content/cart.json5"
    )
    site.publish()
    let lacking = try await site.get(last)
    #expect(lacking.status == 400)
    #expect(lacking.body.contains(#"expected a link that carries \"coupon\""#), "\(lacking.body)")
    #expect(service.asked().contains("/total/c%207%26%C3%A9?kind=gift"))
  }

  @Test func `lets nobody in who has no link, a changed one or that of another step`() async throws
  {
    let (site, service) = try await start()
    let url = try await payURL(site)
    _ = service.asked()
    let mark = try #require(url.firstIndex(of: "="))
    let (path, token) = (String(url[...mark]), String(url[url.index(after: mark)...]))
    let addressURL = try Self.url(try await site.get("/fr/cart").body)
    let addressToken = try #require(addressURL.split(separator: "=").last)
    var wrong = [
      "/pay", "/fr/pay?flow", path, path + addressToken, path + token.dropLast(),
      path + token + "A",
      path + String(repeating: "A", count: 6_000), path + "%FF", "\(path)\(token)&flow=%FF",
    ]
    for index in token.utf8.indices {
      let other = token[index] == "A" ? "B" : "A"
      wrong.append(path + token[..<index] + other + token[token.index(after: index)...])
    }
    for url in wrong {
      let refused = try await site.get(url)
      #expect(refused.status == 400, "\(url)")
      #expect(refused.fields["content-type"] == "application/problem+json")
      #expect(refused.body.contains(#""continueURL":"/config""#), "\(url) \(refused.body)")
    }
    #expect(service.asked() == [])
    #expect(try await site.get(path + token).status == 200)
    #expect(try await site.get("/fr/address").status == 400, "it leads where it is needed")
    #expect(try await site.get("/cart?flow=whatever").status == 200, "nothing is carried there")
  }

  @Test func `is kept once for the same values, and told apart by them`() async throws {
    let (site, service) = try await start()
    let url = try await payURL(site)
    let first = try await site.get(url)
    let tag = try #require(first.fields["etag"])
    #expect(try await payURL(site) == url)
    _ = service.asked()
    for fields in [[:], ["Accept-Language": "de"]] as [[String: String]] {
      let again = try await site.get(url, fields)
      #expect(again.fields["cache-status"]?.hasPrefix("portico;hit") == true)
      #expect(again.fields["cache-status"]?.contains("cart=c") == true, "\(again.fields)")
      #expect(again.fields["etag"] == tag)
    }
    #expect(try await site.get(url, ["If-None-Match": tag]).status == 304)
    let head = try await site.get(url, method: "HEAD")
    #expect(head.status == 200 && head.body.isEmpty && head.fields["etag"] == tag)
    #expect(service.asked() == [])
    // Another edition with the same values: the same link, the same bytes, the same tag.
    site.site.write(#"{ datatype: "x", body: {} }"#, to: "Content/legal.json5")
    site.site.write(
      #"{ datatype: "config", body: { cart: { $ref: "cart" }, legal: { $ref: "legal" } } }"#,
      to: "Content/config.json5"
    )
    site.publish()
    #expect(try await payURL(site) == url)
    #expect(try await site.get(url).fields["etag"] == tag)
    let rows = try #require(try await site.get("/fr/cart").body.split(separator: #""rows":"#).last)
    let other = try Self.url(try await site.get(try Self.url(String(rows), "url")).body)
    #expect(try await site.get(other).fields["etag"] != tag)
  }

  @Test func `has every view and format`() async throws {
    let (site, service) = try await start()
    let url = try await payURL(site)
    _ = service.asked()
    let light = try await site.get("\(url)&view=light")
    #expect(light.body.hasPrefix(#"{"datatype":"form","cart":"c 7&é","_expire""#), "\(light.body)")
    #expect(light.fields["content-location"] == "\(url)&view=light")
    #expect(service.asked() == [])
    let list = try await site.get(url.replacing("/pay?", with: "/pay.plist?"))
    #expect(list.body.contains("<key>cart</key><string>c 7&amp;é</string>"), "\(list.body)")
    let cart = try await site.get("/fr/cart.plist?view=light")
    #expect(cart.body.contains("<key>continueURL</key><string>/fr/address?flow="), "\(cart.body)")
  }

  @Test func `goes on through the pages of a list`() async throws {
    let list = """
      {
        datatype: "list", ttl: 600, list: { limit: 2 }, flow: { cart: {} },
        calls: { all: { backend: "shop", path: "/all{?cart}" } },
        body: { data: { $list: "$.all[*]",
          do: { url: { $ref: "pay", carry: { kind: "@" } } } } },
      }
      """
    let (site, service) = try await start([
      "gifts": list,
      "address": Self.address.replacing("cancelURL", with: "gifts: { $ref: \"gifts\" }, cancelURL"),
    ])
    service.says(.init(#"["x","y","z"]"#), to: "/all?cart=c%207%26%C3%A9")
    let address = try await site.get(try Self.url(try await site.get("/fr/cart").body))
    let first = try await site.get(try Self.url(address.body, "gifts"))
    let next = try Self.url(first.body, "next")
    #expect(next.hasPrefix("/fr/gifts?next="), "\(first.body)")
    let second = try await site.get(next)
    #expect(second.status == 200, "\(second.body)")
    let last = try await site.get(try Self.url(second.body, "url"))
    #expect(last.body.contains(#""cart":"c 7&é","kind":"z""#), "\(last.body)")
    #expect(second.fields["content-location"]?.hasPrefix("/fr/gifts?flow=") == true)
    #expect(try await site.get(try #require(second.fields["content-location"])).body == second.body)
    let both = try await site.get("\(next)&flow=A")
    #expect(both.body.contains("flow is beside next"), "\(both.body)")
    let asked = try await site.get(
      try Self.url(address.body, "gifts"),
      ["Content-Type": "application/json"],
      method: "QUERY",
      body: #"{"offset":2}"#
    )
    #expect(asked.body == second.body)
  }

  @Test func `gives a document that stands in another what holds anyway`() async throws {
    let note = """
      { datatype: "note", flow: { kind: { default: "own" } },
        body: { kind: { $pick: "$.flow.kind" }, continueURL: { $ref: "cart" } } }
      """
    let (site, service) = try await start([
      "note": note,
      "address": Self.address.replacing("cancelURL", with: "note: { $embed: \"note\" }, cancelURL"),
    ])
    let address = try await site.get(try Self.url(try await site.get("/fr/cart").body))
    #expect(
      address.body.contains(#""note":{"datatype":"note","kind":"own","continueURL""#),
      "\(address.body)"
    )
    #expect(service.asked() == ["/cart"])
  }
}
