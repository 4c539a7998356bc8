// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
import SiteTesting
import Sites
import Testing

@Suite struct `Checks of embedded documents` {
  private static let settings = """
    {
      languages: { published: ["en"], source: "en", default: "en" },
      apps: { "com.example.shop": { versions: ["1.0", "2.0"] } },
      backends: { shop: { addresses: ["http://127.0.0.1:9000"] } }, roots: ["*"],
      datatypes: { config: {}, x: {}, new: { app: ">=2" } },
    }
    """

  private func findings(_ files: [String: String]) -> [Finding] {
    MemorySite(files, settings: Self.settings).compiled().findings
  }

  /// A document in whose third line others stand.
  private func embedding(_ paths: String..., datatype: String = "x") -> String {
    let members = paths.enumerated().map { "m\($0): { $embed: \"\($1)\" }" }
    return "{\ndatatype: \"\(datatype)\", body: {\n\(members.joined(separator: ",\n")) } }"
  }

  @Test func `A valid chain of embedded documents causes no finding`() {
    #expect(
      findings([
        "a": embedding("b", "c"), "b": embedding("c"), "c": embedding("d"), "d": embedding("e"),
        "e": "{ datatype: \"x\", body: {} }",
      ]).map(\.message) == []
    )
  }

  @Test func `The calls of a document are its own and those of documents in it`() throws {
    let plan = """
      calls: {
        a: { backend: "shop", path: "/a/{id}", freshness: { ttl: 9 } },
        b: { backend: "prices", path: "/b/{id}", freshness: { ttl: 9 } },
      },
      body: { a: { $pick: "$.a.n" }, b: { $pick: "$.b.n" } }, light: ["a"],
      """
    let site = MemorySite(
      [
        "items/{id}": "{ datatype: \"x\", \(plan) }",
        "home": """
        {
          datatype: "x", calls: { own: { backend: "shop", path: "/own", freshness: { ttl: 9 } } },
          body: {
            n: { $pick: "$.own.n" }, whole: { $embed: "items/{id}", with: { id: "1" } },
            light: { $embed: "items/{id}", with: { id: "2" }, view: "light" },
            deep: { $embed: "shelf" },
          },
        }
        """,
        "shelf": """
        {
          datatype: "x",
          body: { first: { $embed: "items/{id}", with: { id: "3" }, view: "light" } },
        }
        """,
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: {
            shop: { addresses: ["http://127.0.0.1:9000"] },
            prices: { addresses: ["http://127.0.0.1:9001"] },
          },
        }
        """
    )
    let compilation = site.compiled()
    let edition = try #require(compilation.edition, "\(compilation.findings)")
    func calls(of path: String) throws -> [String] {
      let number = try #require(edition.number(of: path))
      return try edition.composedCalls(of: number).map { call in
        "\(call.backend)\(call.isNeeded ? "!" : "")"
      }
    }
    #expect(try calls(of: "items/{id}") == ["shop!", "prices!"])
    #expect(try calls(of: "home") == ["shop!", "shop", "prices", "shop", "shop"])
    #expect(try calls(of: "shelf") == ["shop"])
  }

  @Test func `Documents that embed each other in a cycle are reported with each place`() throws {
    let found = findings([
      "a": embedding("e", "b"), "b": embedding("c"), "c": embedding("a"),
      "e": "{ datatype: \"x\", body: {} }",
    ])
    let finding = try #require(found.first)
    #expect(finding.rule.rawValue == "endless-loop")
    #expect(finding.message == "the documents a, b, c embed each other in a circle")
    let places = [finding.place] + finding.parties.map(\.place)
    #expect(
      places.map { "\($0.file) \($0.position.line)" }
        == ["Content/a.json5 4", "Content/b.json5 3", "Content/c.json5 3"]
    )
    let own = findings(["a": embedding("a")])
    #expect(own.first?.message == "the documents a embed each other in a circle")
  }

  @Test func `A chain of embedded documents that is too long is reported with each place`() throws {
    var files = ["f": "{ datatype: \"x\", body: {} }"]
    for (document, next) in zip("abcde", "bcdef") { files["\(document)"] = embedding("\(next)") }
    let found = findings(files)
    #expect(found.count == 1)
    let finding = try #require(found.first)
    #expect(finding.message == "5 documents are embedded in one another; expected at most 4")
    let places = [finding.place] + finding.parties.map(\.place)
    #expect(places.map(\.file) == "abcde".map { "Content/\($0).json5" })
  }

  @Test(arguments: [
    ("a: { $embed: \"none\" }", "broken-link 2: there is no document \"none\""),
    (
      "a: { $embed: \"i/{id}\" }", "unknown-name 2: {id} in \"i/{id}\" has no value"
    ),
    ("a: { $embed: \"n\" }", "cannot-draw 2: version 1 of the app gets \"new\" in \"s\""),
    ("a: { $embed: \"e\", wiht: {} }", "unknown-key 2: \"$embed\" has no key \"wiht\""),
    (
      "a: { $embed: \"e\", view: \"dark\" }",
      "bad-value 2: \"view\" is \"dark\"; expected \"light\" or \"heavy\""
    ),
    (
      "a: { $embed: \"i/{id}\", with: { id: \"$.a.id\" } }",
      "bad-pick 2: the plan has no call \"a\""
    ),
  ])
  func `An invalid embedding is reported with its line`(body: String, finding: String) {
    let found = findings([
      "s": "{ datatype: \"x\", body: {\n\(body) } }", "e": "{ datatype: \"x\", body: {} }",
      "n": "{ datatype: \"new\", variants: [{ when: { app: \">=2\" }, body: {} }], body: {} }",
      "i/{id}":
        "{ datatype: \"x\", calls: { a: { backend: \"shop\", path: \"/{id}\" } }, body: { a: { $pick: \"$.a\" } } }",
    ]).map { "\($0.rule) \($0.place.position.line): \($0.message)" }
    #expect(found.contains { $0.hasPrefix(finding) }, "\(found)")
  }

  @Test func `A document embedded in the start document is reported`() {
    let found = findings([
      "config": embedding("e", datatype: "config"), "e": "{ datatype: \"x\", body: {} }",
    ])
    #expect(found.first?.message.contains("which cannot embed another") == true, "\(found)")
  }
}
