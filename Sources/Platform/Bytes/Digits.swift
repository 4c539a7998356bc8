// SPDX-License-Identifier: Apache-2.0

// Numbers as text, written where they are wanted: ids, lengths and addresses stand in every message.

extension UInt32 {
  /// The number as eight hexadecimal digits in lower case; the first digit is the lowest byte.
  ///
  /// The half bytes are spread over eight bytes, and all of them become digits at once: those above
  /// nine carry into the upper half of their byte when six is added.
  fileprivate var hexadecimalDigits: UInt64 {
    var word = UInt64(self)
    word = word << 32 & 0x0000_FFFF_0000_0000 | word >> 16
    word = (word & 0x0000_00FF_0000_00FF) << 16 | (word & 0x0000_FF00_0000_FF00) >> 8
    word = (word & 0x000F_000F_000F_000F) << 8 | (word & 0x00F0_00F0_00F0_00F0) >> 4
    let letters = (word &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return word &+ 0x3030_3030_3030_3030 &+ letters &* 0x27
  }
}

extension MutableSpan<UInt8> {
  /// Writes the sixteen hexadecimal digits of a number in lower case.
  package mutating func write(hexadecimal number: UInt64, at index: Int) {
    precondition(index >= 0 && index <= count &- 16, "fewer than sixteen bytes at the index")
    let high = UInt32(truncatingIfNeeded: number >> 32).hexadecimalDigits.littleEndian
    let low = UInt32(truncatingIfNeeded: number).hexadecimalDigits.littleEndian
    // Safe: sixteen bytes stand at the index, as was just checked; the stores need no alignment.
    unsafe withUnsafeMutableBytes { bytes in
      unsafe bytes.storeBytes(of: high, toByteOffset: index, as: UInt64.self)
      unsafe bytes.storeBytes(of: low, toByteOffset: index &+ 8, as: UInt64.self)
    }
  }

  /// Writes a number of at most three digits in decimal, and returns the index behind it.
  fileprivate mutating func write(decimal number: UInt8, at start: Int) -> Int {
    var index = start
    if number >= 100 {
      self[index] = UInt8(ascii: "0") &+ number / 100
      index &+= 1
    }
    if number >= 10 {
      self[index] = UInt8(ascii: "0") &+ number / 10 % 10
      index &+= 1
    }
    self[index] = UInt8(ascii: "0") &+ number % 10
    return index &+ 1
  }
}

extension UInt64 {
  /// The number as sixteen hexadecimal digits in lower case.
  package var hexadecimalDigits: InlineArray<16, UInt8> {
    var digits = InlineArray<16, UInt8>(repeating: 0)
    var span = digits.mutableSpan
    span.write(hexadecimal: self, at: 0)
    return digits
  }
}

/// An IPv4 address as text: four decimals with points between them.
package struct DottedDecimal {
  private var text = InlineArray<15, UInt8>(repeating: UInt8(ascii: "."))
  private var count = 0

  package init(_ address: UInt32) {
    var bytes = text.mutableSpan
    var shift: UInt32 = 32
    while shift > 0 {
      shift &-= 8
      count = bytes.write(decimal: UInt8(truncatingIfNeeded: address >> shift), at: count) &+ 1
    }
    count &-= 1
  }

  package var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { text.span.extracting(first: count) }
  }
}

/// A number as text in decimal.
struct DecimalDigits {
  /// Room for the longest number and its sign.
  private var text = InlineArray<20, UInt8>(repeating: 0)
  private var start = 20

  init(_ number: Int) {
    var rest = number.magnitude
    repeat {
      start &-= 1
      text[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    guard number < 0 else { return }
    start &-= 1
    text[start] = UInt8(ascii: "-")
  }

  var span: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { text.span.extracting(start..<20) }
  }
}

extension [UInt8] {
  /// Appends a number in decimal.
  package mutating func append(decimal number: Int) { append(DecimalDigits(number).span) }

  /// Appends nanoseconds, fewer than those of a second, as the decimals of seconds without zeros at
  /// the end; one zero for none.
  package mutating func append(decimals nanoseconds: Int) {
    precondition(nanoseconds >= 0 && nanoseconds < 1_000_000_000, "a second or more")
    var digits = InlineArray<9, UInt8>(repeating: UInt8(ascii: "0"))
    var rest = nanoseconds
    var count = 1
    for place in stride(from: 8, through: 0, by: -1) {
      let digit = UInt8(truncatingIfNeeded: rest % 10)
      if digit > 0 { count = Swift.max(count, place &+ 1) }
      digits[place] = UInt8(ascii: "0") &+ digit
      rest /= 10
    }
    append(digits.span.extracting(first: count))
  }
}
