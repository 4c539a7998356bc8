// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The environment of the process.
package enum ProcessEnvironment {
  /// The longest name of a host in Linux, with its end.
  private static let hostNameBytes = 65

  /// The name of the machine; `nil` if it has none.
  package static var hostName: String? {
    var name = [CChar](repeating: 0, count: hostNameBytes)
    // Safe: the kernel writes at most as many bytes as the array has.
    guard unsafe gethostname(&name, name.count) == 0 else { return nil }
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  package static var all: [String: String] {
    var all: [String: String] = [:]
    // Safe: `environ` is a list of terminated strings, ended by nil; nobody in this process
    // changes it.
    var entry = unsafe environ
    while let text = unsafe entry.pointee {
      let parts = unsafe String(cString: text).split(
        separator: "=",
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      if parts.count == 2 { all[String(parts[0])] = String(parts[1]) }
      unsafe entry += 1
    }
    return all
  }
}
