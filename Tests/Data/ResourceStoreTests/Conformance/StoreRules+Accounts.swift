// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import Testing

extension StoreRules {
  private static func user(_ letter: String) throws -> ResourceID {
    try #require(ResourceID("u-01h455vb4pex5vsknk084sn02\(letter)"))
  }

  private static func session(
    _ id: String,
    of user: ResourceID,
    _ digest: [UInt8],
    at now: Timestamp
  ) -> Session {
    Session(
      id,
      of: user,
      device: nil,
      created: now,
      rotated: now,
      expires: now.advanced(byMilliseconds: 1_000),
      digest: digest
    )
  }

  static func sessionsAreFound(_ store: StoreUnderTest) throws {
    let (ann, bob) = (try user("q"), try user("r"))
    let accounts = store.store.accounts
    let now = store.now
    try accounts.add(session("s1", of: ann, [1], at: now))
    try accounts.add(session("s2", of: ann, [2], at: now.advanced(byMilliseconds: 5)))
    try accounts.add(session("s3", of: bob, [3], at: now))
    #expect(try accounts.sessions(of: ann).map(\.id) == ["s2", "s1"])
    try sessionsAreListed(store, ann)
    #expect(try accounts.session(withToken: [9]) == nil)
    var renewed = try #require(try accounts.session(withToken: [1])).session
    #expect(renewed == session("s1", of: ann, [1], at: now))
    renewed.digest = [4]
    #expect(try accounts.rotate(renewed, from: [1]))
    #expect(try !accounts.rotate(renewed, from: [1]))
    #expect(try accounts.session(withToken: [1])?.isPresent == false)
    #expect(try accounts.session(withToken: [4])?.isPresent == true)
    #expect(try !accounts.endSession("s1", of: bob) && accounts.endSession("s1", of: ann))
    #expect(try accounts.session(withToken: [4]) == nil)
    try accounts.purgeAccounts(expiredBefore: now.advanced(byMilliseconds: 1_002))
    #expect(try accounts.sessions(of: bob) == [] && accounts.sessions(of: ann).count == 1)
    try accounts.endSessions(of: ann)
    #expect(try accounts.sessions(of: ann) == [])
  }

  /// Expects the sessions `s1` and `s2` of a user, and `s3` of another one.
  private static func sessionsAreListed(_ store: StoreUnderTest, _ user: ResourceID) throws {
    func ids(_ now: Timestamp, _ change: (inout SessionQuery) -> Void = { _ in }) throws -> [String]
    {
      var query = SessionQuery(limit: 10)
      change(&query)
      return try store.store.accounts.sessions(at: now, query).map(\.id)
    }
    let now = store.now
    #expect(try ids(now) == ["s2", "s3", "s1"])
    #expect(try ids(now.advanced(byMilliseconds: 1_002)) == ["s2"])
    #expect(try ids(now) { $0.limit = 1 } == ["s2"])
    #expect(try ids(now) { $0.user = user } == ["s2", "s1"])
    #expect(try ids(now) { $0.after = (now.advanced(byMilliseconds: 5), "s2") } == ["s3", "s1"])
    #expect(try ids(now) { $0.after = (now, "s3") } == ["s1"])
    let phone = Session(
      "s4",
      of: user,
      device: "d-1",
      created: now,
      rotated: now,
      expires: now.advanced(byMilliseconds: 1),
      digest: [4, 4]
    )
    try store.store.accounts.add(phone)
    #expect(try ids(now) { $0.device = "d-1" } == ["s4"])
    #expect(try store.store.accounts.endSession("s4", of: user))
  }

