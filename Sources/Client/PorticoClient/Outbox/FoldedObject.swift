// SPDX-License-Identifier: Apache-2.0

/// An object as the server has it, with the operations that wait for the server applied to it.
struct FoldedObject {
  /// The object as the server has it; `nil` for one that it does not have.
  let confirmed: StoredObject?
  /// Whether the object exists.
  var isThere: Bool
  /// The fields that differ from those of the server, `nil` where one is removed.
  private var changes: [String: JSONValue?] = [:]

  init(_ confirmed: StoredObject?) {
    self.confirmed = confirmed
    isThere = confirmed != nil
  }

  subscript(name: String) -> JSONValue? {
    get { changes[name] ?? confirmed?[name] }
    set { changes[name] = .some(newValue) }
  }

  /// The names of all attributes.
  var attributes: Set<String> {
    let names = Set(confirmed?.fields ?? []).union(changes.keys)
    return names.filter { !FoldedObject.isSystem($0) && self[$0] != nil }
  }

  static func isSystem(_ name: String) -> Bool { name == "uuid" || name.hasPrefix("_") }

  mutating func removeAttributes() {
    for name in attributes { changes[name] = .some(nil) }
  }

  /// Adds the object to a batch that replaces what a store has of it.
  func append(to batch: inout ObjectBatch, id: String) {
    batch.remove(id)
    guard isThere else { return }
    guard !changes.isEmpty || confirmed == nil, let record = record(id) else {
      if let confirmed {
        let body = confirmed.bytes[confirmed.header.body(at: confirmed.start)]
        batch.append(body, confirmed.header, isListed: false)
      }
      return
    }
    batch.append(record.bytes[record.header.body(at: record.start)], record.header, isListed: false)
  }

  /// The record of the object; fields that did not change are as they came.
  private func record(_ id: String) -> StoredObject? {
    var json: ContiguousArray<UInt8> = [UInt8(ascii: "{")]
    for piece in confirmed?.pieces ?? [] {
      guard let confirmed else { break }
      for member in ObjectMembers(confirmed.bytes, in: piece.json) {
        let name = String(decoding: confirmed.bytes[member.name], as: UTF8.self)
        guard changes[name] == nil else { continue }
        if json.count > 1 { json.append(UInt8(ascii: ",")) }
        json.append(
          contentsOf: confirmed.bytes[member.name.lowerBound - 1..<member.value.upperBound]
        )
      }
    }
    var added = changes.compactMapValues { $0 }
    if confirmed == nil { added["uuid"] = .string(id) }
    let more = JSONValue.object(added).json.dropFirst()
    if json.count > 1, more.count > 1 { json.append(UInt8(ascii: ",")) }
    json.append(contentsOf: more)
    guard let found = StoredObject.read(json, id) else { return nil }
    var header = found.header
    header.version = confirmed?.header.version ?? -1
    header.expires = expires
    var batch = ObjectBatch()
    batch.append(found.bytes[found.header.body(at: found.start)], header, isListed: false)
    return batch.stored.first
  }

  /// The instant at which the first field ceases to be fresh.
  private var expires: UInt32 {
    guard let confirmed else { return 0 }
    let pieces = confirmed.pieces
    if pieces.contains(where: { $0.version < confirmed.header.version }) { return 1 }
    return pieces.map(\.expires).filter { $0 > 0 }.min() ?? 0
  }
}

extension StoredObject {
  /// Reads an object of JSON; `nil` for one with another id.
  package static func read(_ json: ContiguousArray<UInt8>, _ id: String? = nil) -> StoredObject? {
    var (parser, batch) = (AnswerParser(), ObjectBatch())
    guard (try? parser.read(json[...], into: &batch)) != nil,
      (try? parser.finish(into: &batch)) != nil, let found = batch.stored.last
    else { return nil }
    return id == nil || found.id == id ? found : nil
  }
}
