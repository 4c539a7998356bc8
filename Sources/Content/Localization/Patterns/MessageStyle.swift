// SPDX-License-Identifier: Apache-2.0

import LocaleFormats

// ICU's styles of numbers, dates and times, and the parts of its skeletons needed for prices. With
// any other style the value is left as it is, since an app with ICU may support more.

/// The style of an argument: `{price, number, ::currency/EUR}`.
enum MessageStyle {
  /// Returns the format of values; `nil` leaves them as they are.
  static func format(_ kind: String, _ style: String) -> ValueFormat? {
    let words = style.split(whereSeparator: \.isWhitespace).map(String.init)
    switch kind {
    case "number": return number(words)
    case "date":
      guard words.count <= 1, let style = dateStyle(words.first ?? "medium") else { return nil }
      return .date(style, hasTime: false, zone: .utc)
    case "time":
      return words == ["short"] ? .date(.none, hasTime: true, zone: .utc) : nil
    default: return nil
    }
  }

  private static func dateStyle(_ word: String) -> DateFormat.Style? {
    word == "none" ? nil : DateFormat.Style(rawValue: word)
  }

  private static func number(_ words: [String]) -> ValueFormat? {
    switch words {
    case []: return .number(digits: nil)
    case ["integer"]: return .number(digits: 0...0)
    case ["percent"]: return .percent(digits: nil)
    default:
      guard let first = words.first, first.hasPrefix("::") else { return nil }
      return skeleton([String(first.dropFirst(2))] + words.dropFirst())
    }
  }

  /// Parses a skeleton such as `currency/EUR unit-width-narrow` or `percent scale/100 .0`.
  private static func skeleton(_ words: [String]) -> ValueFormat? {
    var currency: CurrencyCode?
    var symbol = CurrencyFormat.SymbolStyle.standard
    var digits: ClosedRange<Int>?
    var isPercent = false
    var isScaled = false
    for word in words where !word.isEmpty {
      switch word {
      case "percent": isPercent = true
      case "scale/100": isScaled = true
      case "unit-width-narrow": symbol = .narrow
      case "unit-width-iso-code": symbol = .code
      case "unit-width-short": symbol = .standard
      case "precision-integer": digits = 0...0
      default:
        if word.hasPrefix("currency/"), let code = CurrencyCode(word.dropFirst(9)) {
          currency = code
        } else if let range = fractionDigits(word) {
          digits = range
        } else {
          return nil
        }
      }
    }
    guard isPercent || isScaled || currency != nil else { return .number(digits: digits) }
    // Percentages and amounts support a fixed number of digits only.
    if let digits, digits.count > 1 { return nil }
    // In ICU's skeletons a percentage is not multiplied by 100 unless scaled.
    if isPercent || isScaled {
      return isPercent && isScaled && currency == nil ? .percent(digits: digits?.upperBound) : nil
    }
    return currency.map { .money($0, symbol: symbol, digits: digits?.upperBound) }
  }

  /// Parses `.00##`: the zeros are the least number of digits, all signs the most.
  private static func fractionDigits(_ word: String) -> ClosedRange<Int>? {
    guard word.utf8.first == UInt8(ascii: "."), word.utf8.count > 1 else { return nil }
    let signs = word.utf8.dropFirst()
    let zeros = signs.prefix { $0 == UInt8(ascii: "0") }.count
    guard signs.dropFirst(zeros).allSatisfy({ $0 == UInt8(ascii: "#") }),
      signs.count <= NumberFormat.digits.upperBound
    else { return nil }
    return zeros...signs.count
  }
}
