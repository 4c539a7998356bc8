// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Bytes as two digits each.
package enum Hexadecimal {
  /// Two small digits for each byte.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] },
      as: UTF8.self
    )
  }

  /// The bytes of a text; `nil` when it is anything but pairs of digits.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index].hexadecimalValue, let low = digits[index + 1].hexadecimalValue
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
