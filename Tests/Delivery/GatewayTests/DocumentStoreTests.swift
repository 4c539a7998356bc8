// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import SiteTesting
import Sites
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The answer of a document without a plan` {
  private let page = #"{ datatype: "a", body: { x: "one" } }"#

  @Test
  func `A document without a plan is stored once and served from the answer store`() async throws {
    let site = try await SiteServer(["home": page])
    let first = try await site.get("/home")
    #expect(first.fields["cache-status"]?.contains("stored") == true)
    let second = try await site.get("/home")
    #expect(second.fields["cache-status"]?.contains("hit") == true)
    #expect(site.store.statistics.answers == 1)
    #expect(site.store.statistics.stored == 1)
    #expect(site.store.statistics.bytes > 1_000)
  }

  @Test func `A document without a plan is made anew after a purge of its path`() async throws {
    let site = try await SiteServer(["home": page])
    _ = try await site.get("/home")
    site.store.purge(.path(Array("home".utf8)), .hard, at: SiteServer.start * 1_000)
    let again = try await site.get("/home")
    #expect(again.fields["cache-status"]?.contains("fwd=uri-miss") == true)
    #expect(site.store.statistics.answers == 1)
  }

  @Test func `A changed document without a plan is not served from before its publication`()
    async throws
  {
    let site = try await SiteServer(["home": page])
    #expect(try await site.get("/home").body.contains("one"))
    site.site.write(page.replacing("one", with: "two"), to: "Content/home.json5")
    site.publish()
    #expect(try await site.get("/home").body.contains("two"))
  }

  @Test func `A document without a plan is left out of the snapshot`() async throws {
    let site = try await SiteServer(["home": page])
    _ = try await site.get("/home")
    let count = StoreSnapshot(of: site.store).write(at: SiteServer.start * 1_000) { _ in }
    #expect(count == 0)
  }
}
