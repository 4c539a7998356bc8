// SPDX-License-Identifier: Apache-2.0
//
// A record is an object as it is stored, in memory and on disk alike: 24 bytes of header, in little endian,
// and the object's JSON as it came. Records stand one after the other in segments, and are never changed.

/// The fixed part of an object's record.
package struct RecordHeader: Sendable, Equatable {
  /// The form of the bytes behind a header.
  package enum Content: UInt8, Sendable {
    /// One object of JSON.
    case object
    /// Objects of JSON with fields that came at different times, each with its instant of expiry.
    case pieces
    /// The id alone: the object was removed.
    case removal
    /// The ids of a collection, whose id is its name.
    case collection
  }

  package static let size = 24
  /// The type version of documents, which have none.
  package static let document = UInt32.max
  /// The most bytes of an id.
  package static let longestID = 255

  /// Returns the id under which a document or collection is kept: the beginning of one that is too long, with its hash.
  package static func fitted(_ id: String) -> String {
    guard id.utf8.count > longestID else { return id }
    let beginning = String(decoding: id.utf8.prefix(200), as: UTF8.self)
    return beginning + "#" + String(IDHash.of(id.utf8), radix: 16)
  }

  /// The number of bytes behind the header.
  package var length: UInt32
  /// The place of the id in those bytes, without quotes.
  package var idStart: UInt16
  package var idLength: UInt8
  package var content: Content
  /// The object's `_version`; negative without one.
  package var version: Int64
  /// The instant until which the object is fresh, in seconds since 1970; zero where nothing is known.
  package var expires: UInt32
  /// The version of the object's type, `_class`.
  package var typeVersion: UInt32

  package init(
    length: UInt32,
    idStart: UInt16,
    idLength: UInt8,
    content: Content = .object,
    version: Int64 = -1,
    expires: UInt32 = 0,
    typeVersion: UInt32 = 0
  ) {
    self.length = length
    self.idStart = idStart
    self.idLength = idLength
    self.content = content
    self.version = version
    self.expires = expires
    self.typeVersion = typeVersion
  }

  /// Reads the header at `start`, where one must stand.
  package init(_ bytes: Span<UInt8>, at start: Int) {
    length = UInt32(truncatingIfNeeded: bytes.number(at: start, 4))
    idStart = UInt16(truncatingIfNeeded: bytes.number(at: start &+ 4, 2))
    idLength = bytes[start &+ 6]
    content = Content(rawValue: bytes[start &+ 7]) ?? .removal
    version = Int64(bitPattern: bytes.number(at: start &+ 8, 8))
    expires = UInt32(truncatingIfNeeded: bytes.number(at: start &+ 16, 4))
    typeVersion = UInt32(truncatingIfNeeded: bytes.number(at: start &+ 20, 4))
  }

  /// Returns the end of the record at `start`; `nil` where none stands.
  package static func endOfRecord(in bytes: Span<UInt8>, at start: Int) -> Int? {
    guard start <= bytes.count - size else { return nil }
    let header = RecordHeader(bytes, at: start)
    let idEnd = Int(header.idStart) + Int(header.idLength)
    guard header.end(at: start) <= bytes.count, header.idLength > 0, idEnd <= Int(header.length)
    else {
      return nil
    }
    return header.end(at: start)
  }

  package func append(to bytes: inout ContiguousArray<UInt8>) {
    bytes.append(number: UInt64(length), 4)
    bytes.append(number: UInt64(idStart), 2)
    bytes.append(idLength)
    bytes.append(content.rawValue)
    bytes.append(number: UInt64(bitPattern: version), 8)
    bytes.append(number: UInt64(expires), 4)
    bytes.append(number: UInt64(typeVersion), 4)
  }

  /// The range of the id of a record that stands at `start`.
  package func id(at start: Int) -> Range<Int> {
    let first = start &+ RecordHeader.size &+ Int(idStart)
    return first..<first &+ Int(idLength)
  }

  /// The range of the bytes behind the header.
  package func body(at start: Int) -> Range<Int> {
    start &+ RecordHeader.size..<end(at: start)
  }

  package func end(at start: Int) -> Int { start &+ RecordHeader.size &+ Int(length) }
}

extension Span<UInt8> {
  /// The little-endian number of `length` bytes at `start`.
  @inline(__always)
  package func number(at start: Int, _ length: Int) -> UInt64 {
    // The bounds are checked once, so that the bytes are read as one word.
    let bytes = extracting(start..<start &+ length)
    var number: UInt64 = 0
    for index in 0..<length { number |= UInt64(bytes[index]) &<< UInt64(8 &* index) }
    return number
  }
}

extension RangeReplaceableCollection<UInt8> {
  /// Appends a number as `length` bytes in little endian.
  @inline(__always)
  package mutating func append(number: UInt64, _ length: Int) {
    for index in 0..<length { append(UInt8(truncatingIfNeeded: number &>> UInt64(8 &* index))) }
  }
}
