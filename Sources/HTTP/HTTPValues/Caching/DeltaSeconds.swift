// SPDX-License-Identifier: Apache-2.0

import Bytes

/// `delta-seconds` of RFC 9111 section 1.2.2.
package enum DeltaSeconds {
  /// Value as which every greater number counts: 2^31, some 68 years.
  package static let limit = 2_147_483_648

  /// Digits and nothing else.
  package static func parse(_ value: Span<UInt8>) -> Int? {
    guard value.count > 0 else { return nil }
    var seconds = 0
    for index in 0..<value.count {
      guard value[index].isDigit else { return nil }
      seconds = min(seconds * 10 + Int(value[index] - UInt8(ascii: "0")), limit)
    }
    return seconds
  }
}

extension FieldsView {
  /// The age that a response came with: the first member of Age (RFC 9111 section 5.1), `nil` when
  /// there is none or it is no number.
  package var age: Int? {
    var members = FieldMembers(of: .age, in: self)
    guard let first = members.next() else { return nil }
    return DeltaSeconds.parse(first)
  }
}
