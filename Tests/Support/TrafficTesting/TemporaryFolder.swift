// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The path of a folder that does not exist yet, for a history.
package func temporaryFolder() -> String {
  FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID())").path
}
