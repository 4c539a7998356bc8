// SPDX-License-Identifier: Apache-2.0

extension ICULibrary {
  /// The currencies that are in use.
  var currencies: [String] {
    typealias Open = @convention(c) (UInt32, Status) -> OpaquePointer?
    typealias Next =
      @convention(c) (OpaquePointer, UnsafeMutablePointer<Int32>?, Status) -> UnsafePointer<CChar>?
    var status: Int32 = 0
    // Those that are common and not deprecated.
    let kinds: UInt32 = 1 | 8
    let open = unsafe function("ucurr_openISOCurrencies", as: Open.self)
    let next = unsafe function("uenum_next", as: Next.self)
    // Safe: the list is closed after its last use, and every name is copied at once.
    guard let list = unsafe open(kinds, &status), status <= 0 else { return [] }
    defer {
      unsafe function("uenum_close", as: (@convention(c) (OpaquePointer) -> Void).self)(list)
    }
    var codes: [String] = []
    while let code = unsafe next(list, nil, &status) { codes.append(unsafe String(cString: code)) }
    return codes.sorted()
  }

  /// The symbol of a currency in a language.
  func symbol(ofCurrency code: String, isNarrow: Bool, _ locale: String) -> String {
    typealias Read =
      @convention(c) (
        UnsafePointer<UInt16>, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<Int8>?,
        UnsafeMutablePointer<Int32>, Status
      ) -> UnsafePointer<UInt16>?
    var status: Int32 = 0
    var count: Int32 = 0
    let read = unsafe function("ucurr_getName", as: Read.self)
    let units = Array(code.utf16) + [0]
    // Safe: the text is as long as ICU says, and copied at once.
    guard let text = unsafe read(units, locale, isNarrow ? 2 : 0, nil, &count, &status),
      status <= 0
    else { return code }
    return unsafe String(
      decoding: UnsafeBufferPointer(start: text, count: Int(count)),
      as: UTF16.self
    )
  }

  /// The number of fraction digits of a currency.
  func fractionDigits(ofCurrency code: String) -> Int {
    let read = unsafe function(
      "ucurr_getDefaultFractionDigits",
      as: (@convention(c) (UnsafePointer<UInt16>, Status) -> Int32).self
    )
    var status: Int32 = 0
    return unsafe Int(read(Array(code.utf16) + [0], &status))
  }

  /// The code that ICU gives for a country, which is none of a currency where nobody pays.
  func currency(ofCountry country: String) -> String? {
    typealias Read = @convention(c) (UnsafePointer<CChar>, Units, Int32, Status) -> Int32
    let read = unsafe function("ucurr_forLocale", as: Read.self)
    return unsafe text { unsafe read("und_\(country)", $0, $1, $2) }
  }
}
