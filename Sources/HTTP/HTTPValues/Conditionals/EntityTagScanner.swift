// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Reads the entity tags of one field line where they lie.
///
/// Not the list rule of other fields: a comma may stand in a tag, and a backslash escapes nothing.
/// A member that is no tag is passed over up to the next comma.
struct EntityTagScanner: ~Escapable {
  /// A tag in the bytes of the field.
  struct Tag: ~Escapable {
    let isWeak: Bool
    let quoted: Span<UInt8>

    @_lifetime(copy quoted)
    init(isWeak: Bool, quoted: Span<UInt8>) {
      self.isWeak = isWeak
      self.quoted = quoted
    }
  }

  private let bytes: Span<UInt8>
  private var position = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// The next member that is a tag.
  @_lifetime(copy self)
  mutating func next() -> Tag? {
    while true {
      skip { $0.isBlank || $0 == UInt8(ascii: ",") }
      guard !isAtEnd else { return nil }
      let tag = takeTag()
      skip { $0.isBlank }
      if let tag, isAtEnd || bytes[position] == UInt8(ascii: ",") { return tag }
      skip { $0 != UInt8(ascii: ",") }
    }
  }

  /// The tag that begins here; the position does not move when there is none.
  @_lifetime(copy self)
  mutating func takeTag() -> Tag? {
    var start = position
    let isWeak =
      bytes.count - start >= 2 && bytes[start] == UInt8(ascii: "W")
      && bytes[start + 1] == UInt8(ascii: "/")
    if isWeak { start += 2 }
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return nil }
    var end = start + 1
    while end < bytes.count, bytes[end] >= 0x80 || ByteSet.entityTag.contains(bytes[end]) {
      end += 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
    position = end + 1
    return Tag(isWeak: isWeak, quoted: bytes.extracting(start..<position))
  }

  private mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
  }
}
