// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Editions
import SiteTesting
import Sites
import Testing

@Suite struct `The difference of a publication` {
  private static let settings = """
    {
      languages: { published: ["en", "fr"], source: "en", default: "en" },
      backends: { shop: { addresses: ["http://127.0.0.1:1"] } },
      roots: ["*"],
    }
    """
  private static let files = [
    "a": #"{ datatype: "a", body: { t: { $t: "kept" } } }"#,
    "b": #"{ datatype: "a", body: { t: { $t: "edited" } } }"#,
    "c": #"{ datatype: "a", body: { n: 1 } }"#,
    "gone": #"{ datatype: "a", body: {} }"#,
    "frame": #"{ datatype: "a", body: { inner: { $embed: "c" } } }"#,
    "Locales/en.json": #"{ "kept": "K", "edited": "E", "lost": "L" }"#,
    "Locales/fr.json": #"{ "kept": "K", "edited": "E", "lost": "L" }"#,
  ]

  private func difference(
    limits: EditionDifference.Limits = .whole,
    _ edit: (MemorySite) -> Void
  ) throws -> PublicationDifference {
    let site = MemorySite(Self.files, settings: Self.settings)
    let before = try #require(site.compiled().edition)
    edit(site)
    let compilation = site.compiled()
    return PublicationDifference(
      from: before,
      to: try #require(compilation.edition, "\(compilation.findings)"),
      at: UnixTime(seconds: 0),
      links: LinkWriter(seal: PlainSeal()),
      limits: limits
    )
  }

  private func written(_ items: [PublicationDifference.Item]) -> [String] {
    items.map { "\($0.change) \($0.name)" }
  }

  @Test func `A publication without a change has no difference`() throws {
    let difference = try difference { _ in }
    #expect(difference.before == difference.after)
    #expect(difference.documents.documents.isEmpty && difference.documents.uncompared == 0)
    #expect(difference.texts == [] && difference.settings == [])
  }

  @Test func `A difference has documents, texts and settings, each as added, changed or removed`()
    throws
  {
    let difference = try difference { site in
      site.write(nil, to: "Content/gone.json5")
      site.write(#"{ datatype: "a", body: {} }"#, to: "Content/new.json5")
      site.write(#"{ "kept": "K", "edited": "Edited", "found": "F" }"#, to: "Locales/en.json")
      site.write(#"{ "kept": "K", "edited": "E", "found": "F" }"#, to: "Locales/fr.json")
      site.write(
        Self.settings.replacing("127.0.0.1:1", with: "127.0.0.1:2")
          .replacing("roots", with: "budgets: { audiences: 99 }, roots"),
        to: SiteSettings.path
      )
    }
    #expect(difference.before != difference.after)
    #expect(
      difference.documents.documents.map { "\($0.change) \($0.path)" } == [
        "changed b", "removed gone", "added new",
      ]
    )
    #expect(written(difference.texts) == ["changed edited", "added found", "removed lost"])
    #expect(
      written(difference.settings).sorted() == [
        "changed backends.shop.addresses", "changed budgets.audiences",
      ]
    )
  }

  @Test func `A glance compares documents that were edited, and counts those beyond its limit`()
    throws
  {
    func edit(_ site: MemorySite) {
      site.write(#"{ datatype: "a", body: { n: 2 } }"#, to: "Content/c.json5")
      site.write(#"{ datatype: "a", body: { n: 3 } }"#, to: "Content/a.json5")
    }
    let whole = try difference(edit).documents
    #expect(whole.documents.map(\.path) == ["a", "c", "frame"] && whole.uncompared == 0)
    let glance = try difference(limits: .glance, edit).documents
    #expect(glance.documents.map(\.path) == ["a", "c"] && glance.uncompared == 0)
    let one = EditionDifference.Limits(documents: 1, audiences: 10)
    let limited = try difference(limits: one, edit).documents
    #expect(limited.documents.map(\.path) == ["a"] && limited.uncompared == 1)
  }
}
