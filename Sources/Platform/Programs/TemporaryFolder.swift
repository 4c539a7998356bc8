// SPDX-License-Identifier: Apache-2.0

import CLinux
import Files
import Glibc
package import Reactor

/// A folder for the files of a program, which is removed with everything in it when it is released.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// Makes a folder in `TMPDIR`, or in `/tmp`.
  package init() throws(SystemError) {
    let parent = ProcessEnvironment.all["TMPDIR"] ?? "/tmp"
    // Safe: the call writes into the copy, which is given back here.
    let name = unsafe strdup("\(parent)/portico-" + String(repeating: "X", count: 6))
    defer { unsafe free(name) }
    guard let name = unsafe name, let made = unsafe mkdtemp(name) else {
      throw SystemError("make a folder in \(parent)", code: clinux_errno())
    }
    path = unsafe String(cString: made)
  }

  deinit { TemporaryFolder.remove(path) }

  private static func remove(_ folder: String) {
    for name in (try? FileTree.names(in: folder)) ?? [] {
      let path = "\(folder)/\(name)"
      if (try? Files.remove(path)) == nil { remove(path) }
    }
    _ = unsafe rmdir(folder)
  }
}
