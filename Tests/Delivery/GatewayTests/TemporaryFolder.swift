// SPDX-License-Identifier: Apache-2.0

import Files
import Foundation

/// A folder of a test's own, which goes with the last reference.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("portico-gateway-\(UUID().uuidString)").path
    try Files.makeFolder(path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
