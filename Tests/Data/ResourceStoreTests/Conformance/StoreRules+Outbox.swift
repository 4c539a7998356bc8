// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import Testing

extension StoreRules {
  private static func message(
    _ id: String,
    to receiver: String = "mail",
    about: String? = nil,
    after milliseconds: Int64 = 0,
    expiresAfter lifetime: Int64? = nil
  ) -> OutboxMessage {
    let now = StoreSamples.now
    return OutboxMessage(
      id,
      to: receiver,
      about: about,
      Array(id.utf8),
      created: now.advanced(byMilliseconds: milliseconds),
      expires: lifetime.map { now.advanced(byMilliseconds: $0) }
    )
  }

  static func messagesAreKept(_ store: StoreUnderTest) throws {
    let outbox = store.store.outbox
    let waiting = { receiver in
      try outbox.messages(to: receiver, isDead: false, limit: 10).map(\.id)
    }
    for kept in [
      message("b", after: 1), message("a", after: 2, expiresAfter: 9), message("c", to: "hook"),
    ] {
      try outbox.keep(kept)
    }
    #expect(try waiting("mail") == ["b", "a"] && waiting("hook") == ["c"])
    #expect(try waiting(nil) == ["c", "b", "a"])
    #expect(try outbox.messages(to: "mail", isDead: false, limit: 1).map(\.id) == ["b"])
    for reason in ["refused", "it answers 503"] { try outbox.noteFailure(reason, of: "b") }
    var failed = message("b", after: 1)
    failed.attempts = 2
    failed.reason = "it answers 503"
    #expect(try outbox.messages(to: "mail", isDead: false, limit: 1) == [failed])
    #expect(try outbox.message("b") == failed && outbox.message("none") == nil)
    failed.attempts = 3
    failed.reason = "it answers 500"
    failed.isDead = true
    try outbox.keep(failed)
    #expect(try waiting("mail") == ["a"])
    #expect(try outbox.messages(to: nil, isDead: true, limit: 10) == [failed])
    let expiry = StoreSamples.now.advanced(byMilliseconds: 10)
    try outbox.purgeMessages(expiredBefore: expiry)
    #expect(try waiting(nil) == ["c"])
    #expect(try outbox.removeMessage("b") && !outbox.removeMessage("b"))
    #expect(try outbox.messages(to: nil, isDead: true, limit: 10) == [])
  }

  static func messagesAreGivenUp(_ store: StoreUnderTest) throws {
    let outbox = store.store.outbox
    let (now, until) = (store.now, store.now.advanced(byMilliseconds: 1_000))
    for id in ["a", "b"] { try outbox.keep(message(id, expiresAfter: 9)) }
    try outbox.noteFailure("it answers 503", of: "a")
    #expect(try outbox.giveUpMessage("a", because: nil, at: now, until: until))
    #expect(try outbox.giveUpMessage("b", because: "its code has expired", at: now, until: until))
    #expect(try !outbox.giveUpMessage("c", because: nil, at: now, until: until))
    let dead = try outbox.messages(to: "mail", isDead: true, limit: 10)
    #expect(dead.map(\.reason) == ["it answers 503", "its code has expired"])
    #expect(dead.map(\.attempts) == [1, 0] && dead.map(\.created) == [now, now])
    #expect(try outbox.messages(to: "mail", isDead: false, limit: 10) == [])
    try outbox.purgeMessages(expiredBefore: until)
    #expect(try outbox.countMessages(to: "mail", isDead: true) == 2)
    try outbox.purgeMessages(expiredBefore: until.advanced(byMilliseconds: 1))
    #expect(try outbox.countMessages(to: "mail", isDead: true) == 0)
  }

  static func positionsAreKept(_ store: StoreUnderTest) throws {
    let outbox = store.store.outbox
    #expect(try outbox.positions(of: "hook") == [:])
    try outbox.setPosition(3, in: "", of: "hook", keeping: nil)
    try outbox.setPosition(1, in: "ann", of: "hook", keeping: nil)
    try outbox.setPosition(2, in: "", of: "other", keeping: nil)
    var dead = message("d", to: "hook")
    dead.isDead = true
    try outbox.setPosition(4, in: "", of: "hook", keeping: dead)
    #expect(try outbox.positions(of: "hook") == ["": 4, "ann": 1])
    #expect(try outbox.positions(of: "other") == ["": 2])
    #expect(try outbox.messages(to: "hook", isDead: true, limit: 10) == [dead])
    try outbox.setPosition(3, in: "", of: "hook", keeping: nil)
    #expect(try outbox.positions(of: "hook") == ["": 4, "ann": 1])
  }

