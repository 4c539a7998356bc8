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

  static func grantsAreListed(_ store: StoreUnderTest) throws {
    let (ann, bob) = (try user("q"), try user("r"))
    var flowers: [ResourceID] = []
    for owner in [ann, ann, bob] {
      var write = ResourceWrite(.create(type: "flowers", nil, ["name": "Rose"]))
      write.owner = owner.text
      let answer = try store.store.write(WriteBatch([write]), at: store.now)
      guard case .done(let results) = answer, let result = results.first else { continue }
      flowers.append(try result.get().resource.id)
    }
    try #require(flowers.count == 3)
    let all = try [
      AccessGrant("edit", on: flowers[0], to: bob.text),
      AccessGrant("read", on: flowers[0], to: bob.text),
      AccessGrant("read", on: flowers[1], to: "g-2"),
      AccessGrant("read", on: flowers[2], to: "g-1"),
      AccessGrant("read", on: flowers[2], to: user("s").text),
    ].sorted { ($0.record.text, $0.grantee, $0.right) < ($1.record.text, $1.grantee, $1.right) }
    for grant in all { _ = try store.store.grants.add(grant, at: store.now, by: nil) }
    func list(_ change: (inout GrantQuery) -> Void) throws -> [AccessGrant] {
      var query = GrantQuery(limit: 10)
      change(&query)
      return try store.store.grants.matching(query)
    }
    #expect(try list { _ in } == all)
    #expect(try list { $0.record = flowers[0] } == all.filter { $0.record == flowers[0] })
    #expect(try list { $0.grantee = "g-1" } == all.filter { $0.grantee == "g-1" })
    #expect(try list { $0.right = "edit" } == all.filter { $0.right == "edit" })
    let ofAnn = all.filter { $0.record != flowers[2] }
    #expect(try list { $0.user = ann } == ofAnn)
    #expect(
      try list {
        $0.user = ann
        $0.groups = ["g-1", "g-3"]
      } == all.filter { $0.record != flowers[2] || $0.grantee == "g-1" }
    )
    let ofBob = all.filter { $0.record == flowers[2] || $0.grantee == bob.text }
    #expect(try list { $0.user = bob } == ofBob)
    #expect(try list { $0.user = try? user("t") } == [])
    // Pages.
    for (owner, expected) in [(nil, all), (bob, ofBob)] as [(ResourceID?, [AccessGrant])] {
      var pages: [AccessGrant] = []
      while let next = try list({
        $0.user = owner
        $0.limit = 1
        $0.after = pages.last
      }).first {
        pages.append(next)
      }
      #expect(pages == expected)
    }
    // Grants on a deleted record are none.
    let deletion = WriteBatch([ResourceWrite(.delete(flowers[2]))])
    _ = try store.store.write(deletion, at: store.now)
    #expect(try list { _ in } == ofAnn)
    #expect(try list { $0.user = bob } == ofAnn.filter { $0.grantee == bob.text })
  }

  static func grantsAreCounted(_ store: StoreUnderTest) throws {
    let flowers = try (0..<3).map { number in try store.create(["name": .text("F\(number)")]).id }
    let shop = try store.create(["name": "Shop"], of: "shops").id
    for (record, grantee, right) in [
      (flowers[0], "g-1", "read"), (flowers[1], "g-1", "read"), (flowers[2], "g-1", "read"),
      (flowers[0], "g-1", "edit"), (shop, "g-1", "read"), (flowers[0], "g-2", "read"),
      (flowers[0], "u-1", "read"), (flowers[0], "ga-1", "read"),
    ] {
      let grant = AccessGrant(right, on: record, to: grantee)
      _ = try store.store.grants.add(grant, at: store.now, by: nil)
    }
    try store.delete(flowers[2])
    let counts = [
      GrantCount("edit", on: "flowers", to: "g-1", records: 1),
      GrantCount("read", on: "flowers", to: "g-1", records: 2),
      GrantCount("read", on: "shops", to: "g-1", records: 1),
      GrantCount("read", on: "flowers", to: "g-2", records: 1),
    ]
    #expect(try store.store.grants.counts(toPrefix: "g", among: 100) == counts)
    #expect(try store.store.grants.counts(toPrefix: "g", among: 1) == [counts[0]])
  }

  static func grantsChangeOneByOne(_ store: StoreUnderTest) throws {
    let flower = try store.create(["name": "Rose"])
    let grant = AccessGrant("read", on: flower.id, to: "g-1")
    guard case .changed(let added) = try store.store.grants.add(grant, at: store.now, by: nil)
    else {
      Issue.record("the grant was not added")
      return
    }
    #expect(added.version > flower.version && added.attributes == flower.attributes)
    #expect(try store.store.grants.add(grant, at: store.now, by: nil) == .unchanged)
    let others = (2...AccessGrant.most).map { AccessGrant("read", on: flower.id, to: "g-\($0)") }
    _ = try store.store.grants.set(others + [grant], on: flower.id, at: store.now, by: nil)
    #expect(try store.store.grants.add(grant, at: store.now, by: nil) == .unchanged)
    let more = AccessGrant("edit", on: flower.id, to: "g-1")
    #expect(try store.store.grants.add(more, at: store.now, by: nil) == .full)
    guard case .changed(let removed) = try store.store.grants.remove(grant, at: store.now, by: nil)
    else {
      Issue.record("the grant was not removed")
      return
    }
    #expect(removed.version > added.version)
    #expect(try store.store.grants.remove(grant, at: store.now, by: nil) == .unchanged)
    guard case .changed = try store.store.grants.add(more, at: store.now, by: nil) else {
      Issue.record("a grant did not find the room of a removed one")
      return
    }
    let gone = AccessGrant("read", on: try user("q"), to: "g-1")
    #expect(throws: StoreError.self) { try store.store.grants.add(gone, at: store.now, by: nil) }
    var query = GrantQuery(limit: 2_000)
    query.record = flower.id
    #expect(try store.store.grants.matching(query).count == AccessGrant.most)
  }

  static func providersAreForgotten(_ store: StoreUnderTest) throws {
    let (ann, bob) = (try user("q"), try user("r"))
    let (one, two, old) = ("https://one.example", "https://two.example", "https://old.example")
    for (subject, issuer) in [("1", one), ("2", one), ("1", two), ("1", old)] {
      #expect(try store.store.accounts.setUser(ann, known: subject, to: issuer))
    }
    #expect(try store.store.accounts.setUser(bob, known: "3", to: one))
    #expect(try store.store.accounts.issuers(knowing: ann) == [old, one, two])
    func forget(_ user: ResourceID, _ issuer: String) throws -> ForgottenProvider {
      try store.store.accounts.forget(user, at: issuer, among: [one, two])
    }
    #expect(try forget(ann, "https://none.example") == .unknown)
    #expect(try forget(ann, two) == .forgotten)
    // The old provider is no way to sign in any more.
    #expect(try forget(ann, one) == .onlyWay)
    #expect(try store.store.accounts.user(known: "2", to: one) == ann)
    #expect(try forget(ann, old) == .forgotten)
    #expect(try forget(ann, one) == .onlyWay)
    try store.store.accounts.setPassword("hash", of: ann)
    #expect(try forget(ann, one) == .forgotten)
    #expect(try store.store.accounts.issuers(knowing: ann) == [])
    #expect(try store.store.accounts.user(known: "1", to: one) == nil)
    #expect(try store.store.accounts.user(known: "3", to: one) == bob)
    #expect(try forget(bob, one) == .onlyWay)
  }
}
