// SPDX-License-Identifier: Apache-2.0

extension UnixTime {
  package static let example = "2026-12-20T00:00Z"

  /// Parses an instant in RFC 3339's form: a date, `T`, hours and minutes, optionally seconds, and
  /// `Z` or an offset, which is required since a time without a zone is ambiguous.
  package init?(_ text: String) {
    guard let seconds = UnixTime.seconds(in: text) else { return nil }
    self.init(seconds: seconds)
  }

  private static func seconds(in text: String) -> Int64? {
    var bytes = Array(text.utf8)[...]
    guard let year = number(&bytes, 4), take(&bytes, "-"), let month = number(&bytes, 2),
      take(&bytes, "-"), let day = number(&bytes, 2), take(&bytes, "T") || take(&bytes, " "),
      let hour = number(&bytes, 2), take(&bytes, ":"), let minute = number(&bytes, 2)
    else { return nil }
    var second = 0
    if take(&bytes, ":") {
      guard let read = number(&bytes, 2) else { return nil }
      second = read
    }
    guard let offset = offset(&bytes), bytes.isEmpty,
      (1...12).contains(month), hour < 24, minute < 60, second < 60,
      let days = days(year: year, month: month, day: day)
    else { return nil }
    return Int64(days * 86_400 + hour * 3_600 + minute * 60 + second - offset)
  }

  private static func offset(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    if take(&bytes, "Z") { return 0 }
    let sign = take(&bytes, "+") ? 1 : -1
    guard sign == 1 || take(&bytes, "-"), let hours = number(&bytes, 2), take(&bytes, ":"),
      let minutes = number(&bytes, 2), hours < 24, minutes < 60
    else { return nil }
    return sign * (hours * 3_600 + minutes * 60)
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>, _ digits: Int) -> Int? {
    guard bytes.count >= digits else { return nil }
    var number = 0
    for byte in bytes.prefix(digits) {
      guard ASCII.isDigit(byte) else { return nil }
      number = number * 10 + Int(byte & 0x0F)
    }
    bytes = bytes.dropFirst(digits)
    return number
  }

  private static func take(_ bytes: inout ArraySlice<UInt8>, _ mark: Unicode.Scalar) -> Bool {
    guard bytes.first == UInt8(ascii: mark) else { return false }
    bytes = bytes.dropFirst()
    return true
  }

  /// Returns the days since 1970; `nil` for a day that the month does not have.
  private static func days(year: Int, month: Int, day: Int) -> Int? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...lengths[month - 1]).contains(day) else { return nil }
    let years = year - 1
    let before = years * 365 + years / 4 - years / 100 + years / 400
    return before + lengths[..<(month - 1)].reduce(0, +) + day - 1 - 719_162
  }
}
