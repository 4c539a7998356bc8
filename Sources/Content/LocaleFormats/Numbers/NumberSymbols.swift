// SPDX-License-Identifier: Apache-2.0

/// The digits and symbols of numbers in a language.
struct NumberSymbols: Sendable {
  let decimal: [UInt8]
  let grouping: [UInt8]
  /// The least number of digits before the first separator.
  let minimumGrouping: Int
  let minus: [UInt8]
  let plus: [UInt8]
  /// The exponent symbol, such as `E`.
  let exponent: [UInt8]
  /// The ten digits, all of the same length in bytes.
  private let digits: [UInt8]
  private let digitWidth: Int

  init(
    decimal: [UInt8],
    grouping: [UInt8],
    digits: [UInt8],
    minimumGrouping: Int,
    minus: [UInt8],
    plus: [UInt8],
    exponent: [UInt8]
  ) {
    self.minus = minus
    self.plus = plus
    self.exponent = exponent
    self.decimal = decimal
    self.grouping = grouping
    self.digits = digits
    digitWidth = digits.count / 10
    self.minimumGrouping = minimumGrouping
  }

  /// Appends a digit from 0 to 9.
  func append(_ digit: UInt8, to bytes: inout [UInt8]) {
    guard digitWidth > 1 else {
      bytes.append(0x30 &+ digit)
      return
    }
    let start = Int(digit) * digitWidth
    for place in start..<start + digitWidth where place < digits.count {
      bytes.append(digits[place])
    }
  }

  /// Appends a number without separators, padded with zeros.
  func append(_ number: Int, minimumDigits: Int = 1, to bytes: inout [UInt8]) {
    var power = 1
    var count = 1
    while count < minimumDigits || number / power >= 10 {
      power *= 10
      count += 1
    }
    var rest = number
    while power > 0 {
      append(UInt8(truncatingIfNeeded: rest / power), to: &bytes)
      rest %= power
      power /= 10
    }
  }

  /// Appends a number without its sign.
  ///
  /// - Parameters:
  ///   - fractionDigits: the least and the most fraction digits.
  ///   - isGrouped: whether thousands are separated.
  func append(
    _ number: DecimalText,
    _ pattern: NumberPattern,
    fractionDigits: ClosedRange<Int>,
    isGrouped: Bool = true,
    to bytes: inout [UInt8]
  ) {
    let whole = number.integerDigits
    let primary = pattern.primaryGroup
    let isGrouped = isGrouped && primary > 0 && whole >= primary + minimumGrouping
    for index in 0..<whole {
      let rest = whole - index
      if isGrouped, index > 0,
        rest == primary
          || rest > primary && (rest - primary).isMultiple(of: max(1, pattern.secondaryGroup))
      {
        bytes += grouping
      }
      append(number.integerDigit(index), to: &bytes)
    }
    let fraction = min(
      max(number.fractionDigits, fractionDigits.lowerBound),
      fractionDigits.upperBound
    )
    guard fraction > 0 else { return }
    bytes += decimal
    for index in 0..<fraction { append(number.fractionDigit(index), to: &bytes) }
  }
}
