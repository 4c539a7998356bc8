// SPDX-License-Identifier: Apache-2.0

package import ContentModel

// POSIX writes yearly rules as `CET-1CEST,M3.5.0,M10.5.0/3`: the names and offsets of standard and
// daylight saving time, offsets counted to the west, and the day and time of each change. RFC 9636
// (section 3.3.1) allows times from -167 to 167 hours.

/// The daylight saving rule for future years (a POSIX TZ string).
package struct YearlyZoneRule: Sendable, Hashable {
  /// A day of the year, and the second of that day.
  package struct Change: Sendable, Hashable {
    package enum Day: Sendable, Hashable {
      /// From 1 to 365, not counting leap days.
      case number(Int)
      /// From 0 to 365, counting leap days.
      case numberWithLeapDay(Int)
      /// The weekday, from 0 for Sunday, in a week of a month; the fifth week is the last one.
      case weekday(Int, week: Int, month: Int)
    }

    package let day: Day
    package let second: Int64
  }

  package struct Saving: Sendable, Hashable {
    package let offset: Int32
    package let begin: Change
    package let end: Change
  }

  package let standard: Int32
  package let saving: Saving?

  /// Returns the offset from UTC in seconds at an instant of a supported year.
  package func offset(at instant: UnixTime) -> Int32 {
    guard let saving else { return standard }
    let year = CivilTime(instant, offset: Int(standard)).year
    guard DateFormat.years.contains(year) else { return standard }
    // The changes of adjacent years count too: one may be at the very end of a year. If both are at
    // the same instant, daylight saving never ends.
    var latest: (at: Int64, offset: Int32)?
    for year in year - 1...year + 1 {
      let begin = saving.begin.instant(in: year) - Int64(standard)
      let end = saving.end.instant(in: year) - Int64(saving.offset)
      for change in [(at: end, offset: standard), (at: begin, offset: saving.offset)]
      where change.at <= instant.seconds {
        let isLater = latest.map { change.at > $0.at } ?? true
        let begins = latest.map { change.at == $0.at && change.offset == saving.offset } ?? false
        if isLater || begins { latest = change }
      }
    }
    return latest?.offset ?? standard
  }
}

extension YearlyZoneRule.Change {
  /// Returns the change in local time, as if it were Unix time.
  fileprivate func instant(in year: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let newYear = YearlyZoneRule.days(to: 1, of: year)
    let day: Int64
    switch self.day {
    case .number(let number): day = newYear + Int64(number - 1 + (isLeap && number > 59 ? 1 : 0))
    case .numberWithLeapDay(let number): day = newYear + Int64(number)
    case .weekday(let weekday, let week, let month):
      let first = YearlyZoneRule.days(to: month, of: year)
      let next =
        month == 12
        ? YearlyZoneRule.days(to: 1, of: year + 1)
        : YearlyZoneRule.days(to: month + 1, of: year)
      // The 1st of January 1970 was a Thursday.
      let weekdayOfFirst = ((first + 4) % 7 + 7) % 7
      let wanted = first + (Int64(weekday) - weekdayOfFirst + 7) % 7 + Int64(week - 1) * 7
      day = wanted < next ? wanted : wanted - 7
    }
    return day * 86_400 + second
  }
}

extension YearlyZoneRule {
  private static let daysBeforeMonth: [Int64] = [
    0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334,
  ]

  /// Returns the days from the 1st of January 1970 to the first day of a month.
  fileprivate static func days(to month: Int, of year: Int64) -> Int64 {
    let before = year - 1
    let leapDays = before / 4 - before / 100 + before / 400 - 477
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return (year - 1_970) * 365 + leapDays + daysBeforeMonth[month - 1]
      + (isLeap && month > 2 ? 1 : 0)
  }

  /// Parses a POSIX TZ string.
  package init?(_ text: Span<UInt8>) {
    var reader = ZoneTextReader(text)
    guard reader.name(), let west = reader.time(hours: 0...24) else { return nil }
    standard = Int32(-west)
    guard !reader.isAtEnd else {
      saving = nil
      return
    }
    guard reader.name() else { return nil }
    var offset = standard + 3_600
    if !reader.isAt(",") {
      guard let west = reader.time(hours: 0...24) else { return nil }
      offset = Int32(-west)
    }
    guard reader.take(","), let begin = reader.change(), reader.take(","),
      let end = reader.change(), reader.isAtEnd
    else { return nil }
    saving = Saving(offset: offset, begin: begin, end: end)
  }
}

/// Parses the parts of a TZ string.
private struct ZoneTextReader {
  private let text: [UInt8]
  private var index = 0

  init(_ text: Span<UInt8>) { self.text = text.indices.map { text[$0] } }

  var isAtEnd: Bool { index == text.count }

  func isAt(_ letter: Character) -> Bool {
    index < text.count && letter.asciiValue == text[index]
  }

  mutating func take(_ letter: Character) -> Bool {
    guard isAt(letter) else { return false }
    index += 1
    return true
  }

  /// Skips a zone abbreviation: letters, or other characters in angle brackets.
  mutating func name() -> Bool {
    let start = index
    if take("<") {
      while index < text.count, !isAt(">") { index += 1 }
      return take(">") && index - start > 4
    }
    while index < text.count, (text[index] | 0x20) &- 0x61 < 26 { index += 1 }
    return index - start >= 3
  }

  /// Parses hours with optional minutes and seconds, into seconds.
  mutating func time(hours: ClosedRange<Int>) -> Int64? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard let hour = number(atMost: hours.upperBound) else { return nil }
    var seconds = hour * 3_600
    if take(":") {
      guard let minute = number(atMost: 59) else { return nil }
      seconds += minute * 60
      if take(":") {
        guard let second = number(atMost: 59) else { return nil }
        seconds += second
      }
    }
    return Int64(isNegative ? -seconds : seconds)
  }

  mutating func change() -> YearlyZoneRule.Change? {
    guard let day = day() else { return nil }
    guard take("/") else { return YearlyZoneRule.Change(day: day, second: 7_200) }
    return time(hours: 0...167).map { YearlyZoneRule.Change(day: day, second: $0) }
  }

  private mutating func day() -> YearlyZoneRule.Change.Day? {
    if take("M") {
      guard let month = number(atMost: 12), month > 0, take("."), let week = number(atMost: 5),
        week > 0, take("."), let weekday = number(atMost: 6)
      else { return nil }
      return .weekday(weekday, week: week, month: month)
    }
    if take("J") {
      return number(atMost: 365).flatMap { $0 > 0 ? .number($0) : nil }
    }
    return number(atMost: 365).map { .numberWithLeapDay($0) }
  }

  private mutating func number(atMost limit: Int) -> Int? {
    let start = index
    var number = 0
    while index < text.count, text[index] &- 0x30 < 10 {
      number = number * 10 + Int(text[index] &- 0x30)
      guard number <= limit else { return nil }
      index += 1
    }
    return index > start ? number : nil
  }
}
