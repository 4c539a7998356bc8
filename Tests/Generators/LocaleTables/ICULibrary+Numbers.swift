// SPDX-License-Identifier: Apache-2.0

extension ICULibrary {
  /// The kinds of numbers, as `unum.h` numbers them.
  package enum NumberStyle: Int32, Sendable {
    case decimal = 1
    case currency = 2
    case percent = 3
  }

  /// The parts of numbers, as `unum.h` numbers them.
  enum NumberSymbol: Int32 {
    case decimal = 0
    case grouping = 1
    case percent = 3
    case zero = 4
    case minus = 6
    case plus = 7
    case moneyDecimal = 10
    case exponent = 11
    case moneyGrouping = 17
    case one = 18
  }

  private typealias OpenNumbers =
    @convention(c) (Int32, OpaquePointer?, Int32, UnsafePointer<CChar>, OpaquePointer?, Status) ->
    OpaquePointer?
  private typealias Close = @convention(c) (OpaquePointer) -> Void

  private func withNumbers<Result>(
    _ style: NumberStyle,
    _ locale: String,
    _ body: (OpaquePointer) -> Result?
  ) -> Result? {
    var status: Int32 = 0
    let open = unsafe function("unum_open", as: OpenNumbers.self)
    // Safe: the format is closed after its last use.
    guard let format = unsafe open(style.rawValue, nil, 0, locale, nil, &status), status <= 0 else {
      return nil
    }
    defer { unsafe function("unum_close", as: Close.self)(format) }
    return unsafe body(format)
  }

  func pattern(_ style: NumberStyle, _ locale: String) -> String {
    let write = unsafe function(
      "unum_toPattern",
      as: (@convention(c) (OpaquePointer, Int8, Units, Int32, Status) -> Int32).self
    )
    return unsafe withNumbers(style, locale) { format in
      unsafe text { unsafe write(format, 0, $0, $1, $2) }
    } ?? ""
  }

  func symbol(_ symbol: NumberSymbol, _ style: NumberStyle, _ locale: String) -> String {
    self.symbol(numbered: symbol.rawValue, style, locale)
  }

  private func symbol(numbered number: Int32, _ style: NumberStyle, _ locale: String) -> String {
    let write = unsafe function(
      "unum_getSymbol",
      as: (@convention(c) (OpaquePointer, Int32, Units, Int32, Status) -> Int32).self
    )
    return unsafe withNumbers(style, locale) { format in
      unsafe text { unsafe write(format, number, $0, $1, $2) }
    } ?? ""
  }

  /// The ten digits.
  func digits(_ locale: String) -> String {
    (0...9 as ClosedRange<Int32>).map { digit -> String in
      let number = digit == 0 ? NumberSymbol.zero.rawValue : NumberSymbol.one.rawValue + digit - 1
      return symbol(numbered: number, .decimal, locale)
    }.joined()
  }

  /// The number of digits that there must be in front of the first separator.
  func minimumGroupingDigits(_ locale: String) -> Int {
    let read = unsafe function(
      "unum_getAttribute",
      as: (@convention(c) (OpaquePointer, Int32) -> Int32).self
    )
    return unsafe withNumbers(.decimal, locale) { unsafe Int(read($0, 22)) } ?? 1
  }

  /// A number as a skeleton of ICU's says.
  package func formatted(_ decimal: String, skeleton: String, _ locale: String) -> String? {
    typealias Open =
      @convention(c) (UnsafePointer<UInt16>, Int32, UnsafePointer<CChar>, Status) -> OpaquePointer?
    typealias OpenResult = @convention(c) (Status) -> OpaquePointer?
    typealias Format =
      @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32, OpaquePointer, Status) -> Void
    typealias Read = @convention(c) (OpaquePointer, Units, Int32, Status) -> Int32
    var status: Int32 = 0
    let units = Array(skeleton.utf16)
    let open = unsafe function("unumf_openForSkeletonAndLocale", as: Open.self)
    // Safe: both are closed after their last use, and texts are as long as they are said to be.
    guard let formatter = unsafe open(units, Int32(units.count), locale, &status),
      let result = unsafe function("unumf_openResult", as: OpenResult.self)(&status), status <= 0
    else { return nil }
    defer {
      unsafe function("unumf_closeResult", as: Close.self)(result)
      unsafe function("unumf_close", as: Close.self)(formatter)
    }
    let format = unsafe function("unumf_formatDecimal", as: Format.self)
    unsafe format(formatter, decimal, Int32(decimal.utf8.count), result, &status)
    guard status <= 0 else { return nil }
    let read = unsafe function("unumf_resultToString", as: Read.self)
    return unsafe text { unsafe read(result, $0, $1, $2) }
  }
}
