// SPDX-License-Identifier: Apache-2.0

/// The objects of a type by the value of a field, or all of them.
package struct FieldIndex: Sendable {
  /// The beginning of the ids of the type, such as `note`.
  package let prefix: String
  /// `nil` for an index of all objects of the type.
  package let field: String?
  /// Hashes of values with hashes of ids, which stand where places stand in the index of all objects.
  private var entries = ObjectIndex()

  package init(prefix: String, field: String?) {
    (self.prefix, self.field) = (prefix, field)
  }

  private func isOf(_ object: StoredObject) -> Bool {
    let id = object.bytes[object.header.id(at: object.start)]
    return id.starts(with: prefix.utf8)
      && id.dropFirst(prefix.utf8.count).first == UInt8(ascii: "-")
  }

  private func hash(of value: JSONValue?) -> UInt64 {
    field == nil ? 0 : IDHash.of(value?.json ?? [])
  }

  private func hash(in object: StoredObject?) -> UInt64? {
    guard let object, isOf(object) else { return nil }
    return hash(of: field.flatMap { object[$0] })
  }

  package mutating func replace(_ old: StoredObject?, by new: StoredObject?, _ id: UInt64) {
    let (old, new) = (hash(in: old), hash(in: new))
    guard old != new else { return }
    if let old { entries.remove(old) { $0.id == id } }
    if let new { entries.set(ObjectIndex.Entry(hash: new, id: id)) { _ in false } }
  }

  /// The hashes of the ids of the objects that may have a value; some may have another one.
  package func candidates(_ value: JSONValue?) -> [UInt64] {
    var found: [UInt64] = []
    entries.visit(hash(of: value)) { found.append($0.id) }
    return found
  }
}

extension ObjectIndex.Entry {
  fileprivate init(hash: UInt64, id: UInt64) {
    self.init(
      hash: hash,
      segment: UInt32(truncatingIfNeeded: id >> 32),
      offset: UInt32(truncatingIfNeeded: id)
    )
  }

  fileprivate var id: UInt64 { UInt64(segment) << 32 | UInt64(offset) }
}
