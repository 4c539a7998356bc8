// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import Editions
import Purging
import SiteTesting
import Sites
import Testing

@Suite struct `The purge of a publication` {
  private func file(_ number: Int) -> String { "{ datatype: \"a\", body: { number: \(number) } }" }

  /// The purges that follow from the change of one site to another.
  private func purges(
    _ files: [String: String],
    _ edits: [(path: String, text: String?)],
    settings: String = MemorySite.settings
  ) throws -> [Purge] {
    let site = MemorySite(files, settings: settings)
    let publisher = Publisher(site, .common)
    let before = try #require(publisher.refresh(at: UnixTime(seconds: 0)).publication)
    for edit in edits { site.write(edit.text, to: edit.path) }
    let after = try #require(publisher.refresh(at: UnixTime(seconds: 0)).publication)
    return PublicationChange(from: before, to: after).purges(of: after.edition.site)
  }

  @Test
  func `The purge of a publication is soft, with tags and samples of changed documents`() throws {
    let settings = MemorySite.settings.replacing(
      "roots",
      with: #"baseURL: "https://www.example.com/shop", roots"#
    )
    let found = try purges(
      ["home": file(1), "about": file(1), "other": file(1)],
      [("Content/home.json5", file(2)), ("Content/about.json5", file(2))],
      settings: settings
    )
    #expect(
      found == [
        Purge(
          .tags(["document:about", "document:home"]),
          .soft,
          samples: ["/shop/about", "/shop/home"]
        )
      ]
    )
    #expect(try purges(["home": file(1)], []).isEmpty)
  }

  @Test func `The purge of too many changed documents has the tag of all documents`() throws {
    let names = (0...PublicationChange.maximumDocuments).map { "d\($0)" }
    let files = Dictionary(uniqueKeysWithValues: names.map { ($0, file(1)) })
    let edits = names.map { (path: "Content/\($0).json5", text: Optional(file(2))) }
    let all = try purges(files, edits)
    #expect(
      all == [Purge(.tags(["document"]), .soft, samples: ["/config"])]
    )
    let some = try purges(files, edits.dropLast())
    #expect(some.count == 1)
    guard case .tags(let tags)? = some.first?.target else {
      Issue.record("\(some)")
      return
    }
    #expect(tags.count == PublicationChange.maximumDocuments)
    #expect(some[0].samples.count == PurgeMachine.Limits.maximumProbes)
  }

  @Test func `A withdrawal by the emergency file causes a hard purge before the soft one`() throws {
    let found = try purges(
      ["home": file(1), "a/b": file(1), "a/c": file(1)],
      [(Overlay.path, #"{ hide: ["home", "a/*"] }"#), ("Content/config.json5", file(2))]
    )
    #expect(
      found == [
        Purge(
          .paths(["/home"], tags: ["document:a/b", "document:a/c", "document:home"]),
          .hard,
          samples: ["/a/b", "/a/c", "/home"]
        ),
        Purge(.tags(["document:config"]), .soft, samples: ["/config"]),
      ]
    )
  }

  @Test func `Closing the site causes a soft purge of all documents`() throws {
    let closing = #"{ maintenance: { message: "Closed" } }"#
    let found = try purges(["home": file(1)], [(Overlay.path, closing)])
    #expect(
      found == [Purge(.tags(["document"]), .soft, samples: ["/config"])]
    )
  }
}
