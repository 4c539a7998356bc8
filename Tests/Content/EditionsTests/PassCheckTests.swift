// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions
import HTTPValues
import Services
import SiteTesting
import Sites
import Testing

@Suite struct `Checks of passes` {
  /// What is wrong stands in the ninth line.
  private static func settings(_ passes: String) -> String {
    """
    {
      languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
      backends: { shop: { addresses: ["http://127.0.0.1:9000"] },
                  bank: { addresses: ["http://127.0.0.1:9001"], credentials: true },
                  far: { addresses: ["https://a.example"] },
                  old: { addresses: ["https://a.example"], protocol: "http/1.1" },
                  new: { addresses: ["http://127.0.0.1:9002"], protocol: "h2" } },
      passes: {
    \(passes)
      },
    }
    """
  }

  private func site(_ passes: String) -> MemorySite {
    MemorySite(
      [
        "home": #"{ datatype: "x", body: { a: 1 } }"#,
        "shop/home": #"{ datatype: "x", body: { a: 1 } }"#,
      ],
      settings: Self.settings(passes)
    )
  }

  @Test func `Valid passes cause no finding and are read with their settings`() throws {
    let compilation = site(
      """
      "/account/": { backend: "bank", strip: true, methods: ["GET", "PATCH"], timeout: "5s" },
      "/account/deep": { backend: "shop", cache: "standard", cookies: "kept", heuristic: true,
        targets: ["cdn-cache-control"], bodyBytes: 10, staysOpen: true,
        mirror: { backend: "bank", share: 2.5 } },
      """
    ).compiled()
    #expect(compilation.findings.map(\.message) == [])
    let passes = try #require(compilation.edition).site.passes
    try #require(passes.count == 2)
    #expect(passes[0].prefix == "/account" && passes[0].strips && passes[0].caching == .none)
    #expect(passes[0].methods == [.get, .patch] && passes[0].timeout == .seconds(5))
    #expect(passes[0].bodyBytes == 1_048_576)
    #expect(passes[1].caching == .standard && passes[1].cookies == .kept)
    #expect(passes[1].isHeuristic && passes[1].targets == ["cdn-cache-control"])
    #expect(passes[1].mirror == MirrorDeclaration(backend: "bank", percent: 2.5))
    #expect(passes[1].staysOpen && !passes[0].staysOpen && passes[0].mirror == nil)
    #expect(passes[1].methods == nil && passes[1].bodyBytes == 10)
  }

  @Test(arguments: ["shop", "old"])
  func `WebSockets may be passed to a backend that speaks HTTP/1.1`(_ backend: String) throws {
    let compilation = site(
      #""/live": { backend: "\#(backend)", webSockets: { connections: 5 } }"#
    ).compiled()
    #expect(compilation.findings.map(\.message) == [])
    let rules = try #require(compilation.edition?.site.passes.first?.webSockets)
    #expect(rules.connections == 5 && rules.idle == 60)
  }

