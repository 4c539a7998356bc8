// SPDX-License-Identifier: Apache-2.0

import Bytes
import Digests

// Every CDN accepts tags of lowercase letters, digits, `_`, `.` and `-`, at most 128 of them. Some ignore
// case, some split at blanks or commas, some stop at `:` or `*`. So every other byte is written as `_` with
// two hexadecimal digits, and `_` itself twice; no two tags become the same. A tag that is too long is `_h`
// with digits of its digest (`h` is no digit), and a bucket is `b-` with two digits; a tag that looks like
// a bucket has its first letter escaped.

/// A tag in characters that every CDN accepts.
package struct PortableTag: Sendable, Hashable, CustomStringConvertible {
  package static let maximumBytes = 128
  /// The number of buckets for tags that are too many to be sent as they are.
  package static let bucketCount = 32

  package let description: String

  /// Escapes a tag; the result is the same on every node and in every version.
  package init(_ tag: String) {
    let bytes = tag.utf8Span.span
    let isLikeBucket = PortableTag.isLikeBucket(bytes)
    if !isLikeBucket, bytes.count <= PortableTag.maximumBytes, PortableTag.arePlain(bytes) {
      description = tag
      return
    }
    var text: [UInt8] = []
    // Room for the colon and the slashes of a document's tag.
    text.reserveCapacity(bytes.count + 16)
    if isLikeBucket {
      text.append("_62")
      PortableTag.append(escaping: bytes.extracting(1...), to: &text)
    } else {
      PortableTag.append(escaping: bytes, to: &text)
    }
    if text.count <= PortableTag.maximumBytes {
      description = text.span.text
    } else {
      description = "_h" + Hexadecimal.text(SHA256.digest(of: bytes).prefix(16))
    }
  }

  init(portable text: String) { description = text }

  /// Appends the tag of a document's path.
  static func append(documentAt path: String, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append("document_3a")
    append(escaping: path.utf8Span.span, to: &bytes)
    guard bytes.count - start > maximumBytes else { return }
    bytes.removeLast(bytes.count - start)
    bytes.append(PortableTag(EdgeTags.document(path)).description.utf8Span.span)
  }

  private static func append(escaping tag: Span<UInt8>, to text: inout [UInt8]) {
    for index in 0..<tag.count {
      let byte = tag[index]
      if byte == UInt8(ascii: "_") {
        text.append(byte)
        text.append(byte)
      } else if isPlain(byte) {
        text.append(byte)
      } else {
        text.append(UInt8(ascii: "_"))
        Hexadecimal.append(byte, to: &text)
      }
    }
  }

  /// The bucket of the tag.
  package var bucket: PortableTag {
    let digest = SHA256.digest(of: description.utf8Span.span)
    let number = (digest.first ?? 0) % UInt8(PortableTag.bucketCount)
    return PortableTag(portable: "b-" + Hexadecimal.text([number]))
  }

  private static func isLikeBucket(_ tag: Span<UInt8>) -> Bool {
    guard tag.count == 4, tag.extracting(first: 2).matches("b-") else { return false }
    for index in 2..<4 where !tag[index].isDigit && !(0x61...0x66).contains(tag[index]) {
      return false
    }
    return true
  }

  private static func arePlain(_ tag: Span<UInt8>) -> Bool {
    for index in 0..<tag.count where !isPlain(tag[index]) { return false }
    return true
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isDigit || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "-")
  }
}
