// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import Editions
import SiteTesting
import Sites
import Testing

@testable import Purging

@Suite struct `The purge of a publication` {
  private func file(_ number: Int) -> String { "{ datatype: \"a\", body: { number: \(number) } }" }

  /// What is told when the site becomes another one.
  private func notices(
    _ files: [String: String],
    _ edits: [(path: String, text: String?)],
    settings: String = MemorySite.settings
  ) throws -> [PurgeNotice] {
    let site = MemorySite(files, settings: settings)
    let publisher = Publisher(site)
    let before = try #require(publisher.refresh(at: UnixTime(seconds: 0)).publication)
    for edit in edits { site.write(edit.text, to: edit.path) }
    let after = try #require(publisher.refresh(at: UnixTime(seconds: 0)).publication)
    return PublicationChange(from: before, to: after).notices(of: after.edition.site)
  }

  @Test func `has the tags of changed documents, is soft, and has sample paths`() throws {
    let settings = MemorySite.settings.replacing(
      "roots",
      with: #"baseURL: "https://www.example.com/shop", roots"#
    )
    let found = try notices(
      ["home": file(1), "about": file(1), "other": file(1)],
      [("Content/home.json5", file(2)), ("Content/about.json5", file(2))],
      settings: settings
    )
    #expect(
      found == [
        PurgeNotice(
          target: .tags(["document:about", "document:home"]),
          isSoft: true,
          samples: ["/shop/about", "/shop/home"]
        )
      ]
    )
    #expect(try notices(["home": file(1)], []).isEmpty)
  }

  @Test func `has the tag of all documents where too many have changed`() throws {
    let names = (0...PurgeNotice.maximumDocuments).map { "d\($0)" }
    let files = Dictionary(uniqueKeysWithValues: names.map { ($0, file(1)) })
    let edits = names.map { (path: "Content/\($0).json5", text: Optional(file(2))) }
    let all = try notices(files, edits)
    #expect(
      all == [PurgeNotice(target: .tags(["document"]), isSoft: true, samples: ["/config"])]
    )
    let some = try notices(files, edits.dropLast())
    #expect(some.count == 1)
    guard case .tags(let tags)? = some.first?.target else {
      Issue.record("\(some)")
      return
    }
    #expect(tags.count == PurgeNotice.maximumDocuments)
    #expect(some[0].samples.count == PurgeLimits.maximumProbes)
  }

  @Test func `is hard, and comes first, where the emergency file withdraws something`() throws {
    let found = try notices(
      ["home": file(1), "a/b": file(1), "a/c": file(1)],
      [(Overlay.path, #"{ hide: ["home", "a/*"] }"#), ("Content/config.json5", file(2))]
    )
    #expect(
      found == [
        PurgeNotice(
          target: .paths(["/home"], tags: ["document:a/b", "document:a/c", "document:home"]),
          isSoft: false,
          samples: ["/a/b", "/a/c", "/home"]
        ),
        PurgeNotice(target: .tags(["document:config"]), isSoft: true, samples: ["/config"]),
      ]
    )
  }

  @Test func `is soft and of all documents where the site closes`() throws {
    let closing = #"{ maintenance: { message: "Closed" } }"#
    let found = try notices(["home": file(1)], [(Overlay.path, closing)])
    #expect(
      found == [PurgeNotice(target: .tags(["document"]), isSoft: true, samples: ["/config"])]
    )
  }
}
