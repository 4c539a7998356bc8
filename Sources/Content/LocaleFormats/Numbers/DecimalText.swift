// SPDX-License-Identifier: Apache-2.0

// Numbers come as JSON text, and prices must not change; so a number is kept as decimal digits with
// an exponent, never as binary floating point. Digits beyond the limit only affect rounding.

/// A decimal number, stored inline.
package struct DecimalText: Sendable {
  /// The most significant digits kept.
  package static let maximumDigits = 64
  /// Numbers with more integer digits are refused.
  package static let maximumIntegerDigits = 40

  package private(set) var isNegative = false
  private var digits = InlineArray<64, UInt8>(repeating: 0)
  /// The number of digits kept, the first of them not zero; 0 for zero.
  private var count = 0
  /// The number of digits before the decimal point; if negative, zeros follow the point.
  private var point = 0
  /// Whether digits beyond the limit were dropped.
  private var hasMore = false

  package var isZero: Bool { count == 0 && !hasMore }

  /// The number of integer digits, at least one.
  var integerDigits: Int { max(1, point) }

  /// The number of fraction digits without trailing zeros.
  var fractionDigits: Int {
    var last = count
    while last > 0, digits[last - 1] == 0 { last -= 1 }
    return max(0, last - point)
  }

  /// Returns an integer digit, from the left.
  func integerDigit(_ index: Int) -> UInt8 { point > 0 && index < count ? digits[index] : 0 }

  /// Returns a fraction digit, from the left.
  func fractionDigit(_ index: Int) -> UInt8 {
    let place = point + index
    return place >= 0 && place < count ? digits[place] : 0
  }

  /// Whether there is no fraction.
  var isWhole: Bool { fractionDigits == 0 && !hasMore }

  /// The exponent of the first significant digit; 0 for zero.
  var exponent: Int { isZero ? 0 : point - 1 }

  /// The number scaled to one integer digit.
  var mantissa: DecimalText {
    var number = self
    if count > 0 { number.point = 1 }
    return number
  }

  /// The number multiplied by 100.
  var inHundredths: DecimalText {
    var number = self
    if number.count > 0 { number.point += 2 }
    return number
  }
}

extension DecimalText {
  /// Parses a number in JSON's form, `-12.50`, `1.5e3`; leading zeros are allowed.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    self.init(bytes.span)
  }

  /// Parses a number in JSON's form.
  package init?(_ bytes: Span<UInt8>) {
    var position = 0
    if bytes.count > 0, bytes[0] == UInt8(ascii: "-") {
      isNegative = true
      position = 1
    }
    guard take(bytes, &position, isFraction: false) > 0 else { return nil }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      guard take(bytes, &position, isFraction: true) > 0 else { return nil }
    }
    guard let exponent = DecimalText.exponent(bytes, &position), position == bytes.count else {
      return nil
    }
    if count == 0 {
      point = 0
    } else {
      point += exponent
    }
    guard point <= DecimalText.maximumIntegerDigits else { return nil }
  }

  /// Takes digits and returns how many.
  private mutating func take(
    _ bytes: Span<UInt8>,
    _ position: inout Int,
    isFraction: Bool
  ) -> Int {
    let start = position
    while position < bytes.count {
      let digit = bytes[position] &- 0x30
      guard digit < 10 else { break }
      position += 1
      if count == 0, digit == 0 {
        if isFraction { point -= 1 }
        continue
      }
      if !isFraction { point += 1 }
      if count < DecimalText.maximumDigits {
        digits[count] = digit
        count += 1
      } else if digit != 0 {
        hasMore = true
      }
    }
    return position - start
  }

  private static func exponent(_ bytes: Span<UInt8>, _ position: inout Int) -> Int? {
    guard position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") else { return 0 }
    position += 1
    var isNegative = false
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") || bytes[position] == 0x2B {
      isNegative = bytes[position] == UInt8(ascii: "-")
      position += 1
    }
    let start = position
    var exponent = 0
    while position < bytes.count, bytes[position] &- 0x30 < 10 {
      // Larger exponents make no difference.
      exponent = min(100_000, exponent * 10 + Int(bytes[position] &- 0x30))
      position += 1
    }
    guard position > start else { return nil }
    return isNegative ? -exponent : exponent
  }
}

extension DecimalText {
  /// Returns the number rounded half to even.
  package func rounded(toFractionDigits fraction: Int) -> DecimalText {
    var number = self
    number.round(keeping: point + max(0, fraction))
    return number
  }

  private mutating func round(keeping kept: Int) {
    guard kept < count else { return }
    guard kept >= 0 else {
      becomeZero()
      return
    }
    let isUp = isRoundedUp(at: kept)
    count = kept
    hasMore = false
    if isUp {
      increment()
    } else if count == 0 {
      becomeZero()
    }
  }

  private func isRoundedUp(at place: Int) -> Bool {
    guard digits[place] == 5 else { return digits[place] > 5 }
    if hasMore { return true }
    for index in place + 1..<count where digits[index] != 0 { return true }
    return place > 0 && digits[place - 1] & 1 == 1
  }

  /// Increments the last digit.
  private mutating func increment() {
    var place = count
    while place > 0 {
      place -= 1
      guard digits[place] == 9 else {
        digits[place] += 1
        return
      }
      digits[place] = 0
    }
    digits[0] = 1
    count = 1
    point += 1
  }

  private mutating func becomeZero() {
    count = 0
    point = 0
    hasMore = false
  }
}
