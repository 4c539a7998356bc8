// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Plural forms as ICU chooses them, from the library inside the toolchain's Foundation.
@safe
struct PluralOracle: Sendable {
  private typealias Open =
    @convention(c) (UnsafePointer<CChar>, Int32, UnsafeMutablePointer<Int32>) -> OpaquePointer?
  private typealias Select =
    @convention(c) (
      OpaquePointer, Double, UnsafeMutablePointer<UInt16>, Int32, UnsafeMutablePointer<Int32>
    ) -> Int32
  private typealias Close = @convention(c) (OpaquePointer) -> Void

  private let open: Open
  private let select: Select
  private let close: Close

  /// `nil` where the toolchain has no such library.
  static let shared = PluralOracle()

  private init?() {
    // Safe: the library stays loaded, and the functions are part of ICU's stable interface.
    guard let library = unsafe dlopen("lib_FoundationICU.so", RTLD_LAZY),
      let open = unsafe PluralOracle.symbol("uplrules_openForType", in: library),
      let select = unsafe PluralOracle.symbol("uplrules_select", in: library),
      let close = unsafe PluralOracle.symbol("uplrules_close", in: library)
    else { return nil }
    unsafe self.open = unsafe unsafeBitCast(open, to: Open.self)
    unsafe self.select = unsafe unsafeBitCast(select, to: Select.self)
    unsafe self.close = unsafe unsafeBitCast(close, to: Close.self)
  }

  private static func symbol(
    _ name: String,
    in library: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    // Safe: names are C strings for as long as the calls last.
    unsafe dlsym(library, "swift_\(name)") ?? dlsym(library, name)
  }

  /// The names of the forms of some numbers; fewer than there are numbers if ICU gives up.
  func categories(_ language: String, _ isOrdinal: Bool, _ numbers: [Int64]) -> [String] {
    var status: Int32 = 0
    // Safe: the rules are closed after their last use, and the buffer is as long as it is said to be.
    guard let rules = unsafe open(language, isOrdinal ? 1 : 0, &status), status <= 0 else {
      return []
    }
    defer { unsafe close(rules) }
    return numbers.map { number in
      var buffer = [UInt16](repeating: 0, count: 16)
      let count = unsafe select(rules, Double(number), &buffer, 16, &status)
      return String(decoding: buffer.prefix(Int(max(0, count))), as: UTF16.self)
    }
  }
}
