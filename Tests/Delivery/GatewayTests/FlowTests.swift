// SPDX-License-Identifier: Apache-2.0

import SiteTesting
import Testing

@Suite struct `A flow` {
  @Test func `A flow carries values from its first to its last step through one without them`()
    async throws
  {
    let (site, service) = try await FlowSite.start()
    let first = try await site.get("/fr/cart")
    let next = try FlowSite.url(first.body)
    #expect(next.hasPrefix("/fr/address?flow="), "\(first.body)")
    let second = try await site.get(next)
    #expect(second.body.contains(#""title":"Panier""#))
    #expect(second.fields["content-location"] == next)
    let last = try FlowSite.url(second.body)
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

  @Test func `A link of a flow carries the values of its item and is left out without them`()
    async throws
  {
    let (site, service) = try await FlowSite.start()
    let body = try await site.get("/fr/cart").body
    let rows = try #require(body.split(separator: #""rows":"#).last)
    #expect(rows.hasPrefix(#"[{"url":"/fr/address?flow="#), "\(rows)")
    #expect(rows.contains("\"},{},{}],"), "\(rows)")
    #expect(body.contains(#""_degraded":["cart"]"#), "what is too long is said to be")
    let step = try await site.get(try FlowSite.url(String(rows), "url"))
    let last = try await site.get(try FlowSite.url(step.body))
    #expect(last.body.contains(#""cart":"a","kind":"own","total":6"#), "\(last.body)")
    #expect(service.asked() == ["/cart", "/total/a?kind=own"])
  }

  @Test
  func `A flow goes on when a step is added or removed in its middle`() async throws {
    let (site, service) = try await FlowSite.start()
    let first = try await site.get("/fr/cart")
    let next = try FlowSite.url(first.body)
    // A step comes between the two next ones.
    let wrap =
      #"{ datatype: "form", body: { continueURL: { $ref: "pay" }, cancelURL: { $ref: "cart" } } }"#
    site.site.write(wrap, to: "Content/wrap.json5")
    site.site.write(
      FlowSite.address.replacing("$ref: \"pay\"", with: "$ref: \"wrap\""),
      to: "Content/address.json5"
    )
    site.publish()
    let second = try await site.get(next)
    let wrapURL = try FlowSite.url(second.body)
    #expect(wrapURL.hasPrefix("/fr/wrap?flow="), "\(second.body)")
    let last = try FlowSite.url(try await site.get(wrapURL).body)
    #expect(try await site.get(last).body.contains(#""cart":"c 7&é","kind":"gift""#))
    // The last step no longer knows one of the two, and its links are good all the same.
    site.site.write(
      FlowSite.pay.replacing("kind: { default: \"own\" }", with: "")
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
      FlowSite.pay.replacing("kind: {", with: "coupon: { }, kind: {"),
      to: "Content/pay.json5"
    )
    site.site.write(
      FlowSite.cart.replacing("carry: { cart:", with: "carry: { coupon: \"none\", cart:"),
      to: "Content/cart.json5"
    )
    site.publish()
    let lacking = try await site.get(last)
    #expect(lacking.status == 400)
    #expect(lacking.body.contains(#"expected a link that carries \"coupon\""#), "\(lacking.body)")
    #expect(service.asked().contains("/total/c%207%26%C3%A9?kind=gift"))
    // A value that was short enough for the old declaration may be too long for the new one.
    site.site.write(FlowSite.pay.replacing("12", with: "5"), to: "Content/pay.json5")
    site.site.write(FlowSite.cart, to: "Content/cart.json5")
    site.publish()
    let long = try await site.get(last)
    #expect(long.status == 400)
    #expect(long.body.contains(#"\"cart\" has 6 bytes; expected at most 5"#), "\(long.body)")
  }

  @Test func `A flow step refuses a missing, a changed and another step's token`() async throws {
    let (site, service) = try await FlowSite.start()
    let url = try await FlowSite.payURL(site)
    _ = service.asked()
    let mark = try #require(url.firstIndex(of: "="))
    let (path, token) = (String(url[...mark]), String(url[url.index(after: mark)...]))
    let addressURL = try FlowSite.url(try await site.get("/fr/cart").body)
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

  @Test func `A flow leads to a document with a parameter in its path`() async throws {
    let gift = """
      {
        datatype: "gift", flow: { cart: {} },
        calls: { gift: { backend: "shop", path: "/gifts/{id}{?cart}" } },
        body: { name: { $pick: "$.gift.name" }, item: { $pick: "$.route.id" } },
      }
      """
    let (site, service) = try await FlowSite.start([
      "gift/{id}": gift,
      "cart": FlowSite.cart.replacing(
        "$ref: \"address\", carry: { cart: \"@.id\" }",
        with: "$ref: \"gift/{id}\", with: { id: \"@.id\" }, carry: { cart: \"$.cart.id\" }"
      ),
    ])
    service.says(.init(#"{"name":"Rose"}"#), to: "/gifts/a?cart=c%207%26%C3%A9")
    let cart = try await site.get("/fr/cart")
    let url = try FlowSite.url(
      try #require(cart.body.split(separator: #""rows":"#).last.map(String.init)),
      "url"
    )
    #expect(url.hasPrefix("/gift/a?flow="), "\(cart.body)")
    let found = try await site.get(url)
    #expect(found.body.hasPrefix(#"{"datatype":"gift","name":"Rose","item":"a","#), "\(found.body)")
    #expect(found.fields["content-location"] == url)
    let other = try await site.get(url.replacing("/gift/a?", with: "/fr/address?"))
    #expect(other.status == 400)
  }

  @Test func `A flow may begin at the config URL`() async throws {
    let (site, service) = try await FlowSite.start([
      "config": """
      { datatype: "config", body: { cart: { $ref: "cart" }, continueURL: { $ref: "hello" },
        pay: { $ref: "pay", carry: { cart: "gift" } } } }
      """,
      "hello": """
      { datatype: "hello", flow: { kind: { default: "own" } },
        body: { kind: { $pick: "$.flow.kind" }, cancelURL: { $ref: "config" } } }
      """,
    ])
    let config = try await site.get("/config")
    #expect(config.body.contains(#""token":""#), "\(config.body)")
    #expect(try FlowSite.url(config.body).hasSuffix("/hello"))
    let pay = try await site.get(try FlowSite.url(config.body, "pay"))
    #expect(pay.body.contains(#""cart":"gift","kind":"own""#), "\(pay.body)")
    #expect(service.asked() == ["/total/gift?kind=own"])
  }
}
