// SPDX-License-Identifier: Apache-2.0

/// An offset from UTC: `Z`, `+01:00`, `-09:30`.
package struct ZoneOffset: Sendable, Hashable {
  package static let example = "+01:00"
  package static let utc = ZoneOffset(seconds: 0)

  package let seconds: Int

  private init(seconds: Int) { self.seconds = seconds }

  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    if bytes == [UInt8(ascii: "Z")] {
      self = .utc
      return
    }
    guard bytes.count == 6, bytes[0] == 0x2B || bytes[0] == 0x2D, bytes[3] == UInt8(ascii: ":"),
      let hours = ZoneOffset.number(bytes[1..<3]), let minutes = ZoneOffset.number(bytes[4..<6]),
      minutes < 60
    else { return nil }
    let seconds = (hours * 60 + minutes) * 60 * (bytes[0] == 0x2D ? -1 : 1)
    guard DateFormat.offsets.contains(seconds) else { return nil }
    self.seconds = seconds
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.reduce(0) { number, digit in
      number.flatMap { digit &- 0x30 < 10 ? $0 * 10 + Int(digit &- 0x30) : nil }
    }
  }
}