  static func deliveriesBegin(_ store: StoreUnderTest) throws {
    let outbox = store.store.outbox
    try store.create(["name": "Rose"])
    try store.create(["name": "Iris"], zone: "ann")
    try outbox.beginDeliveries(to: "hook")
    #expect(try outbox.positions(of: "hook") == ["": 1, "ann": 1])
    #expect(try outbox.positions(of: "other") == [:])
    try store.create(["name": "Lily"])
    try outbox.beginDeliveries(to: "hook")
    #expect(try outbox.positions(of: "hook") == ["": 1, "ann": 1])
  }

  static func leasesAreExclusive(_ store: StoreUnderTest) throws {
    func takes(_ holder: String, _ task: String = "hook", at seconds: Int64) throws -> Bool {
      let now = StoreSamples.now.advanced(byMilliseconds: seconds * 1_000)
      let until = now.advanced(byMilliseconds: 30_000)
      return try store.store.outbox.takeLease(task, for: holder, until: until, at: now)
    }
    #expect(try takes("a", at: 0) && !takes("b", at: 0) && takes("b", "other", at: 0))
    #expect(try takes("a", at: 10) && !takes("b", at: 39))
    #expect(try takes("b", at: 40) && !takes("a", at: 69) && takes("a", at: 70))
    // A lease that has ended is forgotten, and another one is not.
    try store.store.outbox.purgeMessages(
      expiredBefore: StoreSamples.now.advanced(byMilliseconds: 99_000)
    )
    #expect(try !takes("b", at: 99) && takes("a", "other", at: 99))
    // Nobody waits for a lease from before the clock was set back.
    #expect(try takes("b", at: -86_400) && !takes("a", at: -86_400))
  }

  static func commitsAreListed(_ store: StoreUnderTest) throws {
    let rose = try store.create(["name": "Rose"]).id
    try store.write(ResourceWrite(.update(rose, .merge(["price": 2]))))
    let lily = try store.create(["name": "Lily"], zone: "ann").id
    try store.delete(rose)
    let commits = try store.store.history.commits(since: 0, in: "", limit: 10)
    #expect(commits.map(\.version) == [1, 2, 3] && commits.map(\.id) == [rose, rose, rose])
    #expect(commits.map(\.kind) == [.created, .updated, .deleted])
    #expect(commits.last?.time == store.now)
    #expect(try store.store.history.commits(since: 1, in: "", limit: 1).map(\.version) == [2])
    #expect(try store.store.history.commits(since: 0, in: "ann", limit: 10).map(\.id) == [lily])
    let own = try store.store.history.commits(of: rose, in: "", among: 10)
    #expect(own.map(\.version) == [3, 2, 1])
    #expect(try store.store.history.commits(of: rose, in: "", among: 2).map(\.version) == [3, 2])
    #expect(try store.store.history.commits(of: rose, in: "ann", among: 10) == [])
    let gone = try store.store.deletedRecords()
    #expect(gone.count == 1 && gone.oldest == store.now)
    #expect(try store.store.history.zones() == ["": 3, "ann": 1])
  }

  static func pagesNameVersions(_ store: StoreUnderTest) throws {
    #expect(try store.store.page(store.query()).version == 0)
    try store.create(["name": "Rose"])
    try store.create(["name": "Lily"])
    try store.create(["name": "Iris"], zone: "ann")
    #expect(try store.store.page(store.query()).version == 2)
    var query = try store.query()
    query.zone = "ann"
    #expect(try store.store.page(query).version == 1)
  }

  static func identitiesAreKept(_ store: StoreUnderTest) throws {
    _ = try store.store.setTypes(store.store.types.withPeople(), options: [])
    let users = try ["ann", "bob"].map { name in
      try store.create(["email": .text("\(name)@example.com")], of: "users").id
    }
    let issuer = "https://id.example.com"
    let known = { try store.store.accounts.user(known: "42", to: issuer) }
    #expect(try known() == nil)
    #expect(try store.store.accounts.setUser(users[0], known: "42", to: issuer))
    #expect(try store.store.accounts.setUser(users[0], known: "42", to: issuer))
    #expect(try !store.store.accounts.setUser(users[1], known: "42", to: issuer))
    #expect(try known() == users[0])
    #expect(try store.store.accounts.user(known: "42", to: "https://other.example.com") == nil)
    try store.store.outbox.keep(message("m", about: users[0].text))
    try store.store.outbox.keep(message("n", about: "ann@example.com"))
    try store.store.outbox.keep(message("o", about: "bob@example.com"))
    _ = try store.store.erase(users[0], at: store.now)
    #expect(try known() == nil)
    #expect(try store.store.outbox.messages(to: nil, isDead: false, limit: 10).map(\.id) == ["o"])
  }
}
