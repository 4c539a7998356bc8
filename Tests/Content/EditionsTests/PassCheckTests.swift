// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Editions
import HTTPValues
import Plans
import SiteTesting
import Testing

@Suite struct `The check of passes` {
  /// What is wrong stands in the sixth line.
  private static func settings(_ passes: String) -> String {
    """
    {
      languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
      backends: { shop: { addresses: ["http://127.0.0.1:9000"] },
                  bank: { addresses: ["http://127.0.0.1:9001"], credentials: true } },
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

  @Test func `is content with good ones`() throws {
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

  @Test func `lets one pass have what is nobody else's`() throws {
    let compilation = site(#""/": { backend: "shop" }, "/account": { backend: "bank" }"#).compiled()
    #expect(compilation.findings.map(\.message) == [])
    let passes = try #require(compilation.edition).site.passes
    #expect(passes.map(\.isForTheRest) == [true, false])
  }

  @Test(arguments: [
    (#""/a": { backend: "shp" }"#, "unknown-name 6: there is no backend \"shp\""),
    (#""/a": { }"#, "missing-key 6: the pass \"/a\" has no \"backend\""),
    (#""/a": { backend: "shop", caches: "none" }"#, "unknown-key 6: the pass \"/a\" has no key"),
    (#""/a": { backend: "shop", cache: "some" }"#, "bad-value 6: \"cache\" is \"some\""),
    (#""/a": { backend: "shop", cookies: "all" }"#, "bad-value 6: \"cookies\" is \"all\""),
    (#""/a": { backend: "shop", methods: "get" }"#, "bad-value 6: \"get\" is no method"),
    (#""/a": { backend: "shop", methods: "CONNECT" }"#, "bad-value 6: \"CONNECT\" is no method"),
    (#""/a": { backend: "shop", targets: "a b" }"#, "bad-value 6: \"a b\" is no name of a field"),
    (
      #""/a": { backend: "shop", mirror: { backend: "bnk", share: 5 } }"#,
      "unknown-name 6: there is no backend \"bnk\""
    ),
    (
      #""/a": { backend: "shop", mirror: { backend: "shop", share: 5 } }"#,
      "bad-value 6: \"shop\" would be compared with itself"
    ),
    (
      #""/a": { backend: "shop", mirror: { backend: "bank", share: 500 } }"#,
      "bad-value 6: \"share\" is 500.0; expected 0.0 to 100.0"
    ),
    (#""/a": { backend: "shop", timeout: "2h" }"#, "bad-value 6: \"timeout\" is \"2h\""),
    (#""/a": { backend: "shop", bodyBytes: -1 }"#, "bad-value 6: \"bodyBytes\" is -1"),
    (#""/a/": { backend: "shop" }, "/a": { backend: "bank" }"#, "bad-path 6: two passes are for"),
    (#""a": { backend: "shop" }"#, "bad-path 6: \"a\" is no path"),
    (#""/a/../b": { backend: "shop" }"#, "bad-path 6: \"/a/../b\" is no path"),
    (#""/a?b": { backend: "shop" }"#, "bad-path 6: \"/a?b\" is no path"),
    (#""/home": { backend: "shop" }"#, "bad-path 6: the pass \"/home\" hides the document"),
    (#""/shop": { backend: "shop" }"#, "bad-path 6: the pass \"/shop\" hides the document"),
    (#""/en/x": { backend: "shop" }"#, "bad-path 6: the pass \"/en/x\" begins like the address"),
  ])
  func `says where and what is wrong`(_ passes: String, _ finding: String) {
    let compilation = site(passes).compiled()
    #expect(compilation.edition == nil)
    let findings = compilation.findings.map {
      "\($0.rule) \($0.place.position.line): \($0.message)"
    }
    #expect(findings.contains { $0.hasPrefix(finding) }, "\(findings)")
    #expect(compilation.findings.allSatisfy { $0.place.file == "Content/site.json5" })
  }
}
