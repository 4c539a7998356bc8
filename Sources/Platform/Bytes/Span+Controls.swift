// SPDX-License-Identifier: Apache-2.0

extension Span<UInt8> {
  /// Whether no byte is a control character (below 0x20, or 0x7F) other than the tab.
  ///
  /// Eight bytes are tested at a time, since every field value of every message is tested here.
  package var hasNoControlButTab: Bool {
    var index = 0
    while index &+ 8 <= count {
      // Safe: eight bytes stand at `index`.
      let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      if word.mayHoldControl {
        for position in index..<(index &+ 8) where self[position].isControlButTab { return false }
      }
      index &+= 8
    }
    while index < count {
      if self[index].isControlButTab { return false }
      index &+= 1
    }
    return true
  }
}

extension UInt64 {
  /// Whether any of the eight bytes is below 0x20, which includes the tab, or is 0x7F.
  fileprivate var mayHoldControl: Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let deletes = self ^ (ones &* 0x7F)
    let low = (self &- ones &* 0x20) & ~self
    let zero = (deletes &- ones) & ~deletes
    return (low | zero) & tops != 0
  }
}

extension UInt8 {
  fileprivate var isControlButTab: Bool { self < 0x20 && self != 0x09 || self == 0x7F }
}
