// SPDX-License-Identifier: Apache-2.0

import ResourceModel
import ResourceService
import ResourceStore
import ResourceStoreTesting
import Testing

@Suite struct `Mails that were given up` {
  private static let now = StoreSamples.now

  private func keep(_ id: String, _ under: ServiceUnderTest, expiresAfter seconds: Int64) throws {
    let expires = Self.now.advanced(byMilliseconds: seconds * 1_000)
    let mail = PeopleMail(
      kind: .confirm,
      address: "\(id)@example.com",
      code: "pc_1",
      expires: expires
    )
    try under.service.mails.keep(mail, as: id, at: Self.now)
  }

  @Test
  func `A mail whose code has expired is given up with its last failure, and kept for 30 days`()
    throws
  {
    let under = try ServiceUnderTest()
    try keep("a", under, expiresAfter: 10)
    try keep("b", under, expiresAfter: 10)
    try keep("c", under, expiresAfter: 3_600)
    under.service.mails.noteFailure("it answers 503", of: "a")
    under.advance(bySeconds: 11)
    under.forgetOld()
    #expect(try under.service.mails.kept(atMost: 9).map(\.id) == ["c"])
    let dead = try under.service.mails.dead()
    #expect(dead.map(\.id) == ["a", "b"] && under.service.mails.deadCount == 2)
    #expect(dead.map(\.reason) == ["it answers 503", "its code has expired"])
    under.advance(bySeconds: 30 * 86_400 - 1)
    under.forgetOld()
    #expect(under.service.mails.deadCount == 3)
    under.advance(bySeconds: 2)
    under.forgetOld()
    #expect(try under.service.mails.dead().map(\.id) == ["c"])
  }

  @Test func `A dead mail is sent again with its attempts, unless its code has expired`() throws {
    let under = try ServiceUnderTest()
    let service = under.service
    for (id, seconds) in [("a", 10), ("b", 60), ("c", 60)] as [(String, Int64)] {
      try keep(id, under, expiresAfter: seconds)
      service.mails.noteFailure("it answers 503", of: id)
      service.mails.giveUp("it answers 500", of: id, at: Self.now)
    }
    #expect(service.mails.deadCount == 3)
    let later = Self.now.advanced(byMilliseconds: 20_000)
    #expect(try service.mails.revive("a", at: later) == [])
    #expect(try service.mails.revive("b", at: later).map(\.id) == ["b"])
    let waiting = try #require(try service.mails.kept(atMost: 9).first)
    #expect(waiting.id == "b" && waiting.attempts == 1 && waiting.created == later)
    #expect(waiting.expires == Self.now.advanced(byMilliseconds: 60_000))
    #expect(waiting.reason == "it answers 500")
    #expect(try service.mails.revive(nil, at: later).map(\.id) == ["c"])
    #expect(try service.mails.removeDead("x") == 0 && service.mails.deadCount == 1)
    #expect(try service.mails.removeDead(nil) == 1 && service.mails.deadCount == 0)
    #expect(try service.mails.dead() == [])
  }

  @Test func `A mail is sent until it is removed, given up, or its code has expired`() throws {
    let under = try ServiceUnderTest()
    let service = under.service
    for (id, seconds) in [("a", 60), ("b", 60), ("c", 10)] as [(String, Int64)] {
      try keep(id, under, expiresAfter: seconds)
    }
    func turn(_ id: String, after seconds: Int64 = 0) throws -> StoredMails.Turn {
      try service.mails.takeTurn(
        of: id,
        for: "here",
        at: Self.now.advanced(byMilliseconds: seconds * 1_000)
      )
    }
    #expect(try turn("a") == .send && turn("a") == .send)
    service.mails.forget("a")
    service.mails.giveUp("it answers 503", of: "b", at: Self.now)
    #expect(try turn("a") == .over && turn("b") == .over && turn("none") == .over)
    #expect(try turn("c", after: 9) == .send && turn("c", after: 10) == .over)
    #expect(try service.mails.dead().map(\.reason) == ["it answers 503", "its code has expired"])
    #expect(service.mails.deadCount == 2)
  }
}
