// SPDX-License-Identifier: Apache-2.0

package import DataFiles
package import LocaleFormats

/// A value to be formatted, from a dictionary such as `{ $money: "$.price.amount", currency: "EUR"
/// }`.
package struct FormatDeclaration: Sendable {
  package let format: ValueFormat
  /// A number, a text or what is picked.
  package let value: DataValue
  /// What is picked for the currency; `nil` where the format says it, needs none, or takes that of
  /// the visitor's country.
  package let currency: DataValue?
  /// Whether the currency is that of the visitor's country.
  package let usesCountry: Bool

  /// Whether a dictionary is one of these.
  package static func isOne(_ dictionary: DataDictionary) -> Bool {
    FormatKeys.written.contains { dictionary[$0] != nil }
  }

  /// Whether nothing has to be picked.
  package var isLiteral: Bool {
    !usesCountry && currency == nil && FormatDeclaration.isLiteral(value)
  }

  /// A literal as it is written.
  package var text: String? { FormatDeclaration.text(of: value) }

  static func isLiteral(_ value: DataValue) -> Bool {
    text(of: value).map { !Pick.isPick($0) } ?? false
  }

  static func text(of value: DataValue) -> String? {
    switch value.content {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .decimal(let decimal): decimal.text
    default: nil
    }
  }

  /// The text in a language; `nil` if something has to be picked, or the value is none of its kind.
  package func text(in locale: LocaleFormat) -> String? {
    guard isLiteral, let text else { return nil }
    return format.text(of: text, in: locale)
  }
}
