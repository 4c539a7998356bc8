// SPDX-License-Identifier: Apache-2.0

import Bytes

extension HTTPDate {
  /// The moment that `text` names; `nil` when it is not a date in one of the three formats.
  ///
  /// `now` decides the century of an RFC 850 date, which has a year of two digits: the latest one
  /// that is not more than 50 years ahead.
  package init?(_ text: Span<UInt8>, now: Int64) {
    guard text.count >= 24, let seconds = HTTPDate.parse(text, now: now) else { return nil }
    self.seconds = seconds
  }

  private static func parse(_ text: Span<UInt8>, now: Int64) -> Int64? {
    switch text[3] {
    case UInt8(ascii: ","): parseFixdate(text)
    case UInt8(ascii: " "): parseAsctime(text)
    default: parseRFC850(text, now: now)
    }
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`
  private static func parseFixdate(_ text: Span<UInt8>) -> Int64? {
    guard text.count == length, isWeekday(text.extracting(first: 3)), text[4] == blank,
      text[7] == blank, text[11] == blank, text[16] == blank, endsInZone(text),
      let day = number(text, 5), let month = month(text.extracting(8..<11)),
      let century = number(text, 12), let year = number(text, 14),
      let time = time(text.extracting(17..<25)),
      let date = CivilDate(year: century * 100 + year, month: month, day: day)
    else { return nil }
    return date.daysSinceEpoch * 86_400 + time
  }

  /// `Sun Nov  6 08:49:37 1994`
  private static func parseAsctime(_ text: Span<UInt8>) -> Int64? {
    guard text.count == 24, isWeekday(text.extracting(first: 3)), text[7] == blank,
      text[10] == blank, text[19] == blank, let month = month(text.extracting(4..<7)),
      let day = text[8] == blank ? digit(text[9]) : number(text, 8),
      let time = time(text.extracting(11..<19)), let century = number(text, 20),
      let year = number(text, 22),
      let date = CivilDate(year: century * 100 + year, month: month, day: day)
    else { return nil }
    return date.daysSinceEpoch * 86_400 + time
  }

  /// `Sunday, 06-Nov-94 08:49:37 GMT`
  private static func parseRFC850(_ text: Span<UInt8>, now: Int64) -> Int64? {
    guard let comma = text.firstIndex(of: UInt8(ascii: ",")), text.count - comma == 24,
      isLongWeekday(text.extracting(first: comma))
    else { return nil }
    let rest = text.extracting((comma + 1)...)
    let dash = UInt8(ascii: "-")
    guard rest[0] == blank, rest[3] == dash, rest[7] == dash, rest[10] == blank,
      endsInZone(rest), let day = number(rest, 1), let month = month(rest.extracting(4..<7)),
      let year = number(rest, 8), let time = time(rest.extracting(11..<19))
    else { return nil }
    let today = CivilDate(daysSinceEpoch: (min(max(now, 0), writable.upperBound)) / 86_400)
    var horizon = today
    horizon.year += 50
    let limit = horizon.daysSinceEpoch * 86_400 + 86_400
    // Only years of the range that has four digits; the loop looks at three centuries.
    for century in stride(from: today.year / 100 + 1, through: today.year / 100 - 1, by: -1) {
      guard let date = CivilDate(year: century * 100 + year, month: month, day: day) else {
        continue
      }
      let seconds = date.daysSinceEpoch * 86_400 + time
      if seconds <= limit { return seconds }
    }
    return nil
  }

  private static let blank = UInt8(ascii: " ")

  private static func endsInZone(_ text: Span<UInt8>) -> Bool {
    text[text.count - 4] == blank && text.extracting(last: 3).matches(lowercase: "gmt")
  }

  /// `08:49:37` as seconds of the day.
  private static func time(_ text: Span<UInt8>) -> Int64? {
    let colon = UInt8(ascii: ":")
    guard text[2] == colon, text[5] == colon, let hour = number(text, 0), hour < 24,
      let minute = number(text, 3), minute < 60, let second = number(text, 6), second <= 60
    else { return nil }
    return hour * 3_600 + minute * 60 + second
  }

  private static func digit(_ byte: UInt8) -> Int64? {
    byte.isDigit ? Int64(byte - UInt8(ascii: "0")) : nil
  }

  /// Two digits.
  private static func number(_ text: Span<UInt8>, _ index: Int) -> Int64? {
    guard let tens = digit(text[index]), let ones = digit(text[index + 1]) else { return nil }
    return tens * 10 + ones
  }

  private static func month(_ text: Span<UInt8>) -> Int64? {
    monthNames.firstIndex(of: name(text[0], text[1], text[2])).map { Int64($0 + 1) }
  }

  private static func isWeekday(_ text: Span<UInt8>) -> Bool {
    weekdayNames.contains(name(text[0], text[1], text[2]))
  }

  private static let monthNames = (0..<12).map { name($0, in: months) }
  private static let weekdayNames = (0..<7).map { name($0, in: weekdays) }

  private static func name(_ number: Int, in names: StaticString) -> UInt32 {
    let letters = letters(ofName: number, in: names)
    return name(letters[0], letters[1], letters[2])
  }

  /// Three letters as one number, in lower case.
  private static func name(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt32 {
    UInt32(first.lowercased) << 16 | UInt32(second.lowercased) << 8 | UInt32(third.lowercased)
  }

  private static func isLongWeekday(_ text: Span<UInt8>) -> Bool {
    switch text.count {
    case 6:
      text.matches(lowercase: "sunday") || text.matches(lowercase: "monday")
        || text.matches(lowercase: "friday")
    case 7: text.matches(lowercase: "tuesday")
    case 8: text.matches(lowercase: "thursday") || text.matches(lowercase: "saturday")
    case 9: text.matches(lowercase: "wednesday")
    default: false
    }
  }
}
