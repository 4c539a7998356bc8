// SPDX-License-Identifier: Apache-2.0

/// An object of the store, as a snapshot has it: its bytes, of which a field is read when it is asked for.
///
/// ```swift
/// if let note = store.snapshot["note-01h455vb4pex5vsknk084sn02q"] {
///   print(note["text"]?.string ?? "", note.isStale(at: now))
/// }
/// ```
public struct StoredObject: Sendable, Identifiable {
  /// Fields that came together, with the instant until which they are fresh.
  package struct Piece: Sendable {
    package static let headerSize = 16

    package let expires: UInt32
    package let version: Int64
    /// The fields as an object of JSON.
    package let json: Range<Int>

    /// Appends a piece to the body of a record.
    package static func append(
      _ json: ContiguousArray<UInt8>,
      expires: UInt32,
      version: Int64,
      to body: inout some RangeReplaceableCollection<UInt8>
    ) {
      body.append(number: UInt64(json.count), 4)
      body.append(number: UInt64(expires), 4)
      body.append(number: UInt64(bitPattern: version), 8)
      body.append(contentsOf: json)
    }
  }

  package let bytes: ContiguousArray<UInt8>
  package let start: Int
  package let header: RecordHeader

  package init(_ bytes: ContiguousArray<UInt8>, at start: Int) {
    self.bytes = bytes
    self.start = start
    header = RecordHeader(bytes.span, at: start)
  }

  /// The bytes of the record.
  package var record: ArraySlice<UInt8> { bytes[start..<header.end(at: start)] }

  /// The object's `uuid`; for a document its address.
  public var id: String { String(decoding: bytes[header.id(at: start)], as: UTF8.self) }

  /// The version that the server gave the object: its `_version`.
  public var version: Int64? { header.version < 0 ? nil : header.version }

  /// The version of the object's type, `_class`; zero without one.
  public var typeVersion: Int {
    header.typeVersion == RecordHeader.document ? 0 : Int(header.typeVersion)
  }

  /// The fields that are there; with them a request may turn out to be unnecessary.
  public var fields: [String] {
    pieces.flatMap { piece in ObjectMembers(bytes, in: piece.json).map { text($0.name) } }
  }

  /// The value of a field; `nil` for one that has not come.
  public subscript(field: String) -> JSONValue? {
    guard let (_, range) = place(of: field) else { return nil }
    return try? JSONValue(json: bytes[range])
  }

  /// The instant until which a field is fresh, in seconds since 1970 by the server's clock; `nil` for one that
  /// has not come, and where the server said nothing of it.
  public func expires(_ field: String) -> Int64? {
    guard let (piece, _) = place(of: field), piece.expires > 0 else { return nil }
    return Int64(piece.expires)
  }

  /// Whether a field of the object is no longer fresh.
  ///
  /// - Parameter now: seconds since 1970 by the server's clock.
  public func isStale(at now: Int64) -> Bool { pieces.contains { $0.isStale(in: self, at: now) } }

  /// The fields among `wanted` that the object lacks or that are stale, and `uuid`, for a request of these fields;
  /// `nil` if all are there and fresh.
  public func missing(_ wanted: Set<String>, at now: Int64) -> Set<String>? {
    var missing = wanted
    for piece in pieces where !piece.isStale(in: self, at: now) {
      for member in ObjectMembers(bytes, in: piece.json) { missing.remove(text(member.name)) }
    }
    return missing.isEmpty ? nil : missing.union(["uuid"])
  }

  /// The whole object as JSON.
  public var json: ContiguousArray<UInt8> {
    let pieces = pieces
    if let only = pieces.first, pieces.count == 1 { return ContiguousArray(bytes[only.json]) }
    var json: ContiguousArray<UInt8> = [UInt8(ascii: "{")]
    for piece in pieces {
      for member in ObjectMembers(bytes, in: piece.json) {
        if json.count > 1 { json.append(UInt8(ascii: ",")) }
        json.append(contentsOf: bytes[member.name.lowerBound - 1..<member.value.upperBound])
      }
    }
    json.append(UInt8(ascii: "}"))
    return json
  }

  package func isFresh(until expires: Int64?) -> Bool {
    header.expires == UInt32(clamping: expires ?? 0)
  }

  /// Whether several answers fill the object; a document, which has no `uuid`, comes as a whole.
  package var isFilled: Bool {
    switch header.content {
    case .object: true
    case .pieces: header.typeVersion != RecordHeader.document
    case .removal, .collection: false
    }
  }

  /// The parts of the object, the newest first.
  package var pieces: [Piece] {
    let body = header.body(at: start)
    switch header.content {
    case .removal, .collection: return []
    case .object: return [Piece(expires: header.expires, version: header.version, json: body)]
    case .pieces:
      var pieces: [Piece] = []
      var place = body.lowerBound + Int(header.idStart) + Int(header.idLength)
      while place + Piece.headerSize <= body.upperBound {
        let length = Int(truncatingIfNeeded: bytes.span.number(at: place, 4))
        let first = place + Piece.headerSize
        guard length <= body.upperBound - first else { break }
        pieces.append(
          Piece(
            expires: UInt32(truncatingIfNeeded: bytes.span.number(at: place + 4, 4)),
            version: Int64(bitPattern: bytes.span.number(at: place + 8, 8)),
            json: first..<first + length
          )
        )
        place = first + length
      }
      return pieces
    }
  }

  /// The strings in all fields, which may be ids of other objects.
  package var texts: [String] {
    var texts: [String] = []
    for piece in pieces {
      var start: Int?
      var index = piece.json.lowerBound
      while index < piece.json.upperBound {
        switch bytes[index] {
        case UInt8(ascii: "\\"): index += 1
        case UInt8(ascii: "\""):
          if let first = start { texts.append(text(first..<index)) }
          start = start == nil ? index + 1 : nil
        default: break
        }
        index += 1
      }
    }
    return texts
  }

  private func place(of field: String) -> (Piece, Range<Int>)? {
    for piece in pieces {
      for member in ObjectMembers(bytes, in: piece.json)
      where bytes[member.name].elementsEqual(field.utf8) {
        return (piece, member.value)
      }
    }
    return nil
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension StoredObject.Piece {
  /// Whether the piece is no longer fresh: its instant has passed, or a newer version of the object came
  /// without these fields.
  package func isStale(in object: StoredObject, at now: Int64) -> Bool {
    version < object.header.version || expires > 0 && Int64(expires) <= now
  }
}
