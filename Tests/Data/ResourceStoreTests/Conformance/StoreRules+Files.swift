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
    write.files = [StoredFile(digest(letter), byteCount: 3, mediaType: "image/png")]
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

  static func valuesOfFilesAreTheUploads(_ store: StoreUnderTest) throws {
    let shop = try store.create(["name": "A"], of: "shops").id
    try upload("a", to: shop, store)
    let file = StoredFile(digest("a"), byteCount: 3, mediaType: "image/png")
    for (change, seen) in [
      (["bytes": 4], "image/png of 4 bytes"), (["mediaType": "text/html"], "text/html of 3 bytes"),
    ] as [(DataDictionary, String)] {
      let forged = DataDictionary(
        unique: (file.json.dictionary?.members ?? []).map { member in
          .init(member.key, change[member.key] ?? member.value)
        }
      )
      let photo: DataDictionary = ["photo": DataValue(.dictionary(forged))]
      for action in [.update(shop, .merge(photo)), .replace(shop, photo)]
        as [ResourceWrite.Action]
      {
        guard case .invalid(let errors) = store.refusal({ try $0.write(ResourceWrite(action)) })
        else {
          Issue.record("\(seen) is not refused")
          continue
        }
        let expected = "photo: is \(seen); expected image/png of 3 bytes, as it was uploaded"
        #expect(errors.map(\.description) == [expected])
      }
    }
    let extra = DataDictionary(
      unique: (file.json.dictionary?.members ?? []) + [.init("note", "mine")]
    )
    try store.write(
      ResourceWrite(.update(shop, .merge(["photo": DataValue(.dictionary(extra))])))
    )
    #expect(try store.get(shop)?.attributes["photo"] == file.json)
  }

  static func valuesBecomeNoFiles(_ store: StoreUnderTest) throws {
    let shop = try store.create(["name": "A"], of: "shops").id
    try upload("a", to: shop, store)
    let forged = StoredFile(digest("a"), byteCount: 9, mediaType: "text/html").json
    try store.write(ResourceWrite(.update(shop, .merge(["logo": forged]))))
    var shops = try #require(store.store.types["shops"])
    shops.attributes.append(Attribute("logo", .binary))
    let types = try store.store.types.with(shops)
    let refusal = store.refusal { _ = try $0.store.setTypes(types, options: []) }
    guard case .types(let report) = refusal else {
      Issue.record("\(String(describing: refusal)) is no refusal of the types")
      return
    }
    #expect(report.misfits.map(\.id) == [shop])
    #expect(report.misfits.first?.errors.map(\.code) == [.reference])
    try store.write(ResourceWrite(.update(shop, .merge(["logo": .null]))))
    _ = try store.store.setTypes(types, options: [])
    // An attribute that is only called otherwise keeps its files, of deleted records too.
    let other = try store.create(["name": "B"], of: "shops").id
    try upload("b", to: other, store)
    try store.delete(other)
    shops.attributes.removeAll { $0.name == "photo" }
    var picture = Attribute("picture", .binary)
    picture.formerNames = ["photo"]
    shops.attributes.append(picture)
    _ = try store.store.setTypes(try types.with(shops), options: [])
    try store.write(ResourceWrite(.undelete(other)))
    for (id, letter) in [(shop, "a"), (other, "b")] {
      #expect(try store.get(id)?.attributes["picture"]?["sha256"] == .text(digest(letter)))
      #expect(try store.store.files(of: id) == [digest(letter)])
    }
  }

  static func fileBytesAreLimited(_ store: StoreUnderTest) throws {
    let (ann, bob) = ("u-01h455vb4pex5vsknk084sn02q", "u-01h455vb4pex5vsknk084sn02r")
    let shops = try [ann, ann, bob].map {
      try store.create(["name": "A"], of: "shops", owner: $0).id
    }
    func upload(_ letter: String, to shop: ResourceID, most: Int64) throws {
      var write = ResourceWrite(.update(shop, .merge(photo(letter))))
      write.files = [StoredFile(digest(letter), byteCount: 3, mediaType: "image/png")]
      write.ownerFileBytes = most
      try store.write(write)
    }
    try upload("a", to: shops[0], most: 3)
    let refusal = store.refusal { _ in try upload("b", to: shops[1], most: 5) }
    guard case .overQuota(used: 6, quota: 5) = refusal else {
      Issue.record("\(String(describing: refusal)) is no refusal of the file")
      return
    }
    #expect(try store.get(shops[1])?.attributes["photo"] == nil)
    try upload("b", to: shops[0], most: 3)
    try upload("a", to: shops[2], most: 3)
    #expect(try store.store.fileBytes(ofOwner: ann) == 3)
    try store.write(ResourceWrite(.replace(shops[0], photo("b").setting("name", "B"))))
    try store.delete(shops[0])
    #expect(try store.store.fileBytes(ofOwner: ann) == 0)
    try upload("b", to: shops[1], most: 3)
    #expect(try store.store.fileBytes(ofOwner: ann) == 3)
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
