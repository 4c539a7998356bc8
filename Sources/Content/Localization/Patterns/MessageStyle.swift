// SPDX-License-Identifier: Apache-2.0

import LocaleFormats

// ICU's styles of numbers, dates and times, and of its skeletons those parts that an editor of prices
// needs. A style that is none of these leaves its value as it is: an app with ICU in it may know more.

/// What stands behind the kind of an argument: `{price, number, ::currency/EUR}`.
enum MessageStyle {
  /// How values are written; `nil`: as they are.
  static func format(_ kind: String, _ style: String) -> ValueFormat? {
    let words = style.split(whereSeparator: \.isWhitespace).map(String.init)
    switch kind {
    case "number": return number(words)
    case "date":
      guard words.count <= 1, let style = dateStyle(words.first ?? "medium") else { return nil }
      return .date(style, hasTime: false, offset: .utc)
    case "time":
      return words == ["short"] ? .date(.none, hasTime: true, offset: .utc) : nil
    default: return nil
    }
  }

  private static func dateStyle(_ word: String) -> DateFormat.Style? {
    word == "none" ? nil : DateFormat.Style(rawValue: word)
  }

  private static func number(_ words: [String]) -> ValueFormat? {
    switch words {
    case []: return .number(digits: nil)
    case ["integer"]: return .number(digits: 0)
    case ["percent"]: return .percent(digits: nil)
    default:
      guard let first = words.first, first.hasPrefix("::") else { return nil }
      return skeleton([String(first.dropFirst(2))] + words.dropFirst())
    }
  }

  /// A skeleton such as `currency/EUR unit-width-narrow` or `percent scale/100 .0`.
  private static func skeleton(_ words: [String]) -> ValueFormat? {
    var currency: CurrencyCode?
    var symbol = CurrencyFormat.SymbolStyle.standard
    var digits: Int?
    var isPercent = false
    var isScaled = false
    for word in words where !word.isEmpty {
      switch word {
      case "percent": isPercent = true
      case "scale/100": isScaled = true
      case "unit-width-narrow": symbol = .narrow
      case "unit-width-iso-code": symbol = .code
      case "unit-width-short": symbol = .standard
      case "precision-integer": digits = 0
      default:
        if word.hasPrefix("currency/"), let code = CurrencyCode(word.dropFirst(9)) {
          currency = code
        } else if let count = fractionDigits(word) {
          digits = count
        } else {
          return nil
        }
      }
    }
    // ICU's skeletons leave a share as it is unless they scale it.
    if isPercent || isScaled {
      return isPercent && isScaled && currency == nil ? .percent(digits: digits) : nil
    }
    return currency.map { .money($0, symbol: symbol, digits: digits) } ?? .number(digits: digits)
  }

  /// `.00`: just so many digits.
  private static func fractionDigits(_ word: String) -> Int? {
    guard word.utf8.first == UInt8(ascii: "."), word.utf8.count > 1,
      word.utf8.dropFirst().allSatisfy({ $0 == UInt8(ascii: "0") })
    else { return nil }
    let digits = word.utf8.count - 1
    return NumberFormat.digits.contains(digits) ? digits : nil
  }
}
