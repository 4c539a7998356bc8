// SPDX-License-Identifier: Apache-2.0

extension ICULibrary {
  /// The length of a date or a time, as `udat.h` numbers it.
  package enum DateStyle: Int32, Sendable, CaseIterable {
    case full = 0
    case long = 1
    case medium = 2
    case short = 3
    case none = -1
  }

  /// The names of dates, as `udat.h` numbers them.
  enum DateNames: Int32 {
    case eras = 0
    case months = 1
    case shortMonths = 2
    case weekdays = 3
    case shortWeekdays = 4
    case dayPeriods = 5
    case standaloneWeekdays = 13
  }

  private typealias Open =
    @convention(c) (
      Int32, Int32, UnsafePointer<CChar>, UnsafePointer<UInt16>, Int32, UnsafePointer<UInt16>?,
      Int32, Status
    ) -> OpaquePointer?

  private func withDates<Result>(
    _ date: DateStyle,
    _ time: DateStyle,
    pattern: String? = nil,
    _ locale: String,
    _ body: (OpaquePointer) -> Result?
  ) -> Result? {
    var status: Int32 = 0
    let zone = Array("UTC".utf16)
    let units = pattern.map { Array($0.utf16) } ?? []
    let usesPattern: Int32 = -2
    let styles = pattern == nil ? (time.rawValue, date.rawValue) : (usesPattern, usesPattern)
    let open = unsafe function("udat_open", as: Open.self)
    // Safe: the format is closed after its last use, and texts are as long as they are said to be.
    guard
      let format = unsafe open(
        styles.0,
        styles.1,
        locale + "@calendar=gregorian",
        zone,
        Int32(zone.count),
        units,
        Int32(units.count),
        &status
      ), status <= 0
    else { return nil }
    defer {
      unsafe function("udat_close", as: (@convention(c) (OpaquePointer) -> Void).self)(format)
    }
    return unsafe body(format)
  }

  /// The pattern of a date, of a time or of both.
  func pattern(_ date: DateStyle, _ time: DateStyle, _ locale: String) -> String {
    let write = unsafe function(
      "udat_toPattern",
      as: (@convention(c) (OpaquePointer, Int8, Units, Int32, Status) -> Int32).self
    )
    return unsafe withDates(date, time, locale) { format in
      unsafe text { unsafe write(format, 0, $0, $1, $2) }
    } ?? ""
  }

  func names(_ names: DateNames, _ range: Range<Int32>, _ locale: String) -> [String] {
    typealias Read = @convention(c) (OpaquePointer, Int32, Int32, Units, Int32, Status) -> Int32
    let read = unsafe function("udat_getSymbols", as: Read.self)
    return unsafe withDates(.full, .none, locale) { format in
      range.map { index in
        unsafe text { unsafe read(format, names.rawValue, index, $0, $1, $2) } ?? ""
      }
    } ?? []
  }

  private typealias Format =
    @convention(c) (OpaquePointer, Double, Units, Int32, OpaquePointer?, Status) -> Int32

  /// A second of Unix time in UTC.
  package func formatted(
    _ seconds: Int64,
    date: DateStyle = .none,
    time: DateStyle = .none,
    pattern: String? = nil,
    _ locale: String
  ) -> String? {
    let write = unsafe function("udat_format", as: Format.self)
    return unsafe withDates(date, time, pattern: pattern, locale) { format in
      unsafe text { unsafe write(format, Double(seconds) * 1_000, $0, $1, nil, $2) }
    }
  }
}
