// SPDX-License-Identifier: Apache-2.0

/// The digits of a number while it is read.
struct DecimalDigits {
  private var significand: UInt64 = 0
  private var exponent = 0
  /// Whether the significand holds every digit.
  private var isComplete = true

  init() {}

  init(_ value: UInt64) { significand = value }

  /// Adds the digits from `start` on and says where they end.
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

  /// The digits as an integer; `nil` past 64 bits, and for -0, which no integer can say.
  func integer(isNegative: Bool) -> Int64? {
    guard isComplete else { return nil }
    guard isNegative else { return Int64(exactly: significand) }
    if significand == 1 << 63 { return .min }
    return significand == 0 ? nil : Int64(exactly: significand).map { -$0 }
  }

  /// The value where one exact multiplication or division of two exact numbers gives it, rounded
  /// once and so rounded rightly.
  var exactValue: Double? {
    guard isComplete, significand <= 1 << 53 else { return nil }
    let value = Double(significand)
    if exponent >= 0 {
      return exponent < Self.powers.count ? value * Self.powers[exponent] : nil
    }
    return -exponent < Self.powers.count ? value / Self.powers[-exponent] : nil
  }

  /// The powers of ten that a `Double` holds exactly.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