  @Test(arguments: ["/api", "/app", "/img", "/js", "/v1", "/de", "/en-GB", "/api.v2/x"])
  func `A pass and the records may be at any path that no link begins with`(path: String) throws {
    let words = MemorySite([:], settings: Self.settings("")).compiled().edition?.words
    let tokens = TokenReader(try #require(words), seal: PlainSeal())
    let first = Array(path.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") })
    // All but one read as a token.
    #expect((tokens.token(first.span) != nil) == (path != "/v1"))
    let compilation = site(#""\#(path)": { backend: "shop" }"#).compiled()
    #expect(compilation.findings.map(\.message) == [])
    let records = Self.settings("").replacing(
      "passes: {",
      with: "resources: { at: \"\(path)\" }, passes: {"
    )
    #expect(MemorySite([:], settings: records).compiled().findings.map(\.message) == [])
  }

  @Test func `A pass for the root path takes the requests that nothing else takes`() throws {
    let compilation = site(#""/": { backend: "shop" }, "/account": { backend: "bank" }"#).compiled()
    #expect(compilation.findings.map(\.message) == [])
    let passes = try #require(compilation.edition).site.passes
    #expect(passes.map(\.isForTheRest) == [true, false])
  }

  @Test(arguments: [
    (#""/a": { backend: "shp" }"#, "unknown-name 9: there is no backend \"shp\""),
    (#""/a": { }"#, "missing-key 9: the pass \"/a\" has no \"backend\""),
    (#""/a": { backend: "shop", caches: "none" }"#, "unknown-key 9: the pass \"/a\" has no key"),
    (#""/a": { backend: "shop", cache: "some" }"#, "bad-value 9: \"cache\" is \"some\""),
    (#""/a": { backend: "shop", cookies: "all" }"#, "bad-value 9: \"cookies\" is \"all\""),
    (#""/a": { backend: "shop", methods: "get" }"#, "bad-value 9: \"get\" is no method"),
    (#""/a": { backend: "shop", methods: "CONNECT" }"#, "bad-value 9: \"CONNECT\" is no method"),
    (#""/a": { backend: "shop", targets: "a b" }"#, "bad-value 9: \"a b\" is no name of a field"),
    (
      #""/a": { backend: "shop", mirror: { backend: "bnk", share: 5 } }"#,
      "unknown-name 9: there is no backend \"bnk\""
    ),
    (
      #""/a": { backend: "shop", mirror: { backend: "shop", share: 5 } }"#,
      "bad-value 9: \"shop\" would be compared with itself"
    ),
    (
      #""/a": { backend: "shop", mirror: { backend: "bank", share: 500 } }"#,
      "bad-value 9: \"share\" is 500.0; expected 0.0 to 100.0"
    ),
    (#""/a": { backend: "shop", timeout: "2h" }"#, "bad-value 9: \"timeout\" is \"2h\""),
    (#""/a": { backend: "shop", bodyBytes: -1 }"#, "bad-value 9: \"bodyBytes\" is -1"),
    (#""/a/": { backend: "shop" }, "/a": { backend: "bank" }"#, "bad-path 9: two passes are for"),
    (#""a": { backend: "shop" }"#, "bad-path 9: \"a\" is no path"),
    (#""/a/../b": { backend: "shop" }"#, "bad-path 9: \"/a/../b\" is no path"),
    (#""/a?b": { backend: "shop" }"#, "bad-path 9: \"/a?b\" is no path"),
    (
      #""/live": { backend: "far", webSockets: {} }"#,
      "bad-value 9: the backend \"far\" of the pass \"/live\" with \"webSockets\" may be called by HTTP/2"
    ),
    (
      #""/live": { backend: "new", webSockets: {} }"#,
      "bad-value 9: the backend \"new\" of the pass \"/live\" with \"webSockets\" may be called by HTTP/2"
    ),
    (
      #""/live": { backend: "shop", methods: "POST", webSockets: {} }"#,
      "bad-value 9: \"webSockets\" is never used, since a WebSocket begins with GET"
    ),
    (#""/home": { backend: "shop" }"#, "bad-path 9: the pass \"/home\" hides the document"),
    (#""/shop": { backend: "shop" }"#, "bad-path 9: the pass \"/shop\" hides the document"),
    (#""/en/x": { backend: "shop" }"#, "bad-path 9: the pass \"/en/x\" begins with an audience"),
    (#""/und.phone": { backend: "shop" }"#, "bad-path 9: the pass \"/und.phone\" begins with"),
    (#""/EN.phone/x": { backend: "shop" }"#, "bad-path 9: the pass \"/EN.phone/x\" begins with"),
    (#""/de~en": { backend: "shop" }"#, "bad-path 9: the pass \"/de~en\" begins with"),
  ])
  func `An invalid pass is reported with its line`(_ passes: String, _ finding: String) {
    let compilation = site(passes).compiled()
    #expect(compilation.edition == nil)
    let findings = compilation.findings.map {
      "\($0.rule) \($0.place.position.line): \($0.message)"
    }
    #expect(findings.contains { $0.hasPrefix(finding) }, "\(findings)")
    #expect(compilation.findings.allSatisfy { $0.place.file == "Content/site.json5" })
  }
}
