// SPDX-License-Identifier: Apache-2.0

import Bytes

/// A JSON number decomposed: ± `digits` · 10^`exponent`.
struct WrittenNumber: ~Escapable {
  private let source: Span<UInt8>
  let isNegative: Bool
  /// The first nineteen digits, without leading zeros.
  private(set) var digits: UInt64 = 0
  private(set) var exponent = 0
  /// Whether all further digits are zeros.
  private(set) var isExact = true
  /// The number of zeros after `digits` that are not yet part of it.
  private var zeros = 0
  private var fractionDigits = 0

  /// Larger exponents are treated as this one.
  private static let exponentBound = 1_000_000_000

  /// Parses a number that the reader has validated.
  @_lifetime(copy source)
  init(_ source: Span<UInt8>) {
    self.source = source
    isNegative = source.count > 0 && source[0] == UInt8(ascii: "-")
    var index = isNegative ? 1 : 0
    var isFraction = false
    while index < source.count {
      let byte = source[index]
      if byte.isDigit {
        take(digit: UInt64(byte &- 0x30), isFraction: isFraction)
      } else if byte == UInt8(ascii: ".") {
        isFraction = true
      } else {
        break
      }
      index += 1
    }
    if index < source.count { takeExponent(from: index + 1) }
  }

  /// Zeros are held back until another digit follows, since trailing ones do not change the value.
  @_lifetime(self: copy self)
  private mutating func take(digit: UInt64, isFraction: Bool) {
    guard isExact else { return }
    if isFraction { fractionDigits += 1 } else { exponent += 1 }
    zeros += 1
    guard digit > 0 else { return }
    while zeros > 0 {
      let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
      isExact = isExact && !overflow
      digits = product
      zeros -= 1
    }
    exponent = -fractionDigits
    let (sum, overflow) = digits.addingReportingOverflow(digit)
    isExact = isExact && !overflow
    digits = sum
  }

  @_lifetime(self: copy self)
  private mutating func takeExponent(from start: Int) {
    var index = start
    var written = 0
    let isBelow = index < source.count && source[index] == UInt8(ascii: "-")
    if index < source.count && !source[index].isDigit { index += 1 }
    while index < source.count {
      written = min(written * 10 + Int(source[index] &- 0x30), Self.exponentBound)
      index += 1
    }
    exponent += isBelow ? -written : written
  }

  /// The value, if it is whole and fits.
  var integer: Int? {
    guard isExact else { return nil }
    guard digits > 0 else { return 0 }
    var value = digits
    var left = exponent
    while left < 0 {
      guard value % 10 == 0 else { return nil }
      value /= 10
      left += 1
    }
    while left > 0 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      value = product
      left -= 1
    }
    if isNegative { return Int(exactly: value).map { -$0 } ?? (value == 1 << 63 ? .min : nil) }
    return Int(exactly: value)
  }

  /// The nearest double: infinite on overflow.
  var double: Double {
    let power = exponent.magnitude
    // Both are exact doubles, so the one operation is correctly rounded.
    guard isExact && digits < 1 << 53 && power < Self.powersOfTen.count else {
      return Double(source.text) ?? .nan
    }
    let whole = Double(digits)
    let scale = Self.powersOfTen[Int(power)]
    let value = exponent < 0 ? whole / scale : whole * scale
    return isNegative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
