// SPDX-License-Identifier: Apache-2.0
//
// Answers fill an object at different times: each brings some of its fields. A field that comes again
// replaces the one that was there; the others stay, with the instant and the version that they came with, unless
// the answer is of a newer form of the type.

/// The record of an object of which more fields came.
package enum ObjectMerge {
  /// The most pieces of an object; the oldest become one.
  private static let mostPieces = 8

  /// Returns the record of `old` with the fields of `new`; `nil` where `new` says nothing that `old` lacks,
  /// since it is older.
  package static func record(_ old: StoredObject, _ new: StoredObject) -> ContiguousArray<UInt8>? {
    guard new.header.version >= old.header.version, new.header.content != .removal else {
      return nil
    }
    let pieces = new.pieces
    // Documents and collections come as a whole.
    guard new.isFilled, let first = pieces.first else { return ContiguousArray(new.record) }
    var parts: [Part] = [Part(new, first)]
    var names: Set<[UInt8]> = []
    for piece in pieces {
      names.formUnion(ObjectMembers(new.bytes, in: piece.json).map { Array(new.bytes[$0.name]) })
    }
    parts += pieces.dropFirst().map { Part(new, $0) }
    // Fields of an older form of the type may mean something else, and come again when they are asked for.
    let isOutdated = new.typeVersion > old.typeVersion && old.typeVersion > 0
    for piece in isOutdated ? [] : old.pieces {
      let part = Part(old, piece, without: names)
      guard part.json.count > 2 else { continue }
      if let same = parts.firstIndex(where: { $0.isOf(part) }) {
        parts[same].append(part)
      } else if parts.count >= mostPieces {
        parts[parts.count - 1].append(part)
      } else {
        parts.append(part)
      }
    }
    let id = new.bytes[new.header.id(at: new.start)]
    var header = new.header
    header.typeVersion = max(header.typeVersion, UInt32(truncatingIfNeeded: old.typeVersion))
    return parts.count == 1 ? single(parts[0], header, id) : several(parts, header, id)
  }

  private static func single(
    _ part: Part,
    _ header: RecordHeader,
    _ id: ArraySlice<UInt8>
  ) -> ContiguousArray<UInt8> {
    var header = header
    header.expires = part.expires
    header.length = UInt32(truncatingIfNeeded: part.json.count)
    var record = ContiguousArray<UInt8>()
    header.append(to: &record)
    record.append(contentsOf: part.json)
    return record
  }

  private static func several(
    _ parts: [Part],
    _ header: RecordHeader,
    _ id: ArraySlice<UInt8>
  ) -> ContiguousArray<UInt8> {
    var header = header
    header.content = .pieces
    header.idStart = 0
    let size = StoredObject.Piece.headerSize
    header.length = UInt32(
      truncatingIfNeeded: parts.reduce(id.count) { $0 + size + $1.json.count }
    )
    var record = ContiguousArray<UInt8>()
    header.append(to: &record)
    record.append(contentsOf: id)
    for part in parts {
      StoredObject.Piece.append(
        part.json,
        expires: part.expires,
        version: part.version,
        to: &record
      )
    }
    return record
  }

  /// Fields of one instant and version.
  private struct Part {
    var expires: UInt32
    var version: Int64
    var json: ContiguousArray<UInt8>

    init(_ object: StoredObject, _ piece: StoredObject.Piece, without names: Set<[UInt8]> = []) {
      (expires, version) = (piece.expires, piece.version)
      guard !names.isEmpty else {
        json = ContiguousArray(object.bytes[piece.json])
        return
      }
      json = [UInt8(ascii: "{")]
      for member in ObjectMembers(object.bytes, in: piece.json)
      where !names.contains(Array(object.bytes[member.name])) {
        if json.count > 1 { json.append(UInt8(ascii: ",")) }
        json.append(contentsOf: object.bytes[member.name.lowerBound - 1..<member.value.upperBound])
      }
      json.append(UInt8(ascii: "}"))
    }

    func isOf(_ other: Part) -> Bool { expires == other.expires && version == other.version }

    /// Takes the fields of another part in; what comes of both is as old as the older one.
    mutating func append(_ other: Part) {
      expires =
        expires == 0 ? other.expires : other.expires == 0 ? expires : min(expires, other.expires)
      version = min(version, other.version)
      json.removeLast()
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      json.append(contentsOf: other.json.dropFirst())
    }
  }
}
