// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import Testing

extension StoreRules {
  private static func digest(_ letter: String) -> String { String(repeating: letter, count: 64) }

  private static func photo(_ letter: String) -> DataDictionary {
    ["photo": ["sha256": .text(digest(letter)), "bytes": 3, "mediaType": "image/png"]]
  }

  /// Notes a file of a shop as an upload does.
  private static func upload(
    _ letter: String,
    to shop: ResourceID,
    _ store: StoreUnderTest
  ) throws {
    var write = ResourceWrite(.update(shop, .merge(photo(letter))))
    write.files = [digest(letter)]
    try store.write(write)
  }

  static func filesBelongToRecords(_ store: StoreUnderTest) throws {
    let shop = try store.create(["name": "A"], of: "shops").id
    try upload("a", to: shop, store)
    #expect(try store.store.files(of: shop) == [digest("a")])
    try store.write(ResourceWrite(.update(shop, .merge(["name": "B"]))))
    try store.write(ResourceWrite(.replace(shop, photo("a"))))
    #expect(try store.store.files(of: shop) == [digest("a")])
    let theirs = store.refusal { try $0.create(photo("a"), of: "shops") }
    let none = store.refusal { store in
      try store.write(ResourceWrite(.update(shop, .merge(photo("b")))))
    }
    for refusal in [theirs, none] {
      guard case .invalid(let errors) = refusal else {
        Issue.record("\(String(describing: refusal)) is no refusal of a file")
        continue
      }
      #expect(errors.map(\.attribute) == ["photo"] && errors.map(\.code) == [.reference])
    }
    try upload("b", to: shop, store)
    #expect(try store.store.files(of: shop) == [digest("b")])
    try store.write(ResourceWrite(.update(shop, .merge(["photo": .null]))))
    #expect(try store.store.files(of: shop) == [])
  }

  static func filesAreForgotten(_ store: StoreUnderTest) throws {
    let unused = { try store.store.unusedFiles(among: ["a", "b"].map(digest)) }
    let shops = try ["A", "B"].map { try store.create(["name": .text($0)], of: "shops").id }
    #expect(try unused() == [digest("a"), digest("b")])
    for shop in shops { try upload("a", to: shop, store) }
    #expect(try unused() == [digest("b")])
    for shop in shops { try store.delete(shop) }
    #expect(try unused() == [digest("b")])
    try store.write(ResourceWrite(.undelete(shops[0])))
    let later = store.now.advanced(byMilliseconds: 1)
    _ = try store.store.purge(deletedBefore: later, keysBefore: later)
    #expect(try store.get(shops[0])?.attributes["photo"] != nil && unused() == [digest("b")])
    try store.delete(shops[0])
    let last = store.now.advanced(byMilliseconds: 1)
    _ = try store.store.purge(deletedBefore: last, keysBefore: last)
    #expect(try unused() == [digest("a"), digest("b")])
  }

  static func erasedFilesAreNamed(_ store: StoreUnderTest) throws {
    let types = try store.store.types.withPeople()
    _ = try store.store.setTypes(types, options: [])
    let user = try store.create(["email": "ann@example.com"], of: "users").id
    let shops = try ["a", "b", "c"].map { letter in
      let owner = letter == "c" ? nil : user.text
      let shop = try store.create(["name": "A"], of: "shops", owner: owner).id
      try upload(letter, to: shop, store)
      return shop
    }
    try store.delete(shops[1])
    let erasure = try store.store.erase(user, at: store.now)
    #expect(erasure.files == [digest("a"), digest("b")])
    let all = ["a", "b", "c"].map(digest)
    #expect(try store.store.unusedFiles(among: all) == [digest("a"), digest("b")])
  }
}
