// SPDX-License-Identifier: Apache-2.0
//
// The place in the changes of a zone is kept with the objects, in the batch that brought them, so that it is never
// ahead of them. Each object has the name of its zone, by which a full fetch knows those that are gone.

/// The changes of a zone, as far as a store has them.
package struct SyncedZone: Sendable {
  /// The beginning of the ids under which stores keep the places of syncs.
  package static let idPrefix = "sync:"
  /// The member of an object that names the zone whose sync keeps it.
  package static let member = "_zone"

  /// The place in the changes.
  package struct Place: Sendable, Equatable {
    /// The sync token; `nil` before the first page.
    package var token: String?
    /// Whether everything was read once.
    package var isComplete = false

    package init() {}
  }

  package let zone: String
  package let types: Set<String>
  private let link: String

  /// - Parameters:
  ///   - link: the address of the changes, such as `/v1/changes`.
  ///   - types: the types whose records are kept; empty for all.
  package init(_ link: String, zone: String, types: Set<String>) {
    (self.link, self.zone, self.types) = (link, zone, types)
  }

  private var parameters: [String] {
    var parameters: [String] = []
    if !zone.isEmpty { parameters.append("zone=" + zone.percentEncoded()) }
    if !types.isEmpty {
      let names = types.sorted().map { $0.percentEncoded() }
      parameters.append("types=" + names.joined(separator: ","))
    }
    return parameters
  }

  /// The id under which the store keeps the place.
  package var id: String {
    let name = ([link] + parameters).joined(separator: "?")
    // An id has a bound, and a list of types has none.
    guard name.utf8.count > 200 else { return SyncedZone.idPrefix + name }
    return SyncedZone.idPrefix + "\(IDHash.of(name.utf8))"
  }

  /// The address of the changes behind a token, as lines of JSON.
  package func page(since token: String?, limit: Int) -> String {
    let since = "since=" + (token ?? "0").percentEncoded()
    return link + ".ndjson?" + ([since, "limit=\(limit)"] + parameters).joined(separator: "&")
  }

  /// The address of the stream of changes.
  package var stream: String {
    parameters.isEmpty ? link : link + "?" + parameters.joined(separator: "&")
  }

  /// Reads the place from the object that the store keeps.
  package func place(in kept: StoredObject?) -> Place {
    var place = Place()
    place.token = kept?["token"]?.string
    place.isComplete = kept?["isComplete"]?.bool ?? false
    return place
  }

  /// Adds the place to a batch.
  package func append(_ place: Place, to batch: inout ObjectBatch) {
    var members: [String: JSONValue] = [
      "zone": .string(zone), "isComplete": .bool(place.isComplete),
    ]
    members["token"] = place.token.map { .string($0) }
    batch.append(document: ContiguousArray(JSONValue.object(members).json), id: id)
  }

  /// Whether an object is one of the zone and of the types.
  package func has(_ object: StoredObject) -> Bool {
    guard object[SyncedZone.member]?.string == zone else { return false }
    return types.isEmpty || object["_type"]?.string.map { types.contains($0) } ?? false
  }

  /// Returns changes as a batch for a store.
  ///
  /// - Parameters:
  ///   - content: the store as it is.
  ///   - isFull: whether all records are read anew, so that versions may go back.
  package func batch(_ records: ObjectBatch, over content: StoreState, isFull: Bool) -> ObjectBatch
  {
    var batch = ObjectBatch()
    for record in records.stored {
      let id = record.bytes[record.header.id(at: record.start)]
      let body = record.bytes[record.header.body(at: record.start)]
      guard record[SyncedZone.member] != nil else {
        // An object within a record.
        batch.append(body, record.header, isListed: false)
        continue
      }
      let present = content.object(id)
      if let present, !isFull, present.header.version > record.header.version { continue }
      if record["_deleted"] != nil {
        batch.remove(record.id, version: record.header.version)
      } else if present?.record != record.record {
        batch.remove(record.id)
        batch.append(body, record.header, isListed: false)
      }
    }
    return batch
  }
}

/// A page of changes as lines of JSON: the records, and on the last line the token behind them.
package struct ChangePage: Sendable {
  /// The lines of the records.
  package let records: [ArraySlice<UInt8>]
  /// The token behind the page.
  package let token: String
  /// Whether more changes are there already.
  package let hasMore: Bool

  /// Reads a page; `nil` for one that was cut off.
  package init?(_ bytes: ContiguousArray<UInt8>) {
    let lines = ArraySlice(bytes).split(separator: 0x0A)
    guard let last = lines.last, let end = try? JSONValue(json: last),
      let token = end["syncToken"]?.string
    else { return nil }
    (records, self.token) = (Array(lines.dropLast()), token)
    hasMore = end["moreComing"]?.bool ?? false
  }

  /// Reads some of the records, each with the name of its zone.
  package func batch(_ range: Range<Int>, of zone: SyncedZone) throws(JSONFault) -> ObjectBatch {
    let name = JSONValue.string(zone.zone).json
    let suffix = Array(",\"\(SyncedZone.member)\":".utf8) + name + [UInt8(ascii: "}")]
    var (parser, batch) = (AnswerParser(), ObjectBatch())
    var separator = UInt8(ascii: "[")
    for record in records[range] {
      guard let end = record.lastIndex(of: UInt8(ascii: "}")) else { continue }
      try parser.read([separator], into: &batch)
      try parser.read(record[..<end], into: &batch)
      try parser.read(suffix[...], into: &batch)
      separator = UInt8(ascii: ",")
    }
    guard separator == UInt8(ascii: ",") else { return batch }
    try parser.read([UInt8(ascii: "]")], into: &batch)
    _ = try parser.finish(into: &batch)
    return batch
  }
}
