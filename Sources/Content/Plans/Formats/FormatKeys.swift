// SPDX-License-Identifier: Apache-2.0

/// The names by which a body says that a value is written the way of its reader.
package enum FormatKeys {
  package static let number = "$number"
  package static let percent = "$percent"
  package static let money = "$money"
  package static let date = "$date"

  package static let digits = "digits"
  package static let currency = "currency"
  package static let symbol = "symbol"
  package static let style = "style"
  package static let time = "time"
  package static let zone = "zone"
  package static let offset = "offset"

  /// The keys of which a dictionary to be formatted has one.
  package static let written: [String] = [number, percent, money, date]

  /// The styles of a date, and those of its time.
  package static let dateStyles = ["full", "long", "medium", "short", "none"]
  package static let timeStyles = ["short", "none"]

  /// The keys that may stand beside each of them.
  static func members(of key: String) -> [String] {
    switch key {
    case money: [key, currency, symbol, digits, TemplateKeys.otherwise]
    case date: [key, style, time, zone, offset, TemplateKeys.otherwise]
    default: [key, digits, TemplateKeys.otherwise]
    }
  }
}
