// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// The pairs of a query such as `a=1&b=2`, decoded, in their order.
///
/// Pairs stand between `&`, empty ones do not count. A query is read as a whole or not at all: with
/// a triplet that is none, bytes that are not UTF-8, or more than `maximumPairs`, there are no
/// parameters, and the caller may still pass the query on as it is.
package struct QueryParameters: Sendable, Equatable {
  /// A name with its value.
  package struct Pair: Sendable, Equatable {
    package let name: String
    /// `nil` when there was no `=`.
    package let value: String?

    package init(_ name: String, _ value: String?) {
      self.name = name
      self.value = value
    }
  }

  package static let maximumPairs = 256

  package var pairs: [Pair]

  package init(_ pairs: [Pair]) { self.pairs = pairs }

  /// Reads a query without its question mark. With `plusIsSpace`, as forms have it, `+` is a space.
  package init?(_ query: Span<UInt8>, plusIsSpace: Bool = true) {
    pairs = []
    var start = 0
    while start <= query.count {
      let end = query.firstIndex(of: UInt8(ascii: "&"), from: start) ?? query.count
      let pair = query.extracting(start..<end)
      start = end + 1
      guard pair.count > 0 else { continue }
      let equals = pair.firstIndex(of: UInt8(ascii: "="))
      let name = pair.extracting(first: equals ?? pair.count)
      guard pairs.count < QueryParameters.maximumPairs,
        let nameText = PercentCoding.decodeText(name, plusIsSpace: plusIsSpace)
      else { return nil }
      guard let equals else {
        pairs.append(Pair(nameText, nil))
        continue
      }
      let value = pair.extracting((equals + 1)...)
      guard let valueText = PercentCoding.decodeText(value, plusIsSpace: plusIsSpace) else {
        return nil
      }
      pairs.append(Pair(nameText, valueText))
    }
  }

  /// The first value of this name, empty when it was there without one.
  package subscript(_ name: String) -> String? {
    pairs.first { $0.name == name }.map { $0.value ?? "" }
  }

  /// Appends the query without a question mark; a space is `%20`.
  package func append(to buffer: inout ByteBuffer) {
    for (index, pair) in pairs.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: "&")) }
      PercentCoding.append(pair.name.utf8Span.span, keeping: .queryPart, to: &buffer)
      guard let value = pair.value else { continue }
      buffer.append(UInt8(ascii: "="))
      PercentCoding.append(value.utf8Span.span, keeping: .queryPart, to: &buffer)
    }
  }
}

extension QueryParameters: CustomStringConvertible {
  package var description: String {
    var buffer = ByteBuffer(capacity: 64)
    append(to: &buffer)
    return buffer.span.text
  }
}
