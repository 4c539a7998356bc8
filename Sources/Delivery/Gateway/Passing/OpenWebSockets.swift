// SPDX-License-Identifier: Apache-2.0

import Services
import Synchronization

/// The number of open WebSocket connections of each pass of a site, over all its loops.
package final class OpenWebSockets: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  package init() {}

  /// Counts one more connection. Returns false if the pass has its maximum.
  func open(_ pass: String, _ rules: PassDeclaration.WebSockets) -> Bool {
    counts.withLock { counts in
      let count = counts[pass] ?? 0
      guard count < rules.connections else { return false }
      counts[pass] = count + 1
      return true
    }
  }

  func close(_ pass: String) {
    counts.withLock { counts in
      let left = (counts[pass] ?? 0) - 1
      counts[pass] = left > 0 ? left : nil
    }
  }
}
