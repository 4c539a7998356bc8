// SPDX-License-Identifier: Apache-2.0

extension UInt8 {
  @inline(__always)
  var isHexadecimal: Bool { self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 6 }

  /// Whether the byte may stand in a number, `true`, `false` or `null`.
  @inline(__always)
  var isPartOfScalar: Bool {
    self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 || self == UInt8(ascii: ".")
      || self == UInt8(ascii: "-") || self == UInt8(ascii: "+")
  }
}

extension Span<UInt8> {
  /// Whether the bytes are a number, `true`, `false` or `null` (RFC 8259 sections 3 and 6).
  var isJSONScalar: Bool {
    guard count > 0 else { return false }
    switch self[0] {
    case UInt8(ascii: "t"): return isWord(0x7472_7565, 4)
    case UInt8(ascii: "f"): return isWord(0x66_616C_7365, 5)
    case UInt8(ascii: "n"): return isWord(0x6E75_6C6C, 4)
    default: break
    }
    var index = self[0] == UInt8(ascii: "-") ? 1 : 0
    let first = index
    while index < count, self[index] &- 0x30 < 10 { index &+= 1 }
    guard index > first, self[first] != UInt8(ascii: "0") || index == first &+ 1 else {
      return false
    }
    if index < count, self[index] == UInt8(ascii: ".") {
      let start = index &+ 1
      index = start
      while index < count, self[index] &- 0x30 < 10 { index &+= 1 }
      guard index > start else { return false }
    }
    if index < count, self[index] | 0x20 == UInt8(ascii: "e") {
      index &+= 1
      if index < count, self[index] == UInt8(ascii: "-") || self[index] == UInt8(ascii: "+") {
        index &+= 1
      }
      let start = index
      while index < count, self[index] &- 0x30 < 10 { index &+= 1 }
      guard index > start else { return false }
    }
    return index == count
  }

  private func isWord(_ word: UInt64, _ length: Int) -> Bool {
    guard count == length else { return false }
    var found: UInt64 = 0
    for index in 0..<length { found = found &<< 8 | UInt64(self[index]) }
    return found == word
  }
}
