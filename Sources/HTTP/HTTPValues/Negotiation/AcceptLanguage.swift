// SPDX-License-Identifier: Apache-2.0

import Bytes

/// The languages that a client asks for, RFC 9110 section 12.5.4.
package struct AcceptLanguage: Sendable, Equatable {
  /// One member of the field.
  package struct Preference: Sendable, Equatable {
    /// A language range of RFC 4647 section 2.1 as it was sent: `de-CH`, or `*`.
    package let range: String
    package let quality: Quality
  }

  /// At most this many members are looked at.
  package static let maximumRanges = 64

  /// The well-formed members, the most liked first and otherwise in their order; one with a quality
  /// of 0 stands at the end, and says which language not to send.
  package let preferences: [Preference]

  package init(_ fields: borrowing FieldsView) {
    var preferences: [Preference] = []
    var members = FieldMembers(of: .acceptLanguage, in: copy fields)
    while preferences.count < AcceptLanguage.maximumRanges, let bytes = members.next() {
      guard let member = WeightedMember(bytes), member.parameters.count == 0,
        AcceptLanguage.isRange(member.name)
      else { continue }
      let preference = Preference(range: member.name.text, quality: member.quality)
      let place = preferences.firstIndex { $0.quality < preference.quality }
      preferences.insert(preference, at: place ?? preferences.count)
    }
    self.preferences = preferences
  }

  /// `*`, or subtags of one to eight letters and digits, the first of letters only.
  private static func isRange(_ bytes: Span<UInt8>) -> Bool {
    if bytes.matches("*") { return true }
    var start = 0
    while start <= bytes.count {
      let end = bytes.firstIndex(of: UInt8(ascii: "-"), from: start) ?? bytes.count
      guard (1...8).contains(end - start) else { return false }
      for index in start..<end {
        guard bytes[index].isLetter || (start > 0 && bytes[index].isDigit) else { return false }
      }
      start = end + 1
    }
    return true
  }
}
