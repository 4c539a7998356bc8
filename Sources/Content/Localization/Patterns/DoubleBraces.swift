// SPDX-License-Identifier: Apache-2.0

import ContentModel
import LocaleFormats

// i18next's interpolation: `{{name}}`, `{{- name}}` for a value that is not escaped, and a format
// after a comma, such as `{{count, number(minimumFractionDigits: 2)}}` or `{{price,
// currency(EUR)}}`. Other formats and options are left to the app: their values are inserted as
// they are.

/// Parses placeholders in double braces.
enum DoubleBraces {
  /// Takes the placeholder at the cursor; `nil` if there is none.
  static func placeholder(_ text: inout PatternText) -> Placeholder? {
    let begin = text.position
    guard text.take("{{") else { return nil }
    text.skipSpace()
    _ = text.take(UInt8(ascii: "-"))
    text.skipSpace()
    let name = text.take(while: PatternText.isNamePart)
    text.skipSpace()
    var format: ValueFormat?
    if text.take(UInt8(ascii: ",")) {
      format = DoubleBraces.format(
        text.take { $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: "{") }
      )
    }
    guard !name.isEmpty, text.take("}}") else {
      text.position = begin
      return nil
    }
    return Placeholder(
      Argument(name: name),
      kind(of: format),
      written: text.text(begin..<text.position),
      format: format
    )
  }

  private static func kind(of format: ValueFormat?) -> Placeholder.Kind {
    switch format {
    case .number: .decimal
    case .money: .money
    default: .any
    }
  }

  private static func format(_ source: String) -> ValueFormat? {
    var text = PatternText(source)
    text.skipSpace()
    let name = text.take(while: PatternText.isNamePart)
    text.skipSpace()
    var options: [String] = []
    if text.take(UInt8(ascii: "(")) {
      let inner = text.take { $0 != UInt8(ascii: ")") }
      guard text.take(UInt8(ascii: ")")) else { return nil }
      options = inner.split(separator: ";").map { String($0.filter { !$0.isWhitespace }) }
    }
    text.skipSpace()
    guard text.isAtEnd else { return nil }
    switch name {
    case "number": return number(options)
    case "currency":
      guard options.count == 1 else { return nil }
      let code = options[0].hasPrefix("currency:") ? options[0].dropFirst(9) : options[0][...]
      return CurrencyCode(code).map { .money($0, symbol: .standard, digits: nil) }
    default: return nil
    }
  }

  private static func number(_ options: [String]) -> ValueFormat? {
    var least: Int?
    var most: Int?
    for option in options {
      let sides = option.split(separator: ":", maxSplits: 1)
      guard sides.count == 2, let digits = Int(sides[1]), NumberFormat.digits.contains(digits)
      else { return nil }
      switch sides[0] {
      case "minimumFractionDigits": least = digits
      case "maximumFractionDigits": most = digits
      default: return nil
      }
    }
    guard least != nil || most != nil else { return .number(digits: nil) }
    // The defaults of ECMA-402 if only one is given.
    let lower = least ?? 0
    let upper = most ?? max(lower, 3)
    return lower <= upper ? .number(digits: lower...upper) : nil
  }
}