  static func secondFactorsAreKept(_ store: StoreUnderTest) throws {
    let (ann, bob) = (try user("q"), try user("r"))
    let accounts = store.store.accounts
    #expect(try accounts.secondFactor(of: ann) == nil && !accounts.removeSecondFactor(of: ann))
    #expect(
      try accounts.beginSecondFactor([1], of: ann) && accounts.beginSecondFactor([2], of: ann)
    )
    #expect(
      try accounts.secondFactor(of: ann) == SecondFactor([2], isConfirmed: false, recoveryCodes: 0)
    )
    #expect(try !accounts.takeStep(9, of: ann))
    func confirm(_ secret: [UInt8]) throws -> Bool {
      try accounts.confirmSecondFactor(
        secret,
        of: ann,
        by: 5,
        at: store.now,
        recovery: [[7], [8]]
      )
    }
    #expect(try !confirm([1]) && confirm([2]) && !confirm([2]))
    #expect(
      try accounts.secondFactor(of: ann)
        == SecondFactor([2], isConfirmed: true, since: store.now, recoveryCodes: 2)
    )
    #expect(try !accounts.beginSecondFactor([3], of: ann))
    #expect(try !accounts.takeStep(5, of: ann) && accounts.takeStep(6, of: ann))
    #expect(try !accounts.takeStep(6, of: ann) && !accounts.takeStep(4, of: ann))
    #expect(try !accounts.takeRecoveryCode([7], of: bob) && accounts.takeRecoveryCode([7], of: ann))
    #expect(try !accounts.takeRecoveryCode([7], of: ann))
    #expect(try accounts.removeSecondFactor(of: ann) && accounts.secondFactor(of: ann) == nil)
    #expect(try !accounts.takeRecoveryCode([8], of: ann))
    #expect(try accounts.beginSecondFactor([4], of: bob))
    #expect(
      try accounts.confirmSecondFactor([4], of: bob, by: 1, at: store.now, recovery: [[9]])
    )
    _ = try store.store.erase(bob, at: store.now)
    #expect(try accounts.secondFactor(of: bob) == nil && !accounts.takeRecoveryCode([9], of: bob))
  }

  static func secretsAreKept(_ store: StoreUnderTest) throws {
    let accounts = store.store.accounts
    let ann = try user("q")
    #expect(try accounts.password(of: ann) == nil)
    try accounts.setPassword("a", of: ann)
    try accounts.setPassword("b", of: ann)
    #expect(try accounts.password(of: ann) == "b")
    let code = OneTimeCode(.reset, [7], of: ann, [1, 2], expires: store.now)
    try accounts.add(code)
    #expect(try accounts.takeCode([8]) == nil)
    #expect(try accounts.takeCode([7]) == code)
    #expect(try accounts.takeCode([7]) == nil)
    try accounts.add(OneTimeCode(.confirm, [7], of: nil, [], expires: store.now))
    try accounts.purgeAccounts(expiredBefore: store.now.advanced(byMilliseconds: 1))
    #expect(try accounts.takeCode([7]) == nil)
    try accounts.add(code)
    try accounts.setPassword("c", of: ann)
    #expect(try accounts.takeCode([7]) == nil)
    let app = try #require(ResourceID("app-01h455vb4pex5vsknk084sn02q"))
    try accounts.setKey([1], of: app)
    try accounts.setKey([2], of: app)
    #expect(try accounts.app(withKey: [1]) == nil && accounts.app(withKey: [2]) == app)
    #expect(try accounts.appsWithKeys() == [app])
    try accounts.setKey(nil, of: app)
    #expect(try accounts.appsWithKeys() == [])
    #expect(try accounts.app(withKey: [2]) == nil)
  }

  static func erasedIsGone(_ store: StoreUnderTest) throws {
    _ = try store.store.setTypes(StoreSamples.types().withPeople(), options: [])
    let bob = try user("r")
    let ann = try store.create(["email": "ann@example.com"], of: "users").id
    let owner = ann.text
    let shop = try store.create(["name": "Ann's"], of: "shops", owner: owner)
    let deleted = try store.create(["name": "Old"], owner: owner)
    try store.delete(deleted.id)
    let phone: DataDictionary = ["name": "Phone", "user": .text(owner)]
    let device = try store.create(phone, of: "devices", owner: owner)
    // A flower refers to the shop by a reference that restricts a deletion.
    let flower = try store.create(
      ["name": "Rose", "shop": .text(shop.id.text)],
      owner: bob.text
    )
    // A review goes with its flower.
    let own = try store.create(["name": "Lily"], owner: owner)
    let about: DataDictionary = ["flower": .text(own.id.text), "stars": 5]
    let review = try store.create(about, of: "reviews", owner: owner)
    let accounts = store.store.accounts
    try accounts.setPassword("a", of: ann)
    try accounts.add(session("s1", of: ann, [1], at: store.now))
    try accounts.add(OneTimeCode(.reset, [7], of: ann, [], expires: store.now))
    let grant = AccessGrant("fetch", on: flower.id, to: owner)
    _ = try store.store.grants.set([grant], on: flower.id, at: store.now, by: nil)
    let key = IdempotencyKey(IdempotencyKey.prefix(of: owner) + "k", request: [1]) { _ in [2] }
    _ = try store.store.write(WriteBatch([], key: key), at: store.now)
    let erasure = try store.store.erase(ann, at: store.now)
    #expect(erasure.records == 6 && erasure.names == [owner, "s1", device.id.text])
    for id in [ann, shop.id, deleted.id, device.id, own.id, review.id] {
      let left = try #require(try store.store.resource(id, withDeleted: true))
      #expect(left.deleted != nil && left.owner == nil && left.attributes.members.isEmpty)
    }
    let rose = try #require(try store.get(flower.id))
    #expect(rose.attributes == ["name": "Rose"] && rose.owner == bob.text)
    #expect(try accounts.password(of: ann) == nil && accounts.sessions(of: ann) == [])
    #expect(try accounts.takeCode([7]) == nil)
    #expect(try store.store.grants.on([flower.id], to: nil) == [])
    guard case .done = try store.store.write(WriteBatch([], key: key), at: store.now) else {
      Issue.record("an answer of an erased user is still kept")
      return
    }
    let changes = try store.store.history.changes(since: 0, in: "", limit: 100).resources
    #expect(changes.filter { $0.deleted != nil }.count == 6)
    #expect(try store.names("search(rose)") == ["Rose"])
    #expect(try store.store.erase(ann, at: store.now).records == 0)
  }
}
