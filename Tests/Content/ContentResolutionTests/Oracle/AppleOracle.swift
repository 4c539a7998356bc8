// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Apple's own choice of languages, from the ICU inside the toolchain's Foundation.
///
/// The library is looked up by name when the tests run: its module promises nothing about its
/// interface, and a toolchain without it builds and tests all the same.
@safe
struct AppleOracle: Sendable {
  private typealias Texts = UnsafeMutablePointer<UnsafePointer<CChar>?>
  private typealias LocalizationsToUse =
    @convention(c) (Texts?, Int32, Texts?, Int32, Texts?, Int32, UnsafeMutablePointer<Int32>) ->
    Int32

  private let localizationsToUse: LocalizationsToUse

  /// `nil` where the toolchain has no such library.
  static let shared = AppleOracle()

  private init?() {
    // Safe: the library stays loaded, and the function has had this signature since it exists.
    guard let library = unsafe dlopen("lib_FoundationICU.so", RTLD_LAZY),
      let symbol = unsafe dlsym(library, "ualoc_localizationsToUse")
    else { return nil }
    unsafe localizationsToUse = unsafeBitCast(symbol, to: LocalizationsToUse.self)
  }

  /// The published languages for those who want `desired`, best first.
  func languages(desired: [String], published: [String]) -> [String] {
    // Safe: every text outlives the call, whose results point into `offered`.
    var wanted = unsafe desired.map { unsafe UnsafePointer(strdup($0)) }
    var offered = unsafe published.map { unsafe UnsafePointer(strdup($0)) }
    var found = unsafe [UnsafePointer<CChar>?](repeating: nil, count: 64)
    defer {
      for index in unsafe wanted.indices {
        unsafe free(UnsafeMutablePointer(mutating: wanted[index]))
      }
      for index in unsafe offered.indices {
        unsafe free(UnsafeMutablePointer(mutating: offered[index]))
      }
    }
    var status: Int32 = 0
    let count = unsafe localizationsToUse(
      &wanted,
      Int32(desired.count),
      &offered,
      Int32(published.count),
      &found,
      64,
      &status
    )
    return unsafe found.prefix(Int(max(0, count))).compactMap { text in
      unsafe text.map { unsafe String(cString: $0) }
    }
  }
}
