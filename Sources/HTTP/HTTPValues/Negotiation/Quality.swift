// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Weight of a client's preference, from 0 (not acceptable) to 1 in thousandths, RFC 9110 section
/// 12.4.2.
package struct Quality: Sendable, Hashable, Comparable {
  package let thousandths: Int16

  package static let none = Quality(thousandths: 0)
  package static let full = Quality(thousandths: 1_000)
  /// The least that is more than nothing.
  static let least = Quality(thousandths: 1)

  private init(thousandths: Int16) { self.thousandths = thousandths }

  /// `0`, `1`, or either with a point and up to three digits; nothing past 1.
  package init?(_ value: Span<UInt8>) {
    guard (1...5).contains(value.count), value[0] == 0x30 || value[0] == 0x31 else { return nil }
    var thousandths = value[0] == 0x31 ? Int16(1_000) : 0
    if value.count > 1 {
      guard value[1] == UInt8(ascii: ".") else { return nil }
      var place: Int16 = 100
      for index in 2..<value.count {
        guard value[index].isDigit else { return nil }
        thousandths += Int16(value[index] - 0x30) * place
        place /= 10
      }
    }
    guard thousandths <= 1_000 else { return nil }
    self.init(thousandths: thousandths)
  }

  package static func < (one: Quality, other: Quality) -> Bool {
    one.thousandths < other.thousandths
  }
}

/// A member of a negotiation field: what it names, and what stands behind it.
package struct WeightedMember: ~Escapable {
  /// The bytes in front of the first `;`.
  package let name: Span<UInt8>
  /// Bytes between the name and the weight: parameters of the thing named.
  package let parameters: Span<UInt8>
  package let quality: Quality

  /// `nil` when the weight is malformed; without one it is 1. What follows a weight means nothing
  /// any more (RFC 9110 section 12.5.1).
  @_lifetime(copy member)
  package init?(_ member: Span<UInt8>) {
    var brokenQuote = false
    let semicolon = UInt8(ascii: ";")
    let endOfName = member.endOfMember(from: 0, separator: semicolon, brokenQuote: &brokenQuote)
    name = member.extracting(first: endOfName).trimmed
    var start = endOfName
    while start < member.count {
      let end = member.endOfMember(
        from: start + 1,
        separator: semicolon,
        brokenQuote: &brokenQuote
      )
      let parameter = member.extracting((start + 1)..<end).trimmed
      if parameter.count >= 2, parameter[0].lowercased == UInt8(ascii: "q"),
        parameter[1] == UInt8(ascii: "=")
      {
        guard let quality = Quality(parameter.extracting(2...)) else { return nil }
        self.quality = quality
        parameters = member.extracting(endOfName..<start)
        return
      }
      start = end
    }
    quality = .full
    parameters = member.extracting(endOfName...)
  }
}
