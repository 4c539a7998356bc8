// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// Part of a representation that a message carries, RFC 9110 section 14.4.
package struct ContentRange: Sendable, Equatable {
  /// The positions that are sent; `nil` in a 416 answer.
  package let range: Range<Int>?
  /// Length of the whole, when that is known.
  package let length: Int?

  /// `nil` for an empty range, one past the length, or when nothing is known at all.
  package init?(_ range: Range<Int>?, of length: Int?) {
    if let range {
      guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= length ?? .max else {
        return nil
      }
    } else if length == nil {
      return nil
    }
    guard length ?? 0 >= 0 else { return nil }
    self.range = range
    self.length = length
  }

  /// Reads `bytes 0-499/1234`, with `*` for a range or a length that is not given; `nil` for
  /// another unit and whatever does not hold together.
  package init?(_ value: Span<UInt8>) {
    guard let space = value.firstIndex(of: UInt8(ascii: " ")),
      value.extracting(first: space).matches(lowercase: "bytes")
    else { return nil }
    let rest = value.extracting((space + 1)...)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let total = rest.extracting((slash + 1)...)
    let length = total.decimal
    guard length != nil || total.matches("*") else { return nil }
    let positions = rest.extracting(first: slash)
    if positions.matches("*") {
      self.init(nil, of: length)
      return
    }
    guard let dash = positions.firstIndex(of: UInt8(ascii: "-")),
      let first = positions.extracting(first: dash).decimal,
      let last = positions.extracting((dash + 1)...).decimal, last >= first, last < .max
    else { return nil }
    self.init(first..<(last + 1), of: length)
  }

  package func append(to buffer: inout ByteBuffer) {
    buffer.append("bytes ")
    if let range {
      buffer.append(decimal: range.lowerBound)
      buffer.append(UInt8(ascii: "-"))
      buffer.append(decimal: range.upperBound - 1)
    } else {
      buffer.append(UInt8(ascii: "*"))
    }
    buffer.append(UInt8(ascii: "/"))
    if let length {
      buffer.append(decimal: length)
    } else {
      buffer.append(UInt8(ascii: "*"))
    }
  }
}

extension ContentRange: CustomStringConvertible {
  package var description: String {
    var buffer = ByteBuffer(capacity: 64)
    append(to: &buffer)
    return buffer.span.text
  }
}
