// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Editions
import Gateway
import Reactor
import Synchronization
import Testing

/// Requests for the config of a draft that wait until it changes.
@Suite(.timeLimit(.minutes(5))) struct `A held request for a draft` {
  private static let config =
    #"{ datatype: "config", body: { of: "newer", home: { $ref: "home" } } }"#

  /// Sends a request that names what is known, and lets time pass until it is answered; `change` is called once it
  /// has begun to wait.
  private func answer(
    _ site: PreviewedSite,
    waiting seconds: String,
    after change: () -> Void = {}
  ) async throws -> (reply: SiteServer.Reply, waited: Duration) {
    let tag = try #require(try await site.get(site.link).fields["etag"])
    let begun = site.server.clock.wallSeconds
    let done = Atomic(false)
    async let reply = {
      defer { done.store(true, ordering: .releasing) }
      return try await site.get(site.link, ["If-None-Match": tag, "Prefer": seconds])
    }()
    change()
    while !done.load(ordering: .acquiring) {
      site.server.clock.advance(by: .milliseconds(100))
      try await site.server.settle()
    }
    return (try await reply, .seconds(site.server.clock.wallSeconds - begun))
  }

  @Test func `A request that waits is answered with the draft as soon as that is saved`()
    async throws
  {
    let site = try await PreviewedSite()
    let (reply, _) = try await answer(site, waiting: "wait=60") { site.save(Self.config) }
    #expect(reply.status == 200 && reply.body.contains(#""of":"newer""#), "\(reply)")
    #expect(reply.fields["cache-control"] == "private, no-store")
  }

  @Test func `A request that waits is answered with 304 at the end of its time`() async throws {
    let site = try await PreviewedSite()
    let (reply, waited) = try await answer(site, waiting: "respond-async, wait=30")
    #expect(reply.status == 304 && reply.body.isEmpty, "\(reply)")
    #expect(waited >= .seconds(30))
    #expect(reply.fields["cache-control"] == "private, no-store")
    #expect(reply.fields["etag"] != nil)
  }

  @Test func `A request waits for at most a minute`() async throws {
    let site = try await PreviewedSite(lifetime: 100_000)
    let (reply, waited) = try await answer(site, waiting: "wait=86400")
    #expect(reply.status == 304 && waited >= .seconds(60))
  }

  @Test(arguments: ["wait=0", "wait=-1", "wait=soon", "wait", "return=minimal"])
  func `A request that does not ask to wait is answered at once`(prefer: String) async throws {
    let site = try await PreviewedSite()
    let tag = try #require(try await site.get(site.link).fields["etag"])
    let reply = try await site.get(site.link, ["If-None-Match": tag, "Prefer": prefer])
    #expect(reply.status == 304)
  }

  @Test func `A request that knows another state of the draft is answered at once`() async throws {
    let site = try await PreviewedSite()
    let reply = try await site.get(
      site.link,
      ["If-None-Match": "W/\"old\"", "Prefer": "wait=60"]
    )
    #expect(reply.status == 200)
  }

  @Test func `A wait ends with 410 when the preview is revoked`() async throws {
    let site = try await PreviewedSite()
    let (reply, _) = try await answer(site, waiting: "wait=60") {
      site.server.drafts.remove(site.draft.id)
    }
    #expect(reply.status == 410)
  }

  @Test func `Only the config of a draft is waited for`() async throws {
    let site = try await PreviewedSite()
    let home = try PreviewedSite.link("home", in: try await site.get(site.link).body)
    for path in [home, "/config", "/home"] {
      let tag = try #require(try await site.get(path).fields["etag"])
      let reply = try await site.get(path, ["If-None-Match": tag, "Prefer": "wait=60"])
      #expect(reply.status == 304)
    }
  }

  @Test func `A draft with errors shows its last edition and says what is wrong`() async throws {
    let site = try await PreviewedSite()
    let (reply, _) = try await answer(site, waiting: "wait=60") {
      site.save("{ datatype: ", to: "Content/home.json5")
      site.draft.showErrors(at: UnixTime(seconds: site.server.clock.wallSeconds))
    }
    #expect(reply.status == 200 && reply.body.contains(#""of":"new""#), "\(reply.body)")
    #expect(reply.body.contains("home.json5"), "\(reply.body)")
    let (mended, _) = try await answer(site, waiting: "wait=60") {
      site.save(#"{ datatype: "screen", body: { a: 1 } }"#, to: "Content/home.json5")
    }
    #expect(mended.status == 200 && !mended.body.contains("errors"), "\(mended.body)")
  }
}
