// SPDX-License-Identifier: Apache-2.0

import Bytes

// RFC 9110 section 8.6: the length is one or more digits and nothing else. A sign, a blank inside,
// a fraction or a number past `Int.max` is refused, since two parsers that read such a value
// differently disagree on where the next message begins.
//
// A repeated field or a list of members that are the same number (`5, 5`, which a broken
// intermediary makes by joining lines) counts as that number, as the section allows; members that
// differ are an error. "The same" is by value: `05, 5` is 5.

/// Length that the Content-Length fields of a message give together.
package enum ContentLength: Sendable, Equatable {
  /// There is no such field.
  case absent
  /// All members of all fields are this number.
  case length(Int)
  /// Not a number, an empty member, or numbers that differ.
  case invalid

  package init(_ fields: borrowing FieldsView) {
    var total: ContentLength = .absent
    var index = 0
    while let next = fields.firstIndex(of: .contentLength, from: index) {
      total = total.joined(with: ContentLength(list: fields.value(at: next)))
      index = next + 1
    }
    self = total
  }

  /// The value of one field: a number, or the same number several times.
  package init(list value: Span<UInt8>) {
    var total: ContentLength = .absent
    var start = 0
    while start <= value.count {
      let end = value.firstIndex(of: UInt8(ascii: ","), from: start) ?? value.count
      guard let length = ContentLength.parse(value.extracting(start..<end).trimmed) else {
        self = .invalid
        return
      }
      total = total.joined(with: .length(length))
      start = end + 1
    }
    self = total
  }

  /// One number: digits only, `nil` for anything else and past `Int.max`.
  @inlinable
  package static func parse(_ value: Span<UInt8>) -> Int? { value.decimal }

  private func joined(with other: ContentLength) -> ContentLength {
    if self == .absent || self == other { return other }
    return .invalid
  }
}

/// The result of looking for content of a body.
package enum BodyProgress: Sendable {
  case bytes
  /// More will come.
  case nothing
  case end
}
