// SPDX-License-Identifier: Apache-2.0

/// Loading several bytes at once.
extension Span<UInt8> {
  /// Returns the eight bytes at `index`, which must exist, as a little-endian number.
  @inlinable
  package func word(at index: Int) -> UInt64 {
    precondition(index >= 0 && index <= count &- 8, "fewer than eight bytes at the index")
    // Safe: eight bytes stand at `index`, as was just checked; the load needs no alignment.
    let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
    return UInt64(littleEndian: word)
  }

  /// Returns the four bytes at `index`, which must exist, as a little-endian number.
  @inlinable
  package func halfWord(at index: Int) -> UInt32 {
    precondition(index >= 0 && index <= count &- 4, "fewer than four bytes at the index")
    // Safe: four bytes stand at `index`, as was just checked; the load needs no alignment.
    let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt32.self)
    return UInt32(littleEndian: word)
  }

  /// Whether no byte is beyond ASCII.
  @inlinable
  package var isASCII: Bool {
    var index = 0
    while index <= count &- 8 {
      guard word(at: index) & 0x8080_8080_8080_8080 == 0 else { return false }
      index &+= 8
    }
    while index < count {
      guard self[index] < 0x80 else { return false }
      index &+= 1
    }
    return true
  }
}
