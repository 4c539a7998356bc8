// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A folder of a test's own, which goes with everything in it when it is released.
///
/// What writes into it must have ended before: a property that holds such a process stands before this one.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// Those that there are. One that is kept for all tests is removed when their process ends.
  private static let present = Mutex<Set<String>>([])
  private static let removesAtExit: Void = {
    atexit { for path in TemporaryFolder.present.withLock({ $0 }) { TemporaryFolder.remove(path) } }
  }()

  package init() {
    // Short, since the path of a Unix socket in it has at most 107 bytes.
    let name = "portico-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    _ = TemporaryFolder.removesAtExit
    _ = TemporaryFolder.present.withLock { $0.insert(path) }
    // A test that cannot make it fails when it writes there.
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    TemporaryFolder.remove(path)
    _ = TemporaryFolder.present.withLock { $0.remove(path) }
  }

  /// Removes a folder, again if a browser's processes write to it while they end.
  private static func remove(_ path: String) {
    var tries = 0
    while tries < 200, FileManager.default.fileExists(atPath: path),
      (try? FileManager.default.removeItem(atPath: path)) == nil
    {
      usleep(5_000)
      tries += 1
    }
  }
}
