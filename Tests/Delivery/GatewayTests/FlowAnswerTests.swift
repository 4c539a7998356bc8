// SPDX-License-Identifier: Apache-2.0

import SiteTesting
import Testing

@Suite struct `A step of a flow` {
  @Test func `A flow step is kept once for the same values and apart for others`() async throws {
    let (site, service) = try await FlowSite.start()
    let url = try await FlowSite.payURL(site)
    let first = try await site.get(url)
    let tag = try #require(first.fields["etag"])
    #expect(try await FlowSite.payURL(site) == url)
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
    #expect(try await FlowSite.payURL(site) == url)
    #expect(try await site.get(url).fields["etag"] == tag)
    let rows = try #require(try await site.get("/fr/cart").body.split(separator: #""rows":"#).last)
    let other = try FlowSite.url(try await site.get(try FlowSite.url(String(rows), "url")).body)
    #expect(try await site.get(other).fields["etag"] != tag)
  }

  @Test func `A flow step has the light view and other formats`() async throws {
    let (site, service) = try await FlowSite.start()
    let url = try await FlowSite.payURL(site)
    _ = service.asked()
    let light = try await site.get("\(url)&view=light")
    #expect(light.body.hasPrefix(#"{"datatype":"form","cart":"c 7&é","_expire""#), "\(light.body)")
    #expect(light.fields["content-location"] == "\(url)&view=light")
    #expect(service.asked() == [])
    let list = try await site.get(url.replacing("/pay?", with: "/pay.plist?"))
    #expect(list.body.contains("<key>cart</key><string>c 7&amp;é</string>"), "\(list.body)")
    let cart = try await site.get("/fr/cart.plist?view=light")
    #expect(
      cart.body.contains("<key>continueURL</key><string>/fr/address.plist?flow="),
      "\(cart.body)"
    )
  }

  @Test func `A flow's values are carried through the pages of a list`() async throws {
    let list = """
      {
        datatype: "list", ttl: 600, list: { limit: 2 }, flow: { cart: {} },
        calls: { all: { backend: "shop", path: "/all{?cart}" } },
        body: { data: { $list: "$.all[*]",
          do: { url: { $ref: "pay", carry: { kind: "@" } } } } },
      }
      """
    let (site, service) = try await FlowSite.start([
      "gifts": list,
      "address": FlowSite.address.replacing(
        "cancelURL",
        with: "gifts: { $ref: \"gifts\" }, cancelURL"
      ),
    ])
    service.says(.init(#"["x","y","z"]"#), to: "/all?cart=c%207%26%C3%A9")
    let address = try await site.get(try FlowSite.url(try await site.get("/fr/cart").body))
    let first = try await site.get(try FlowSite.url(address.body, "gifts"))
    let next = try FlowSite.url(first.body, "next")
    #expect(next.hasPrefix("/fr/gifts?next="), "\(first.body)")
    let second = try await site.get(next)
    #expect(second.status == 200, "\(second.body)")
    let last = try await site.get(try FlowSite.url(second.body, "url"))
    #expect(last.body.contains(#""cart":"c 7&é","kind":"z""#), "\(last.body)")
    #expect(second.fields["content-location"]?.hasPrefix("/fr/gifts?flow=") == true)
    #expect(try await site.get(try #require(second.fields["content-location"])).body == second.body)
    let both = try await site.get("\(next)&flow=A")
    #expect(both.body.contains("flow is beside next"), "\(both.body)")
    let asked = try await site.get(
      try FlowSite.url(address.body, "gifts"),
      ["Content-Type": "application/json"],
      method: "QUERY",
      body: #"{"offset":2}"#
    )
    #expect(asked.body == second.body)
    let lacking = try await site.get(
      "/fr/gifts",
      ["Content-Type": "application/json"],
      method: "QUERY",
      body: #"{"offset":2}"#
    )
    #expect(lacking.status == 400 && lacking.body.contains(#""continueURL":"/config""#))
  }

  @Test func `A document embedded in a flow step gets its own default values`() async throws {
    let note = """
      { datatype: "note", flow: { kind: { default: "own" } },
        body: { kind: { $pick: "$.flow.kind" }, continueURL: { $ref: "cart" } } }
      """
    let (site, service) = try await FlowSite.start([
      "note": note,
      "address": FlowSite.address.replacing(
        "cancelURL",
        with: "note: { $embed: \"note\" }, cancelURL"
      ),
    ])
    let address = try await site.get(try FlowSite.url(try await site.get("/fr/cart").body))
    #expect(
      address.body.contains(#""note":{"datatype":"note","kind":"own","continueURL""#),
      "\(address.body)"
    )
    #expect(service.asked() == ["/cart"])
  }
}
