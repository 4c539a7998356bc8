// SPDX-License-Identifier: Apache-2.0

/// A date and time in the proleptic Gregorian calendar.
package struct CivilTime: Sendable, Hashable {
  package let year: Int64
  /// From 1 to 12.
  package let month: Int
  package let day: Int
  /// From 0, Sunday, to 6.
  package let weekday: Int
  package let hour: Int
  package let minute: Int
  package let second: Int

  /// - Parameter offset: the clock's offset from UTC in seconds.
  package init(_ time: UnixTime, offset: Int = 0) {
    let (sum, isBeyond) = time.seconds.addingReportingOverflow(Int64(offset))
    let (days, second) = CivilTime.split(isBeyond ? time.seconds : sum, by: 86_400)
    // Days since the 1st of March of the year 0, so that the leap day is a year's last one.
    let (cycle, dayOfCycle) = CivilTime.split(days &+ 719_468, by: 146_097)
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100)
    let marchMonth = (dayOfYear * 5 + 2) / 153
    month = Int((marchMonth + 2) % 12 + 1)
    year = cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0)
    day = Int(dayOfYear - (marchMonth * 153 + 2) / 5 + 1)
    weekday = Int(CivilTime.split(days &+ 4, by: 7).remainder)
    hour = Int(second / 3_600)
    minute = Int(second / 60 % 60)
    self.second = Int(second % 60)
  }

  private static func split(
    _ value: Int64,
    by divisor: Int64
  ) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
