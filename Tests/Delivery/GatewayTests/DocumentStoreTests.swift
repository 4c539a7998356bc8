// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import SiteTesting
import Sites
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The answer of a document without a plan` {
  private let page = #"{ datatype: "a", body: { x: "one" } }"#

  @Test func `lies in the store of all answers, and is made once`() async throws {
    let site = try await SiteServer(["home": page])
    let first = try await site.get("/home")
    #expect(first.fields["cache-status"]?.contains("stored") == true)
    let second = try await site.get("/home")
    #expect(second.fields["cache-status"]?.contains("hit") == true)
    #expect(site.store.statistics.answers == 1)
    #expect(site.store.statistics.stored == 1)
    #expect(site.store.statistics.bytes > 1_000)
  }

  @Test func `is made anew when it was purged by its path`() async throws {
    let site = try await SiteServer(["home": page])
    _ = try await site.get("/home")
    site.store.purge(.path(Array("home".utf8)), .hard, at: SiteServer.start * 1_000)
    let again = try await site.get("/home")
    #expect(again.fields["cache-status"]?.contains("fwd=uri-miss") == true)
    #expect(site.store.statistics.answers == 1)
  }

  @Test func `follows from one publication, and is never found after another`() async throws {
    let site = try await SiteServer(["home": page])
    #expect(try await site.get("/home").body.contains("one"))
    site.site.write(page.replacing("one", with: "two"), to: "Content/home.json5")
    site.publish()
    #expect(try await site.get("/home").body.contains("two"))
  }

  @Test func `is not written down for the next start`() async throws {
    let site = try await SiteServer(["home": page])
    _ = try await site.get("/home")
    let count = site.store.writeSnapshot(at: SiteServer.start * 1_000) { _ in }
    #expect(count == 0)
  }
}
