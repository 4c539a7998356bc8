// SPDX-License-Identifier: Apache-2.0

/// A script subtag of four letters, five bits each; zero means none.
package struct ScriptCode: Hashable, Sendable {
  package let rawValue: UInt32

  package static let unspecified = ScriptCode(rawValue: 0)

  /// Uses the lowest 20 bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue & 0xF_FFFF }

  /// Parses four letters in any case.
  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count == 4 else { return nil }
    var value: UInt32 = 0
    for index in 0..<4 {
      guard ASCII.isLetter(bytes[index]) else { return nil }
      value = value << 5 | UInt32(bytes[index] & 0x1F)
    }
    rawValue = value
  }
}

extension ScriptCode: CustomStringConvertible {
  /// `Latn`; empty if there is none.
  package var description: String {
    guard rawValue != 0 else { return "" }
    var text = ""
    for shift in [15, 10, 5, 0] as [UInt32] {
      let letter = UInt8(rawValue >> shift & 0x1F)
      text.unicodeScalars.append(Unicode.Scalar(letter | (shift == 15 ? 0x40 : 0x60)))
    }
    return text
  }
}
