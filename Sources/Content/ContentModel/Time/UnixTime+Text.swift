// SPDX-License-Identifier: Apache-2.0

extension UnixTime: CustomStringConvertible {
  /// As RFC 3339 writes it, in UTC: `2026-12-20T00:00:00Z`.
  package var description: String {
    let (days, second) = UnixTime.split(seconds, by: 86_400)
    // Counted from the 1st of March of the year 0, so that the leap day is a year's last one.
    let (cycle, dayOfCycle) = UnixTime.split(days &+ 719_468, by: 146_097)
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100)
    let marchMonth = (dayOfYear * 5 + 2) / 153
    let month = (marchMonth + 2) % 12 + 1
    let year = cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0)
    let day = dayOfYear - (marchMonth * 153 + 2) / 5 + 1
    let date = "\(UnixTime.padded(year, to: 4))-\(UnixTime.padded(month))-\(UnixTime.padded(day))"
    let time = [second / 3_600, second / 60 % 60, second % 60].map { UnixTime.padded($0) }
    return "\(date)T\(time.joined(separator: ":"))Z"
  }

  private static func split(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func padded(_ value: Int64, to width: Int = 2) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
