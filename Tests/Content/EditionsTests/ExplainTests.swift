// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions
import SiteTesting
import Testing

@Suite struct `Explanations and differences of editions` {
  private let links = LinkWriter(seal: PlainSeal())

  private func edition(_ price: Int = 1, texts: String = #"{ "t": "T" }"#) throws -> Edition {
    let site = MemorySite([
      "a": """
      { datatype: "a", body: { x: 1, t: { $t: "t" },
          rows: [ { n: 1, device: "phone" }, { n: 2, device: "tv" } ] },
        variants: [
          { id: "dach", when: { country: "dach" }, patch: { x: 2 } },
          { id: "de", when: { country: "DE" }, patch: { x: \(price) } },
          { id: "tv", when: { device: "tv" }, patch: { x: 4 } },
          { id: "fr", when: { country: "FR" }, patch: { x: 5 } },
        ] }
      """,
      "Locales/en.json": texts, "Locales/de.json": #"{ "t": "D" }"#,
      "Locales/fr.json": #"{ "t": "F" }"#,
    ])
    let compilation = site.compiled()
    return try #require(compilation.edition, "\(compilation.findings)")
  }

  private func token(_ text: String, _ edition: Edition) throws -> AudienceToken {
    let bytes = Array(text.utf8)
    let read = TokenReader(edition.words, seal: PlainSeal()).token(bytes.span)
    return try #require(read)
  }

  @Test func `An explanation names each variant that was not chosen, and why`() throws {
    let edition = try edition()
    let number = try #require(edition.number(of: "a"))
    let explanation = edition.explain(
      number,
      for: try token("fr.de.phone", edition),
      at: UnixTime(seconds: 0),
      links: links
    )
    #expect(explanation.variant == "de")
    #expect(
      explanation.steps.map { "\($0.variant) \($0.reason)" } == [
        "tv is for another device than phone", "fr is for another country than de",
        "body says nothing of country, and another that fits does",
        "dach is wider than another that fits, or has a lower priority",
      ]
    )
    #expect(explanation.language?.description == "fr")
    #expect(explanation.droppedRows.map(\.position.line) == [2])
    #expect(explanation.token == "fr.de.phone")
  }

  @Test func `The difference of two editions names the changed documents and their audiences`()
    throws
  {
    let first = try edition()
    let second = try edition(3)
    let none = EditionDifference(
      from: first,
      to: try edition(),
      at: .init(seconds: 0),
      links: links
    )
    #expect(none.documents.isEmpty)
    let some = EditionDifference(from: first, to: second, at: .init(seconds: 0), links: links)
    #expect(some.documents.map(\.path) == ["a"])
    let audiences = try #require(some.documents.first?.audiences)
    #expect(audiences.allSatisfy { $0.contains(".de") })
    // No language or one of four, in Germany, on a phone or on nothing known; on televisions another
    // variant goes before.
    #expect(audiences.count == 10)
  }

  @Test func `A changed text changes a document only in the languages that have it`() throws {
    let second = try edition(texts: #"{ "t": "changed" }"#)
    let change = EditionDifference(
      from: try edition(),
      to: second,
      at: .init(seconds: 0),
      links: links
    )
    let audiences = try #require(change.documents.first?.audiences)
    #expect(audiences.allSatisfy { $0.hasPrefix("en") || $0.hasPrefix("und") || $0.isEmpty })
  }

  /// A shop whose basket passes on what it was given, and greets with what a service says.
  private func basket(pay: String, greeting: String = "Hello {name}") throws -> Edition {
    let site = MemorySite(
      [
        "basket": """
        {
          datatype: "a", flow: { item: { default: "1" } },
          calls: { guest: { backend: "shop", path: "/guest" } },
          body: {
            greeting: { $t: "greeting", with: { name: "$.guest.name" } },
            continueURL: { $ref: "pay" },
          },
        }
        """,
        "pay": "{ datatype: \"a\", flow: { \(pay) }, body: { cancelURL: { $ref: \"end\" } } }",
        "end": "{ datatype: \"a\", body: {} }",
        "Locales/en.json": "{ \"greeting\": \"\(greeting)\" }",
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" },
          backends: { shop: { addresses: ["http://127.0.0.1:1"] } },
          roots: ["*"],
        }
        """
    )
    let compilation = site.compiled()
    return try #require(compilation.edition, "\(compilation.findings)")
  }

  private func changed(_ old: Edition, _ new: Edition) -> [String] {
    EditionDifference(from: old, to: new, at: .init(seconds: 0), links: links).documents.map(\.path)
  }

  @Test func `A document changes when the values that its links carry change`() throws {
    let first = try basket(pay: #"item: { default: "1" }"#)
    #expect(changed(first, first) == [])
    // A value that holds anyway is not carried, so that links differ where another one does.
    #expect(changed(first, try basket(pay: #"item: { default: "7" }"#)) == ["basket"])
    #expect(
      changed(first, try basket(pay: "item: { maximumBytes: 9, default: \"1\" }")) == ["basket"]
    )
    // Where the file says it makes no difference.
    #expect(changed(first, try basket(pay: #"/* as ever */ item: { default: "1" }"#)) == [])
  }

  @Test func `A document changes when a text around a service's answer changes`() throws {
    let pay = #"item: { default: "1" }"#
    let first = try basket(pay: pay)
    #expect(changed(first, try basket(pay: pay, greeting: "Welcome {name}")) == ["basket"])
  }

  /// A page with a banner in it, which greets with what a service says.
  private func page(call: String, greeting: String = "Hello") throws -> Edition {
    let site = MemorySite(
      [
        "page": #"{ datatype: "a", body: { top: { $embed: "banner" } } }"#,
        "other": #"{ datatype: "a", body: { text: "as ever" } }"#,
        "banner": """
        {
          datatype: "a", calls: { guest: { \(call) } },
          body: { text: "\(greeting)", name: { $pick: "$.guest.name" } },
        }
        """,
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: "http://127.0.0.1:1" } },
        }
        """
    )
    let compilation = site.compiled()
    return try #require(compilation.edition, "\(compilation.findings)")
  }

  @Test func `A document changes when its calls or an embedded document change`() throws {
    let call = #"backend: "shop", path: "/guest""#
    let first = try page(call: call)
    #expect(changed(first, try page(call: "/* as ever */ " + call)) == [])
    #expect(
      changed(first, try page(call: #"backend: "shop", path: "/guests/1""#)) == ["banner", "page"]
    )
    #expect(changed(first, try page(call: call, greeting: "Welcome")) == ["banner", "page"])
  }
}
