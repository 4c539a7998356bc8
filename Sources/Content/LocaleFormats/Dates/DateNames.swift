// SPDX-License-Identifier: Apache-2.0

/// The names of months, weekdays and day periods in a language.
struct DateNames: Sendable {
  let months: [[UInt8]]
  let shortMonths: [[UInt8]]
  /// From Sunday on.
  let weekdays: [[UInt8]]
  let shortWeekdays: [[UInt8]]
  let standaloneWeekdays: [[UInt8]]
  /// AM and PM.
  let halves: [[UInt8]]
  /// The day periods of the hours from 0 to 23, then of midnight and noon; empty if the language's
  /// patterns use none.
  let hours: [[UInt8]]
  let era: [UInt8]

  func weekday(_ number: Int, _ style: DatePattern.Weekday) -> [UInt8] {
    let names =
      switch style {
      case .wide: weekdays
      case .short: shortWeekdays
      case .standalone: standaloneWeekdays
      }
    return names.indices.contains(number) ? names[number] : []
  }

  func month(_ number: Int, isShort: Bool) -> [UInt8] {
    let names = isShort ? shortMonths : months
    return names.indices.contains(number - 1) ? names[number - 1] : []
  }

  func dayPeriod(_ time: DayTime, isFine: Bool) -> [UInt8] {
    guard isFine, hours.count == 26 else {
      return halves.count == 2 ? halves[time.hour < 12 ? 0 : 1] : []
    }
    if time.minute == 0, time.hour == 0 { return hours[24] }
    if time.minute == 0, time.hour == 12 { return hours[25] }
    return hours[min(max(0, time.hour), 23)]
  }

  /// A local time of day.
  struct DayTime {
    let hour: Int
    let minute: Int
  }
}
