// SPDX-License-Identifier: Apache-2.0

/// The digits of a number that is being read.
struct DecimalDigits {
  private var significand: UInt64 = 0
  private var exponent = 0
  /// Whether the significand holds all digits.
  private var isComplete = true

  init() {}

  init(_ value: UInt64) { significand = value }

  /// Adds the digits from `start` on and returns their end.
  mutating func addWhole(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index].isDigit {
      add(bytes[index])
      index &+= 1
    }
    return index
  }

  mutating func addFraction(_ bytes: Span<UInt8>, from start: Int) -> Int {
    let end = addWhole(bytes, from: start)
    exponent = start - end
    return end
  }

  mutating func addExponent(_ bytes: Span<UInt8>, from start: Int, isNegative: Bool) -> Int {
    var index = start
    var value = 0
    while index < bytes.count, bytes[index].isDigit {
      if value < 100_000 { value = value * 10 + Int(bytes[index] &- 0x30) }
      index &+= 1
    }
    exponent += isNegative ? -value : value
    return index
  }

  private mutating func add(_ digit: UInt8) {
    let (product, overflow) = significand.multipliedReportingOverflow(by: 10)
    let (sum, more) = product.addingReportingOverflow(UInt64(digit &- 0x30))
    if overflow || more { isComplete = false } else { significand = sum }
  }

  /// Returns the digits as an integer; `nil` past 64 bits and for -0.
  func integer(isNegative: Bool) -> Int64? {
    guard isComplete else { return nil }
    guard isNegative else { return Int64(exactly: significand) }
    if significand == 1 << 63 { return .min }
    return significand == 0 ? nil : Int64(exactly: significand).map { -$0 }
  }

  /// Whether the value is below 1e300, so that it cannot overflow a `Double`.
  var isSurelyFinite: Bool { isComplete && exponent < 280 }
}
