// SPDX-License-Identifier: Apache-2.0

/// Looking at eight bytes in one step.
extension Span<UInt8> {
  /// The eight bytes at `index`, the first of them in the lowest bits. There must be eight.
  @inlinable
  package func word(at index: Int) -> UInt64 {
    precondition(index >= 0 && index <= count &- 8, "eight bytes do not stand there")
    // Safe: eight bytes stand at `index`, as was just checked; the load needs no alignment.
    let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
    return UInt64(littleEndian: word)
  }

  /// The four bytes at `index`, the first of them in the lowest bits. There must be four.
  @inlinable
  package func halfWord(at index: Int) -> UInt32 {
    precondition(index >= 0 && index <= count &- 4, "four bytes do not stand there")
    // Safe: four bytes stand at `index`, as was just checked; the load needs no alignment.
    let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt32.self)
    return UInt32(littleEndian: word)
  }
}
