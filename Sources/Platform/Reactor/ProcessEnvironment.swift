// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The environment of the process.
package enum ProcessEnvironment {
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
