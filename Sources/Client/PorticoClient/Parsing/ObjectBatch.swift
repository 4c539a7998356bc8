// SPDX-License-Identifier: Apache-2.0

/// Objects as a parser found them, in the form in which they are stored.
package struct ObjectBatch: Sendable {
  package struct Object: Sendable {
    /// The place of the object's record in `bytes`.
    package let start: Int
    package let isListed: Bool
  }

  /// The records of the objects, one after the other.
  package private(set) var bytes = ContiguousArray<UInt8>()
  package private(set) var objects = ContiguousArray<Object>()
  /// The instant until which objects are fresh that say nothing of it themselves, in seconds since 1970.
  package var expires: UInt32

  package init(expires: UInt32 = 0) { self.expires = expires }

  package mutating func append(
    _ json: ArraySlice<UInt8>,
    _ header: RecordHeader,
    isListed: Bool
  ) {
    objects.append(Object(start: bytes.count, isListed: isListed))
    var header = header
    if header.expires == 0 { header.expires = expires }
    header.append(to: &bytes)
    bytes.append(contentsOf: json)
  }

  /// Appends the last object's id, as a string of JSON.
  package func appendLastID(to open: inout ContiguousArray<UInt8>) {
    guard let last = objects.last else { return }
    open.append(UInt8(ascii: "\""))
    open.append(contentsOf: bytes[RecordHeader(bytes.span, at: last.start).id(at: last.start)])
    open.append(UInt8(ascii: "\""))
  }

  /// The objects, each as it came.
  package var stored: [StoredObject] { objects.map { StoredObject(bytes, at: $0.start) } }

  /// Adds an answer that has no id itself, under one that is given to it. The record begins with the id.
  package mutating func append(document json: ContiguousArray<UInt8>, id: String) {
    let id = ContiguousArray(RecordHeader.fitted(id).utf8)
    let header = RecordHeader(
      length: UInt32(truncatingIfNeeded: id.count + StoredObject.Piece.headerSize + json.count),
      idStart: 0,
      idLength: UInt8(truncatingIfNeeded: id.count),
      content: .pieces,
      expires: expires,
      typeVersion: RecordHeader.document
    )
    var body = id
    StoredObject.Piece.append(json, expires: expires, version: -1, to: &body)
    append(body[...], header, isListed: false)
  }

  /// Adds an object as it is, with another instant of expiry of its newest fields.
  package mutating func append(_ object: StoredObject, freshUntil expires: UInt32) {
    var header = object.header
    header.expires = expires
    var body = ContiguousArray(object.bytes[header.body(at: object.start)])
    if header.content == .pieces {
      var changed = body.prefix(Int(header.idStart) + Int(header.idLength))
      for piece in object.pieces {
        StoredObject.Piece.append(
          ContiguousArray(object.bytes[piece.json]),
          expires: piece.expires == object.header.expires ? expires : piece.expires,
          version: piece.version,
          to: &changed
        )
      }
      body = ContiguousArray(changed)
    }
    append(body[...], header, isListed: false)
  }

  /// Adds that an object is removed.
  ///
  /// - Parameter version: that of the removal; negative where it is not known.
  package mutating func remove(_ id: String, version: Int64 = -1) {
    let id = ContiguousArray(RecordHeader.fitted(id).utf8)
    let header = RecordHeader(
      length: UInt32(truncatingIfNeeded: id.count),
      idStart: 0,
      idLength: UInt8(truncatingIfNeeded: id.count),
      content: .removal,
      version: version
    )
    append(id[...], header, isListed: false)
  }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    objects.removeAll(keepingCapacity: true)
  }
}
