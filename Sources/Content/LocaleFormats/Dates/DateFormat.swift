// SPDX-License-Identifier: Apache-2.0

package import ContentModel

// All languages use the Gregorian calendar.

/// Formats dates and times in a language.
package struct DateFormat: Sendable {
  package enum Style: String, Sendable, CaseIterable {
    case full
    case long
    case medium
    case short
    case none
  }

  /// The supported years.
  package static let years: ClosedRange<Int64> = 1...9_999
  /// The supported offsets from UTC, in seconds.
  package static let offsets = -64_800...64_800

  private let locale: LocaleFormat
  private let parts: [DatePattern.Part]

  /// - Parameter hasTime: whether hours and minutes are included.
  package init(_ language: LanguageTag, _ date: Style, hasTime: Bool = false) {
    self.init(LocaleFormat.of(language), date, hasTime: hasTime)
  }

  package init(_ locale: LocaleFormat, _ date: Style, hasTime: Bool = false) {
    self.locale = locale
    parts = locale.pattern(date, hasTime: hasTime)?.parts ?? []
  }

  /// Appends a date; returns `false` for an unsupported year.
  ///
  /// - Parameter offset: the offset from UTC in seconds.
  package func append(_ instant: UnixTime, offset: Int = 0, to bytes: inout [UInt8]) -> Bool {
    let civil = CivilTime(instant, offset: offset)
    guard DateFormat.years.contains(civil.year) else { return false }
    for part in parts { append(part, civil, to: &bytes) }
    return true
  }

  /// Returns a date; `nil` for an unsupported year.
  package func text(_ instant: UnixTime, offset: Int = 0) -> String? {
    var bytes: [UInt8] = []
    guard append(instant, offset: offset, to: &bytes) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func append(_ part: DatePattern.Part, _ civil: CivilTime, to bytes: inout [UInt8]) {
    let names = locale.names
    switch part {
    case .text(let text): bytes += text
    case .era: bytes += names.era
    case .year(isShort: true):
      locale.numbers.append(Int(civil.year % 100), minimumDigits: 2, to: &bytes)
    case .year(isShort: false): locale.numbers.append(Int(civil.year), to: &bytes)
    case .month(let digits):
      locale.numbers.append(civil.month, minimumDigits: digits, to: &bytes)
    case .monthName(let isShort): bytes += names.month(civil.month, isShort: isShort)
    case .day(let digits): locale.numbers.append(civil.day, minimumDigits: digits, to: &bytes)
    case .weekday(let style): bytes += names.weekday(civil.weekday, style)
    case .dayPeriod(let isFine):
      let time = DateNames.DayTime(hour: civil.hour, minute: civil.minute)
      bytes += names.dayPeriod(time, isFine: isFine)
    case .hour(let isOfTwelve, let digits):
      let hour = isOfTwelve ? (civil.hour + 11) % 12 + 1 : civil.hour
      locale.numbers.append(hour, minimumDigits: digits, to: &bytes)
    case .minute(let digits):
      locale.numbers.append(civil.minute, minimumDigits: digits, to: &bytes)
    }
  }
}
