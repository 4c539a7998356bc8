// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import EdgeRules
import Editions
import Gateway
import SeededTesting
import SiteTesting
import Sites
import Testing

@testable import Edges

@Suite struct `The rules of an edge` {
  @Test func `The regular expression from a number or version on matches these and no lower ones`()
    throws
  {
    for bound in [0, 1, 9, 10, 99, 100, 205, 409, 999, 1_000, 4_294_967_295] as [UInt64] {
      let pattern = try Regex("^\(NumberPattern.from(bound))$")
      for near in [0, 1, 2, 8, 9, 10, 11, 98, 99, 100, 101, 110, 199, 204, 205, 206, 408, 410, 500]
        as [UInt64]
      {
        #expect(
          (try pattern.wholeMatch(in: "\(near)") != nil) == (near >= bound),
          "\(near) \(bound)"
        )
      }
    }
    let bounds: [[UInt32]] = [
      [0, 0, 0, 0], [2, 0, 0, 0], [2, 3, 1, 0], [10, 9, 0, 5], [9, 99, 0, 0],
    ]
    let versions: [[UInt32]] = [
      [0, 0, 0, 1], [1, 9, 9, 9], [2, 0, 0, 0], [2, 3, 0, 9], [2, 3, 1, 0], [2, 10, 0, 0],
      [3, 0, 0, 0],
      [9, 98, 5, 5], [9, 99, 0, 0], [9, 100, 0, 0], [10, 9, 0, 4], [10, 9, 0, 5], [11, 0, 0, 0],
    ]
    for bound in bounds {
      let pattern = try Regex("^\(NumberPattern.from(bound))")
      for version in versions {
        let text = version.map { "\($0)." }.joined()
        let isFrom = !version.lexicographicallyPrecedes(bound)
        #expect((try pattern.prefixMatch(in: text) != nil) == isFrom, "\(text) \(bound)")
      }
    }
  }

  @Test(arguments: [
    ["en"], ["en", "en-gb"], ["a", "b", "ab"], ["screens/home", "screens/hot", "s.x", "screens"],
    [],
    ["a+b", "a(b", "[x]", "{y}", "c|d", "$", "^", "-", "]"],
  ])
  func `The expression of many texts matches exactly these texts`(_ texts: [String]) throws {
    let pattern = try Regex("^\(AlternativesPattern(texts).pattern)$")
    for text in texts { #expect(try pattern.wholeMatch(in: text) != nil, "\(text)") }
    for text in ["", "e", "en-", "abb", "screen", "sxx", "screens/", "(", "a"]
    where !texts.contains(text) {
      #expect(try pattern.wholeMatch(in: text) == nil, "\(text)")
    }
  }

  @Test(arguments: ["", "rollout: {},"])
  func
    `The rules leave installations to the gateway at the config URL alone, if there are rollouts`(
      rollout: String
    ) throws
  {
    let settings = EdgeSite.settings.replacing("roots:", with: "\(rollout) roots:")
    let site = MemorySite(EdgeSite.files, settings: settings)
    let plain = EdgeRuleSet(
      try #require(MemorySite(EdgeSite.files, settings: EdgeSite.settings).compiled().edition)
    )
    let groups = EdgeRuleSet(try #require(site.compiled(.complete).edition)).groups
    #expect(groups.first(where: \.isConfig)?.hasExperiments == !rollout.isEmpty)
    #expect(groups.filter { !$0.isConfig } == plain.groups.filter { !$0.isConfig })
  }

  @Test func `The rules' name changes with rules and edge, not with the words of documents`() throws
  {
    let edition = try #require(
      MemorySite(EdgeSite.files, settings: EdgeSite.settings).compiled().edition
    )
    let rules = EdgeRuleSet(edition)
    #expect(rules.name == EdgeRuleSet(edition).name && rules.name.utf8.count == 16)
    var files = EdgeSite.files
    files["home"] = "{ datatype: \"screen\", body: { title: 1 } }"
    let other = try #require(MemorySite(files, settings: EdgeSite.settings).compiled().edition)
    #expect(EdgeRuleSet(other).name != rules.name)
    #expect(EdgeRuleSet(edition, edge: edition.site.edges.first).name != rules.name)
    files = EdgeSite.files
    files["plain"] = "{ datatype: \"screen\", body: { text: \"other words\" } }"
    let reworded = try #require(MemorySite(files, settings: EdgeSite.settings).compiled().edition)
    #expect(EdgeRuleSet(reworded).name == rules.name)
  }

  @Test func `The rules of a large site list its documents by their folders`() throws {
    var files = EdgeSite.files
    for number in 0..<600 {
      files["shop/a/\(number)"] = EdgeSite.files["plain"]
      files["shop/b/\(number)"] = EdgeSite.files["home"]
      files["de/\(number)"] = EdgeSite.files["plain"]
    }
    let edition = try #require(MemorySite(files, settings: EdgeSite.settings).compiled().edition)
    let table = EdgeRuleSet(edition).paths
    #expect(table.folders.joined().contains("shop/a") && table.folders.joined().contains("shop/b"))
    // A path in it may be a token and the path of another document.
    #expect(!table.folders.joined().contains("de") && table.paths.joined().contains("de/7"))
    #expect(!table.folders.joined().contains("shop") && !table.paths.joined().contains("shop/a/7"))
  }

  @Test func `Edges read a path's first segment as a token only where the gateway does`() throws {
    let edition = try #require(
      MemorySite(EdgeSite.files, settings: EdgeSite.settings).compiled().edition
    )
    let reader = TokenReader(edition.words, seal: SiteSeal(secret: []))
    let pattern = try Regex("^/\(EdgePatterns.token)/")
    func isRead(_ segment: String) throws -> Bool {
      let isRead = try pattern.prefixMatch(in: "/\(segment)/home") != nil
      if isRead { #expect(reader.token(segment.utf8Span.span) != nil, "\(segment)") }
      return isRead
    }
    for token in [
      "en", "und", "fr.ca", "de~fr.phone.3", "zh-hant-hk", "ca-valencia", "es-419~pt-br",
      "sl-1994.b412.3.1.2.com-example-shop", "en.checkout~b.preview~1800000000.~abcdefghjkmnpqrs",
      "en." + String(repeating: "a", count: 253),
    ] {
      #expect(try isRead(token), "\(token)")
    }
    for word in [
      "a", "v1", "shop", "stores", "account", "api-v2", "en-", "-en", "en~", "en~shop", "en..ca",
      "en.", "en.~a.ca", "en.a+b", "%65n", "", "..", "en." + String(repeating: "a", count: 254),
    ] {
      #expect(try !isRead(word), "\(word)")
    }
    var numbers = SeededNumbers(6)
    let parts = ["en", "fr", "ca", "hant", "shop", "1994", "3", "b4", "x", "~", "~", "-", "-", "."]
    let some = try (0..<20_000).filter { _ in
      let count = Int.random(in: 1...6, using: &numbers)
      return try isRead(
        (0..<count).map { _ in parts[Int.random(in: parts.indices, using: &numbers)] }.joined()
      )
    }
    #expect(some.count > 1_000)
  }
}
