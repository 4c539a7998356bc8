// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import SiteTesting
import Testing

@testable import Editions

@Suite struct `Documents that cannot be read again` {
  private let links = LinkWriter(seal: PlainSeal())
  private let now = UnixTime(seconds: 0)

  private func compiled() throws -> Edition {
    try #require(MemorySite(["home": #"{ datatype: "x", body: { a: 1 } }"#]).compiled().edition)
  }

  /// The same edition, in which the bytes of every file are half of one.
  private func damaged(_ edition: Edition) throws -> Edition {
    let linkage = try Linkage(
      site: edition.site,
      drafts: edition.drafts,
      unread: UnreadDocuments([]),
      texts: edition.texts,
      matcher: edition.matcher
    )
    let profiles = ProfileTable(linkage)
    return Edition(
      name: edition.name,
      linkage: linkage,
      sources: edition.sources.map {
        DocumentSource(bytes: [UInt8(ascii: "{")], format: $0.format)
      },
      profiles: profiles,
      reach: ReachTable(linkage, profiles),
      locks: [],
      warnings: []
    )
  }

  @Test func `A document whose bytes are damaged is unreadable, not empty`() throws {
    let edition = try damaged(compiled())
    let number = try #require(edition.number(of: "home"))
    let token = AudienceToken(Audience())
    let outcome = edition.resolve(number, for: token, at: now, links: links).outcome
    guard case .unreadable = outcome else {
      Issue.record("the outcome is \(outcome)")
      return
    }
  }

  @Test func `A document whose bytes are damaged differs from the same document of any edition`()
    throws
  {
    let whole = try compiled()
    let damaged = try damaged(whole)
    let unchanged = EditionDifference(from: whole, to: whole, at: now, links: links)
    #expect(unchanged.documents.map(\.path) == [])
    for other in [whole, damaged] {
      let difference = EditionDifference(from: damaged, to: other, at: now, links: links)
      #expect(difference.documents.map(\.path) == ["config", "home"])
    }
  }
}
