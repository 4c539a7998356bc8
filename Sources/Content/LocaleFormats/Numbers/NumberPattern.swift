// SPDX-License-Identifier: Apache-2.0

// UTS 35, part 3, section 3.2: `¤ #,##,##0.00;¤ -#,##,##0.00`. Without a negative part, a minus
// sign comes before the whole. The tables have no patterns with exponents, padding or significant
// digits.

/// A parsed number pattern.
struct NumberPattern: Sendable {
  /// The text before or after the digits, with a place for the currency.
  struct Affix: Sendable, Equatable {
    var start: [UInt8] = []
    var hasCurrency = false
    /// The text after the currency.
    var end: [UInt8] = []
  }

  let prefix: Affix
  let suffix: Affix
  let negativePrefix: Affix
  let negativeSuffix: Affix
  /// The digits in the group next to the decimal point and in further ones; 0 for no grouping.
  let primaryGroup: Int
  let secondaryGroup: Int
  let fractionDigits: ClosedRange<Int>

  /// - Parameters:
  ///   - minus: the language's minus sign.
  ///   - percent: the language's percent sign.
  init(_ pattern: String, minus: [UInt8], percent: [UInt8]) {
    let parts = NumberPattern.parts(of: pattern)
    let positive = NumberPattern.split(parts.positive)
    prefix = NumberPattern.affix(positive.prefix, minus, percent)
    suffix = NumberPattern.affix(positive.suffix, minus, percent)
    if let negative = parts.negative {
      let sides = NumberPattern.split(negative)
      negativePrefix = NumberPattern.affix(sides.prefix, minus, percent)
      negativeSuffix = NumberPattern.affix(sides.suffix, minus, percent)
    } else {
      var signed = prefix
      signed.start.insert(contentsOf: minus, at: 0)
      negativePrefix = signed
      negativeSuffix = suffix
    }
    let halves = positive.number.split(separator: ".", omittingEmptySubsequences: false)
    let groups = (halves.first ?? "").split(separator: ",", omittingEmptySubsequences: false)
    primaryGroup = groups.count > 1 ? groups[groups.count - 1].count : 0
    secondaryGroup = groups.count > 2 ? groups[groups.count - 2].count : primaryGroup
    let fraction = halves.count > 1 ? halves[1] : ""
    fractionDigits = fraction.count { $0 == "0" }...fraction.count
  }

  private static func parts(of pattern: String) -> (positive: String, negative: String?) {
    let parts = pattern.split(separator: ";", maxSplits: 1).map(String.init)
    return (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
  }

  private static func split(
    _ pattern: String
  ) -> (prefix: [Unicode.Scalar], number: String, suffix: [Unicode.Scalar]) {
    let scalars = Array(pattern.unicodeScalars)
    let isDigit = { (scalar: Unicode.Scalar) in "#0,.".unicodeScalars.contains(scalar) }
    let start = scalars.firstIndex { $0 == "#" || $0 == "0" } ?? scalars.count
    let end = scalars[start...].firstIndex { !isDigit($0) } ?? scalars.count
    var number = String.UnicodeScalarView()
    number.append(contentsOf: scalars[start..<end])
    return (Array(scalars[..<start]), String(number), Array(scalars[end...]))
  }

  private static func affix(
    _ scalars: [Unicode.Scalar],
    _ minus: [UInt8],
    _ percent: [UInt8]
  ) -> Affix {
    var affix = Affix()
    for scalar in scalars {
      var bytes: [UInt8]
      switch scalar {
      case "¤":
        affix.hasCurrency = true
        continue
      case "-": bytes = minus
      case "%": bytes = percent
      case "'": continue
      default: bytes = Array(String(scalar).utf8)
      }
      if affix.hasCurrency { affix.end += bytes } else { affix.start += bytes }
    }
    return affix
  }
}
