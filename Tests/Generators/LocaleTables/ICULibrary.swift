// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The ICU inside the toolchain's Foundation, as a source of facts and as a second opinion.
///
/// The library is looked up by name when it is used: its module promises nothing about its
/// interface, and a toolchain without it builds all the same.
@safe
package struct ICULibrary: Sendable {
  /// `nil` where the toolchain has no such library.
  package static let shared = ICULibrary()

  private let library: UInt

  private init?() {
    // Safe: the library stays loaded for as long as the process runs.
    guard let library = unsafe dlopen("lib_FoundationICU.so", RTLD_LAZY) else { return nil }
    self.library = UInt(bitPattern: library)
  }

  /// A function by its name, for a caller who knows its signature.
  func function<Signature>(_ name: String, as signature: Signature.Type) -> Signature {
    let handle = unsafe UnsafeMutableRawPointer(bitPattern: library)
    // Safe: names are C strings for as long as the calls last.
    guard let symbol = unsafe dlsym(handle, "swift_\(name)") ?? dlsym(handle, name) else {
      fatalError("ICU has no \(name)")
    }
    return unsafe unsafeBitCast(symbol, to: signature)
  }

  typealias Status = UnsafeMutablePointer<Int32>
  typealias Units = UnsafeMutablePointer<UInt16>

  /// The text that a function writes into a buffer; `nil` if it fails.
  func text(_ write: (Units, Int32, Status) -> Int32) -> String? {
    var status: Int32 = 0
    var units = [UInt16](repeating: 0, count: 1_024)
    // Safe: the buffer is as long as it is said to be.
    let count = unsafe units.withUnsafeMutableBufferPointer { buffer -> Int32 in
      guard let start = buffer.baseAddress else { return 0 }
      return unsafe write(start, Int32(buffer.count), &status)
    }
    guard status <= 0, count >= 0, count <= Int32(units.count) else { return nil }
    return String(decoding: units.prefix(Int(count)), as: UTF16.self)
  }

  /// The version of CLDR that the facts are of.
  package var version: String {
    var numbers: [UInt8] = [0, 0, 0, 0]
    var status: Int32 = 0
    let read = unsafe function(
      "ulocdata_getCLDRVersion",
      as: (@convention(c) (UnsafeMutablePointer<UInt8>, Status) -> Void).self
    )
    unsafe read(&numbers, &status)
    return "\(numbers[0]).\(numbers[1])"
  }

  /// The names of all locales, as ICU writes them: `zh_Hant_HK`.
  package var locales: [String] {
    let count = function("uloc_countAvailable", as: (@convention(c) () -> Int32).self)
    let name = unsafe function(
      "uloc_getAvailable",
      as: (@convention(c) (Int32) -> UnsafePointer<CChar>?).self
    )
    return (0..<count()).compactMap { index in
      unsafe name(index).map { unsafe String(cString: $0) }
    }
  }
}
