// SPDX-License-Identifier: Apache-2.0

import Editions
import SiteTesting
import Sites
import Testing

@Suite struct `Lifetimes of documents` {
  @Test(arguments: [
    ("", "freshness: { ttl: 0 }", 0), ("", "freshness: { ttl: 2 }", 2),
    ("", "freshness: { ttl: 300 }", 60), ("", "freshness: { maximum: 5 }", 5), ("", "", 60),
    ("staleWhileRevalidate: 30,", "freshness: { ttl: 2 }", 30),
  ])
  func `An answer is stale for no longer than a call declares it to be fresh`(
    document: String,
    call: String,
    seconds: Int
  ) throws {
    let site = MemorySite(
      [
        "menu": """
        { datatype: "menu", \(document) calls: { today: { backend: "a", path: "/b", \(call) } },
          body: { soup: { $pick: "$.today.soup" } } }
        """
      ],
      settings: MemorySite.settings.replacing(
        "roots",
        with: #"backends: { a: { addresses: "http://127.0.0.1:9" } }, roots"#
      )
    )
    let edition = try #require(site.compiled().edition, "\(site.findings())")
    let draft = try #require(edition.drafts.first { $0.path == "menu" })
    #expect(draft.lifetimes.staleWhileRevalidate == seconds)
  }
}
