// SPDX-License-Identifier: Apache-2.0

/// Case-insensitive comparison, eight bytes at a time, since every field name of every message is
/// compared here.
extension Span<UInt8> {
  /// Returns whether the bytes equal `lowercase` without regard to ASCII case.
  package func matches(lowercase text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && isSame(as: text.span, lowercasing: false)
  }

  /// Returns whether the bytes equal `other` without regard to ASCII case.
  package func matches(ignoringCase other: Span<UInt8>) -> Bool {
    count == other.count && isSame(as: other, lowercasing: true)
  }

  /// Compares with `other`, which is as long and already lower-case unless it is to be converted.
  @inline(__always)
  private func isSame(as other: Span<UInt8>, lowercasing: Bool) -> Bool {
    guard count >= 8 else {
      for index in 0..<count {
        let letter = lowercasing ? other[index].lowercased : other[index]
        guard self[index].lowercased == letter else { return false }
      }
      return true
    }
    var index = 0
    while true {
      // Safe: eight bytes stand at `index` in both, since it is never more than `count - 8`.
      let mine = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      let theirs = unsafe other.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      guard mine.lowercasedLetters == (lowercasing ? theirs.lowercasedLetters : theirs) else {
        return false
      }
      if index == count &- 8 { return true }
      // The last step compares some bytes a second time.
      index = Swift.min(index &+ 8, count &- 8)
    }
  }
}

extension UInt64 {
  /// The eight bytes with ASCII letters in lower case.
  fileprivate var lowercasedLetters: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let sevenBits = self & (ones &* 0x7F)
    // The highest bit of each byte tells whether it is at least `A`, and whether it is after `Z`.
    let fromA = sevenBits &+ ones &* (0x80 - 0x41)
    let pastZ = sevenBits &+ ones &* (0x80 - 0x5B)
    let isUpper = fromA & ~pastZ & ~self & (ones &* 0x80)
    return self | isUpper >> 2
  }
}
