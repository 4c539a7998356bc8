// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions
import FileShapes
import SiteTesting
import Sites
import Testing

/// A site whose documents depend on each other in every way that there is.
private enum Shop {
  static let settings = """
    {
      languages: { published: ["en", "fr"], source: "en", default: "en" },
      apps: { "com.example.shop": { versions: ["1.0", "2.0", "3.1"] } },
      backends: { shop: { addresses: ["http://127.0.0.1:1"] } },
      roots: ["*"],
    }
    """

  static let files = [
    "alone": #"{ datatype: "a", body: { number: 1 } }"#,
    "german":
      #"{ datatype: "a", body: { a: 1 }, variants: [{ when: { country: "DE" }, body: { a: 2 } }] }"#,
    "hub": #"{ datatype: "a", body: { go: { $ref: "german" } } }"#,
    "worded":
      #"{ datatype: "a", body: { title: { $t: "title" }, cancelURL: { $ref: "end" } } }"#,
    "end": #"{ datatype: "a", body: {} }"#,
    "other": #"{ datatype: "a", body: { title: { $t: "other" } } }"#,
    "flow":
      #"{ datatype: "a", body: { title: { $t: "other" }, continueURL: { $ref: "worded" } } }"#,
    "items/{id}":
      #"{ datatype: "item", calls: { item: { backend: "shop", path: "/items/{id}" } }, body: { a: { $pick: "$.item.a" } } }"#,
    "shelf": #"{ datatype: "a", body: { item: { $embed: "items/{id}", with: { id: "7" } } } }"#,
    "frame": #"{ datatype: "a", body: { inner: { $embed: "alone" } } }"#,
    "list": #"{ datatype: "a", body: { go: { $ref: "items/7" } } }"#,
    "pay":
      #"{ datatype: "a", flow: { item: { default: "1" } }, body: { cancelURL: { $ref: "end" } } }"#,
    "basket": #"{ datatype: "a", body: { go: { $ref: "pay", carry: { item: "7" } } } }"#,
    "Locales/en.json": #"{ "title": "Title", "other": "Other" }"#,
    "Locales/fr.json": #"{ "title": "Titre", "other": "Autre" }"#,
  ]

  static func site() -> MemorySite { MemorySite(files, settings: settings) }
}

