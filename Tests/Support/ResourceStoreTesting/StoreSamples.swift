// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import FileShapes
package import ResourceModel
package import ResourceStore

/// Types, and short ways to use a store, for its tests.
package enum StoreSamples {
  package static let now = Timestamp(milliseconds: 1_795_402_800_123)

  package static let declarations: DataValue = [
    [
      "name": "flowers", "prefix": "f",
      "attributes": [
        "name": ["type": "text", "required": true, "indexed": true, "searched": true],
        "code": ["type": "text", "unique": true],
        "price": ["type": "number", "indexed": true], "stock": ["type": "integer"],
        "isFragrant": ["type": "boolean"],
        "colour": ["type": "enum", "values": ["red", "white", "yellow"]],
        "seen": ["type": "instant", "indexed": true], "place": ["type": "point"],
        "shop": ["type": "reference", "to": "shops"],
        "tags": ["type": "list", "of": "text", "searched": true],
        "friends": ["type": "list", "of": "reference", "to": "flowers", "onDelete": "clear"],
      ],
    ],
    [
      "name": "shops", "prefix": "s",
      "attributes": ["name": ["type": "text"], "photo": ["type": "binary"]],
    ],
    [
      "name": "reviews", "prefix": "r",
      "attributes": [
        "flower": ["type": "reference", "to": "flowers", "onDelete": "cascade"],
        "answer": ["type": "reference", "to": "reviews", "onDelete": "cascade"],
        "stars": ["type": "integer"],
      ],
    ],
  ]

  package static func types() throws -> TypeSet { try TypeSet(declarations, in: "types.json") }
}

/// A store under test, with a clock that tests move.
package final class StoreUnderTest {
  package let store: ResourceStore
  package var now = StoreSamples.now

  package init(_ store: ResourceStore) throws {
    self.store = store
    _ = try store.setTypes(StoreSamples.types(), options: [])
  }

  /// Uses a store that has types already.
  package init(opened store: ResourceStore) { self.store = store }

  /// Performs one write, and returns its outcome.
  @discardableResult
  package func write(_ write: ResourceWrite) throws -> WriteOutcome {
    now = now.advanced(byMilliseconds: 1)
    guard case .done(let results) = try store.write(WriteBatch([write]), at: now) else {
      throw StoreError(.damaged, "an answer was replayed; expected a result")
    }
    return try results[0].get()
  }

  @discardableResult
  package func create(
    _ attributes: DataDictionary,
    of type: String = "flowers",
    id: ResourceID? = nil,
    zone: String = "",
    owner: String? = nil
  ) throws -> Resource {
    var write = ResourceWrite(.create(type: type, id, attributes))
    write.zone = zone
    write.owner = owner
    return try self.write(write).resource
  }

  @discardableResult
  package func delete(_ id: ResourceID) throws -> WriteOutcome {
    try write(ResourceWrite(.delete(id)))
  }

  package func get(_ id: ResourceID) throws -> Resource? {
    try store.resource(id, withDeleted: false)
  }

  package func query(_ type: String = "flowers", _ filter: String = "") throws -> ResourceQuery {
    guard let type = store.types[type] else { throw StoreError(.unknownType, type) }
    return try ResourceQuery(type, where: filter, among: store.types)
  }

  /// The names of the flowers that a filter finds, in the order of the list.
  package func names(_ filter: String = "", order: String = "") throws -> [String] {
    var query = try query("flowers", filter)
    query.order = try ResourceOrder.keys(order, of: query.type)
    query.limit = 1_000
    return try store.page(query).resources.map { $0.attributes["name"]?.string ?? "" }
  }

  /// The kind of the error that a use of the store throws; `nil` if it throws none.
  package func refusal(_ use: (StoreUnderTest) throws -> Void) -> StoreError.Kind? {
    do {
      try use(self)
      return nil
    } catch {
      return (error as? StoreError)?.kind
    }
  }
}
