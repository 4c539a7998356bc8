// SPDX-License-Identifier: Apache-2.0

/// The proleptic Gregorian calendar for the years 0 to 9999, the range of four digits.
///
/// Days are counted in years that begin in March, so that the leap day is the last of a year and
/// 153 days are five months.
extension DataDate {
  private static let daysBefore2001 = 730_791
  private static let daysOfFourCenturies = 146_097

  /// Returns the text of an instant in whole seconds; `nil` outside of four-digit years.
  static func text(of secondsSince2001: Double) -> String? {
    guard secondsSince2001.magnitude < 1e12 else { return nil }
    let truncated = Int(secondsSince2001)
    let whole = Double(truncated) > secondsSince2001 ? truncated - 1 : truncated
    let (days, second) = quotientAndRemainder(whole, 86_400)
    let (year, month, day) = date(of: days + daysBefore2001)
    guard (0...9999).contains(year) else { return nil }
    let time = (second / 3_600, second / 60 % 60, second % 60)
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
      + "T\(padded(time.0, to: 2)):\(padded(time.1, to: 2)):\(padded(time.2, to: 2))Z"
  }

  static func seconds(of text: String) -> Double? {
    let bytes = Array(text.utf8)
    let pattern = Array("0000-00-00T00:00:00Z".utf8)
    guard bytes.count == pattern.count else { return nil }
    for (byte, model) in zip(bytes, pattern) {
      guard model == UInt8(ascii: "0") ? byte &- 0x30 < 10 : byte == model else { return nil }
    }
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    guard (1...12).contains(month), hour < 24, minute < 60, second < 60, day > 0 else { return nil }
    let days = days(year: year, month: month, day: day)
    guard date(of: days) == (year, month, day) else { return nil }
    return Double((days - daysBefore2001) * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  /// Returns the days since the 1st of March of the year 0.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = (month + 9) % 12
    let (cycles, rest) = quotientAndRemainder(marchYear, 400)
    return cycles * daysOfFourCenturies + rest * 365 + rest / 4 - rest / 100
      + (marchMonth * 153 + 2) / 5 + day - 1
  }

  private static func date(of days: Int) -> (year: Int, month: Int, day: Int) {
    let (cycles, dayOfCycle) = quotientAndRemainder(days, daysOfFourCenturies)
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100)
    let marchMonth = (dayOfYear * 5 + 2) / 153
    let month = (marchMonth + 2) % 12 + 1
    let year = cycles * 400 + yearOfCycle + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (marchMonth * 153 + 2) / 5 + 1)
  }

  private static func quotientAndRemainder(_ value: Int, _ divisor: Int) -> (Int, Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func padded(_ value: Int, to width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
