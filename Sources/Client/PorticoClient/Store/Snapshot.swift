// SPDX-License-Identifier: Apache-2.0

/// All objects and collections of a store at one time. It never changes, and reading it waits for nothing.
///
/// ```swift
/// let snapshot = client.store.snapshot
/// let notes = snapshot.collection(.endpoint(EndpointKey("/v1/notes")))
/// let titles = notes?.items.compactMap { snapshot[$0]?["title"]?.string } ?? []
/// ```
public struct Snapshot: Sendable {
  /// Grows with each change of the store.
  public let number: UInt64
  package let segments: ContiguousArray<ContiguousArray<UInt8>>
  package let index: ObjectIndex
  package let indexes: [FieldIndex]
  package let collections: [DisplayID: ObjectCollection]

  /// The number of objects.
  public var count: Int { index.count }

  /// The object with an id.
  public subscript(id: String) -> StoredObject? {
    let id = RecordHeader.fitted(id)
    let entry = index.entry(IDHash.of(id.utf8)) { entry in
      let bytes = segments[Int(entry.segment)]
      let header = RecordHeader(bytes.span, at: Int(entry.offset))
      return bytes[header.id(at: Int(entry.offset))].elementsEqual(id.utf8)
    }
    guard let entry else { return nil }
    return StoredObject(segments[Int(entry.segment)], at: Int(entry.offset))
  }

  /// Returns the objects of a type, such as `note`, with a value of a field, or all of the type, by a declared index;
  /// `nil` if there is no such index.
  public func objects(
    of type: String,
    where field: String? = nil,
    is value: JSONValue? = nil
  ) -> [StoredObject]? {
    guard let known = indexes.first(where: { $0.prefix == type && $0.field == field }) else {
      return nil
    }
    return known.candidates(value).compactMap { hash in
      var found: StoredObject?
      index.visit(hash) { entry in
        let object = StoredObject(segments[Int(entry.segment)], at: Int(entry.offset))
        if field.map({ object[$0] == value }) ?? true { found = object }
      }
      return found
    }
  }

  /// Returns whether there is an object with an id.
  public func contains(_ id: String) -> Bool { self[id] != nil }

  /// The collection of a task or of an endpoint.
  public func collection(_ display: DisplayID) -> ObjectCollection? { collections[display] }

  /// The fields among `wanted` that an object lacks or that are stale, and `uuid`, for a request of these fields;
  /// `nil` if all are there and fresh.
  ///
  /// - Parameters:
  ///   - wanted: the names of the fields.
  ///   - id: the id of the object.
  ///   - now: seconds since 1970 by the server's clock.
  public func missingFields(_ wanted: Set<String>, of id: String, at now: Int64) -> Set<String>? {
    self[id].map { $0.missing(wanted, at: now) } ?? wanted.union(["uuid"])
  }

  /// All objects, in no order.
  package var all: [StoredObject] {
    var all: [StoredObject] = []
    index.visitAll { all.append(StoredObject(segments[Int($0.segment)], at: Int($0.offset))) }
    return all
  }

  /// The ids of the objects that a sync keeps, with those of its tokens: see `ChangeSync`.
  package var synced: [String] {
    let zones = Set(all.filter { $0.id.hasPrefix(SyncedZone.idPrefix) }.map { $0["zone"] })
    guard !zones.isEmpty else { return [] }
    return all.filter { object in
      object.id.hasPrefix(SyncedZone.idPrefix)
        || object[SyncedZone.member].map { zones.contains($0) } ?? false
    }.map(\.id)
  }

  /// The ids of some objects and of all that they refer to.
  package func reachable(from ids: some Sequence<String>) -> Set<String> {
    var reached: Set<String> = []
    var waiting = Array(ids)
    while let id = waiting.popLast() {
      guard let object = self[id], reached.insert(id).inserted else { continue }
      for text in object.texts where !reached.contains(text) { waiting.append(text) }
    }
    return reached
  }
}
