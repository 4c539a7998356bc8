// SPDX-License-Identifier: Apache-2.0

/// A row of the format table: all texts of a locale.
struct FormatRecord: Sendable {
  /// The columns in the generator's order.
  enum Column: Int, CaseIterable {
    case decimal
    case grouping
    case moneyDecimal
    case moneyGrouping
    case minus
    case plus
    case percent
    case exponent
    case digits
    case minimumGrouping
    case decimalPattern
    case percentPattern
    case moneyPattern
    case currencySpacing
    case fullDate
    case longDate
    case mediumDate
    case shortDate
    case time
    case fullDateWithTime
    case longDateWithTime
    case mediumDateWithTime
    case shortDateWithTime
    case months
    case shortMonths
    case weekdays
    case shortWeekdays
    case standaloneWeekdays
    case halves
    case era
    case hours
  }

  private let texts: [String]

  /// Returns `nil` unless there is one text for each column.
  init?(_ texts: [String]) {
    guard texts.count == Column.allCases.count else { return nil }
    self.texts = texts
  }

  func text(_ column: Column) -> String { texts[column.rawValue] }

  func bytes(_ column: Column) -> [UInt8] { Array(text(column).utf8) }

  func pattern(_ column: Column) -> NumberPattern {
    NumberPattern(text(column), minus: bytes(.minus), percent: bytes(.percent))
  }

  /// Returns the four date patterns from a column on.
  func dates(from column: Column) -> [DatePattern] {
    texts[column.rawValue..<column.rawValue + 4].map(DatePattern.init)
  }

  private func list(_ column: Column) -> [[UInt8]] {
    bytes(column).split(separator: UInt8(ascii: "|")).map(Array.init)
  }

  var names: DateNames {
    DateNames(
      months: list(.months),
      shortMonths: list(.shortMonths),
      weekdays: list(.weekdays),
      shortWeekdays: list(.shortWeekdays),
      standaloneWeekdays: list(.standaloneWeekdays),
      halves: list(.halves),
      hours: list(.hours),
      era: bytes(.era)
    )
  }
}
