// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import Testing

extension StoreRules {
  private static func write(
    _ action: ResourceWrite.Action,
    by author: ChangeAuthor?,
    in store: StoreUnderTest
  ) throws -> ResourceID {
    store.now = store.now.advanced(byMilliseconds: 1)
    let batch = WriteBatch([ResourceWrite(action)], by: author)
    guard case .done(let results) = try store.store.write(batch, at: store.now) else {
      throw StoreError(.damaged, "an answer was replayed; expected a result")
    }
    return try results[0].get().resource.id
  }

  private static func authors(_ store: StoreUnderTest) throws -> [ChangeAuthor?] {
    try store.store.history.commits(since: 0, in: "", limit: 100).map(\.author)
  }

  static func authorsAreKept(_ store: StoreUnderTest) throws {
    let user = try #require(ResourceID("u-01h455vb4pex5vsknk084sn02q"))
    let senders: [ChangeAuthor?] = [
      .user(user), .app("the till"), .token, .anybody, .operator("ann b"), .operator(nil), nil,
    ]
    let ids = try senders.map { author in
      try write(.create(type: "flowers", nil, ["name": "Rose"]), by: author, in: store)
    }
    #expect(try authors(store) == senders)
    let rose = ids[0]
    let about: DataDictionary = ["flower": .text(rose.text)]
    let review = try write(.create(type: "reviews", nil, about), by: .token, in: store)
    let friends: DataDictionary = ["friends": [.text(rose.text)]]
    _ = try write(.update(ids[1], .merge(friends)), by: .app("till"), in: store)
    _ = try write(.delete(rose), by: .user(user), in: store)
    func last(_ id: ResourceID) throws -> ChangeAuthor? {
      try store.store.history.commits(of: id, in: "", among: 100).first?.author
    }
    #expect(try last(rose) == .user(user))
    for id in [review, ids[1]] { #expect(try last(id) == ChangeAuthor.user(user).byReference) }
    let grant = AccessGrant("read", on: ids[2], to: user.text)
    _ = try store.store.grants.add(grant, at: store.now, by: .operator("ann b"))
    #expect(try last(ids[2]) == .operator("ann b"))
    _ = try store.store.grants.remove(grant, at: store.now, by: .app("till"))
    #expect(try last(ids[2]) == .app("till"))
    _ = try store.store.grants.set([grant], on: ids[2], at: store.now, by: .anybody)
    #expect(try last(ids[2]) == .anybody)
    store.now = store.now.advanced(byMilliseconds: 1)
    let lily = try store.create(["name": "Lily"], zone: "own").id
    let newest = try store.store.history.newestCommits(limit: 2)
    #expect(newest.map(\.id) == [lily, ids[2]] && newest.map(\.zone) == ["own", ""])
    #expect(newest.map(\.author) == [nil, .anybody])
  }

  static func authorsAreErased(_ store: StoreUnderTest) throws {
    _ = try store.store.setTypes(StoreSamples.types().withPeople(), options: [])
    let people = try ["ann", "bob"].map { name in
      try store.create(["email": .text("\(name)@example.com")], of: "users").id
    }
    let (ann, bob) = (people[0], people[1])
    let mine = try write(
      .create(type: "flowers", nil, ["name": "Rose"]),
      by: .user(ann),
      in: store
    )
    _ = try write(.update(mine, .merge(["price": 2])), by: .user(bob), in: store)
    let gone = try write(.create(type: "flowers", nil, ["name": "Iris"]), by: .token, in: store)
    let about: DataDictionary = ["flower": .text(gone.text)]
    let review = try write(.create(type: "reviews", nil, about), by: .user(bob), in: store)
    _ = try write(.delete(gone), by: .user(ann), in: store)
    let before = try authors(store)
    let followed = ChangeAuthor.user(ann).byReference
    #expect(before.contains(.user(ann)) && before.contains(followed))
    _ = try store.store.erase(ann, at: store.now)
    let after = try authors(store)
    #expect(!after.contains(.user(ann)) && !after.contains(followed))
    #expect(after.count { $0 == .user(bob) } == 2 && after.last == .erasure)
    let words = try store.store.history.commits(of: review, in: "", among: 100).map(
      \.author?.description
    )
    #expect(words.first == "a user who was erased, through a reference")
    #expect(words.count == 2 && words.last == "user \(bob)")
  }
}
