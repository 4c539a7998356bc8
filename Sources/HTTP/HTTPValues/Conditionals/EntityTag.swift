// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// An entity tag: an opaque validator in quotes, weak or strong (RFC 9110 section 8.8.3).
///
/// The bytes are kept as they are, since a tag may hold bytes that are not UTF-8 and is compared
/// byte for byte.
package struct EntityTag: Sendable, Hashable {
  package let isWeak: Bool
  /// The tag with its quotes.
  package let quoted: [UInt8]

  /// Reads `"..."` or `W/"..."`; `nil` when the bytes are anything else.
  package init?(_ bytes: Span<UInt8>) {
    var scanner = EntityTagScanner(bytes)
    guard let tag = scanner.takeTag(), scanner.isAtEnd else { return nil }
    isWeak = tag.isWeak
    quoted = tag.quoted.array
  }

  package init?(_ text: String) { self.init(text.utf8Span.span) }

  /// A strong tag with its quotes; `nil` when the bytes are anything else.
  package init?(quoted bytes: [UInt8]) {
    var scanner = EntityTagScanner(bytes.span)
    guard let tag = scanner.takeTag(), scanner.isAtEnd, !tag.isWeak else { return nil }
    isWeak = false
    quoted = bytes
  }

  /// A tag of this content between quotes; `nil` when the content has a byte that none may have.
  package init?(opaque content: String, isWeak: Bool = false) {
    self.init((isWeak ? "W/\"" : "\"") + content + "\"")
  }

  /// The tags of a list, as If-Match has it; members that are none are passed over.
  package static func list(_ text: String) -> [EntityTag] {
    var scanner = EntityTagScanner(text.utf8Span.span)
    var tags: [EntityTag] = []
    while let tag = scanner.next() {
      tags.append(EntityTag(isWeak: tag.isWeak, quoted: tag.quoted.array))
    }
    return tags
  }

  private init(isWeak: Bool, quoted: [UInt8]) { (self.isWeak, self.quoted) = (isWeak, quoted) }

  /// Whether both are strong and the same: the bytes of the representations are equal.
  package func matchesStrongly(_ other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && quoted == other.quoted
  }

  /// Whether both are the same but for their weakness: the representations can stand in for each
  /// other.
  package func matchesWeakly(_ other: EntityTag) -> Bool { quoted == other.quoted }

  package func append(to buffer: inout ByteBuffer) {
    if isWeak { buffer.append("W/") }
    buffer.append(quoted)
  }
}

extension EntityTag: CustomStringConvertible {
  package var description: String { (isWeak ? "W/" : "") + quoted.span.text }
}