/// What a change of files or settings changes.
private struct Edit: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var path = ""
  var text: String?
  let changes: PublicationChange.Documents

  init(
    _ testDescription: String,
    _ path: String,
    _ text: String?,
    changes: PublicationChange.Documents
  ) {
    self.testDescription = testDescription
    self.path = path
    self.text = text
    self.changes = changes
  }

  init(_ testDescription: String, settings: (String, String), changes: PublicationChange.Documents)
  {
    self.init(
      testDescription,
      SiteSettings.path,
      Shop.settings.replacing(settings.0, with: settings.1),
      changes: changes
    )
  }

  static let all = [
    Edit("nothing", "Content/alone.json5", Shop.files["alone"], changes: .some([])),
    Edit("a file", "Content/alone.json5", file("{ number: 2 }"), changes: .some(["alone"])),
    Edit("a new file", "Content/news.json5", file("{}"), changes: .some(["news"])),
    Edit("a file that goes", "Content/alone2.json5", nil, changes: .some([])),
    Edit(
      "a text",
      "Locales/en.json",
      #"{ "title": "Headline", "other": "Other" }"#,
      changes: .some(["worded"])
    ),
    Edit(
      "a text in a language that a flow's first step loses with it",
      "Locales/fr.json",
      #"{ "other": "Autre" }"#,
      changes: .some(["flow", "worded"])
    ),
    Edit(
      "a country that nobody told apart, and the links to who does now",
      "Content/german.json5",
      #"{ datatype: "a", body: { a: 1 }, variants: [{ when: { country: ["DE", "FR"] }, body: { a: 2 } }] }"#,
      changes: .some(["german", "hub"])
    ),
    Edit(
      "a country that tells nobody else apart",
      "Content/alone.json5",
      #"{ datatype: "a", body: { a: 1 }, variants: [{ when: { country: "US" }, body: { a: 2 } }] }"#,
      changes: .some(["alone", "frame"])
    ),
    Edit(
      "a version that tells nobody else apart",
      "Content/alone.json5",
      #"{ datatype: "a", body: { a: 1 }, variants: [{ when: { app: ">=2.0" }, body: { a: 2 } }] }"#,
      changes: .some(["alone", "frame"])
    ),
    Edit(
      "a path with names in braces",
      "Content/items/{id}.json5",
      #"{ datatype: "item", calls: { item: { backend: "shop", path: "/items/{id}" } }, body: { b: { $pick: "$.item.a" } } }"#,
      changes: .some(["items/{id}"])
    ),
    Edit(
      "a document in front of one with names in braces",
      "Content/items/7.json5",
      file("{}"),
      changes: .some(["items/7", "list"])
    ),
    Edit(
      "what links carry to a document",
      "Content/pay.json5",
      Shop.files["pay"]?.replacing(#"default: "1""#, with: #"default: "7""#),
      changes: .some(["basket", "pay"])
    ),
    Edit(
      "all links",
      settings: ("roots", #"baseURL: "https://www.example.com", roots"#),
      changes: .all
    ),
    Edit("lifetimes", settings: ("roots", "defaults: { ttl: 60 }, roots"), changes: .all),
    Edit("where services are", settings: ("127.0.0.1:1", "127.0.0.1:2"), changes: .some([])),
    Edit("budgets", settings: ("roots", "budgets: { audiences: 100 }, roots"), changes: .some([])),
    Edit(
      "comments and sections of features",
      settings: ("roots", "/* ! */ pace: { most: 9 }, roots"),
      changes: .some([])
    ),
    Edit("versions of apps", settings: (#""3.1""#, #""3.1", "4.0""#), changes: .some(["config"])),
  ]

  private static func file(_ body: String) -> String { "{ datatype: \"a\", body: \(body) }" }
}

/// A section that no answer of a document follows from.
private struct Pace: SiteSection {
  var most = 1

  static let declaration = SectionDeclaration(
    "pace",
    Shape.object(Pace()) { Member("most", \.most, .integer(1...10), "The most of something.") },
    "A pace."
  )
}

@Suite struct `Changes between publications` {
  private static func edited(_ edit: Edit) throws -> (before: Publication, after: Publication) {
    let site = Shop.site()
    let publisher = Publisher(site, SiteShape([Pace.self]))
    let first = publisher.refresh(at: UnixTime(seconds: 0))
    let before = try #require(first.publication, "\(first.findings)")
    site.write(edit.text, to: edit.path)
    let second = publisher.refresh(at: UnixTime(seconds: 0))
    #expect(second.findings.allSatisfy { $0.severity != .error }, "\(second.findings)")
    return (before, try #require(second.publication))
  }

  @Test(arguments: Edit.all)
  fileprivate func `The change of a publication names the documents that depend on the edited file`(
    edit: Edit
  ) throws {
    let (before, after) = try Self.edited(edit)
    let change = PublicationChange(from: before, to: after)
    #expect(change.changed == edit.changes)
    #expect(change.withdrawn.isEmpty)
    #expect(PublicationChange(from: after, to: before).changed == edit.changes)
    #expect(PublicationChange(from: after, to: after).isEmpty)
  }

  /// The difference that makes every answer is the judge: it never finds more.
  @Test(arguments: Edit.all)
  fileprivate func `The change of a publication includes each document whose answer differs`(
    edit: Edit
  ) throws {
    let (before, after) = try Self.edited(edit)
    let difference = EditionDifference(
      from: before.edition,
      to: after.edition,
      at: UnixTime(seconds: 0),
      links: LinkWriter(seal: PlainSeal())
    )
    guard case .some(let changed) = PublicationChange(from: before, to: after).changed else {
      return
    }
    // An answer that another document stands in has that one's tag.
    let embedding = ["frame": "alone", "shelf": "items/{id}"]
    let shown = difference.documents.map(\.path).filter {
      embedding[$0].map { !changed.contains($0) } ?? true
    }
    #expect(Set(shown).isSubset(of: changed), "\(shown)")
  }

  /// What is kept of a document is found again exactly if it has not changed.
  @Test(arguments: Edit.all)
  fileprivate func `A document has a new revision exactly when it has changed`(edit: Edit) throws {
    let (before, after) = try Self.edited(edit)
    guard case .some(var changed) = PublicationChange(from: before, to: after).changed else {
      return
    }
    // What stands in another document changes that one's revision.
    if changed.contains("alone") { changed.append("frame") }
    if !Set(changed).isDisjoint(with: ["items/{id}", "items/7"]) { changed.append("shelf") }
    for draft in after.edition.drafts {
      guard let old = before.edition.number(of: draft.path),
        let new = after.edition.number(of: draft.path)
      else { continue }
      #expect(
        (before.revision(of: old) != after.revision(of: new)) == changed.contains(draft.path),
        "\(draft.path)"
      )
    }
  }

  @Test func `A site that is read again has no changes and the same revisions`() throws {
    let one = try #require(Shop.site().compiled().edition)
    let other = try #require(Shop.site().compiled().edition)
    #expect(PublicationChange(from: Publication(one), to: Publication(other)).isEmpty)
    for draft in one.drafts {
      let number = try #require(one.number(of: draft.path))
      #expect(Publication(one).revision(of: number) == Publication(other).revision(of: number))
    }
  }
}

@Suite struct `Changes by the emergency file` {
  private func change(_ before: String?, _ after: String?) throws -> PublicationChange {
    let settings = Shop.settings.replacing(
      "roots",
      with: #"passes: { "/account": { backend: "shop" } }, roots"#
    )
    let site = MemorySite(Shop.files, settings: settings)
    let publisher = Publisher(site, .common)
    site.write(before, to: Overlay.path)
    let first = publisher.refresh(at: UnixTime(seconds: 0))
    let old = try #require(first.publication, "\(first.findings)")
    site.write(after, to: Overlay.path)
    return PublicationChange(
      from: old,
      to: try #require(publisher.refresh(at: UnixTime(seconds: 0)).publication)
    )
  }

  @Test func `A hidden document or path counts as withdrawn`() throws {
    let one = try change(nil, #"{ hide: "alone" }"#)
    #expect(one.withdrawn == ["alone"])
    #expect(one.withdrawnPaths == ["alone"])
    #expect(one.changed == .some([]))
    let single = try change(nil, #"{ hide: ["items/7"] }"#)
    #expect(single.withdrawn == ["items/7"])
    let some = try change(nil, #"{ hide: "items/7*" }"#)
    #expect(some.withdrawn == ["items/{id}"])
    #expect(some.withdrawnPrefixes.isEmpty)
    let service = try change(nil, #"{ hide: "account/*" }"#)
    #expect(service.withdrawn == [])
    #expect(service.withdrawnPrefixes == ["account/"])
  }

  @Test func `A document that is shown again counts as changed`() throws {
    let shown = try change(#"{ hide: ["alone", "other"] }"#, #"{ hide: "other" }"#)
    #expect(shown.withdrawn == [])
    #expect(shown.changed == .some(["alone"]))
  }

  @Test func `A document with a link to what is hidden or shown again counts as changed`() throws {
    #expect(try change(nil, #"{ hide: "german" }"#).changed == .some(["hub"]))
    #expect(try change(#"{ hide: "german" }"#, nil).changed == .some(["german", "hub"]))
    for hidden in ["items/7", "it*"] {
      #expect(try change(nil, #"{ hide: "\#(hidden)" }"#).changed == .some(["list"]))
    }
    // What stands in another document is a part of its answers by its tag.
    #expect(try change(nil, #"{ hide: "items/8" }"#).changed == .some([]))
  }

  @Test func `A forced variant, a shortened lifetime and a banner change the documents concerned`()
    throws
  {
    let forced = try change(nil, #"{ force: { german: "body" } }"#)
    #expect(forced.withdrawn == ["german"])
    #expect(try change(#"{ force: { german: "body" } }"#, nil).changed == .some(["german"]))
    let capped = try change(nil, #"{ ttl: { "w*": 5 } }"#)
    #expect(capped.changed == .some(["worded"]))
    #expect(try change(#"{ ttl: { "w*": 5 } }"#, nil).isEmpty)
    #expect(try change(nil, #"{ banner: "Careful" }"#).changed == .some(["config"]))
  }

  @Test func `Closing the site changes everything, and opening it changes nothing`() throws {
    let closed = #"{ maintenance: { message: "Back soon" } }"#
    #expect(try change(nil, closed).changed == .all)
    #expect(try change(closed, nil).isEmpty)
    #expect(try change(closed, #"{ maintenance: { message: "Later" } }"#).isEmpty)
    let elsewhere = #"{ maintenance: { when: { country: "DE" }, message: "Back soon" } }"#
    #expect(try change(closed, elsewhere).changed == .all)
  }
}
