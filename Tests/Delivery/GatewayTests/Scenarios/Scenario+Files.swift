// SPDX-License-Identifier: Apache-2.0

import Conformance
import Foundation
import Testing

/// Scenarios for a whole gateway. `Tests/Scenarios/README.md` says how they are written.
extension Scenario: CustomTestStringConvertible {
  package var testDescription: String { "\(title) (\(file))" }

  /// All in `Tests/Scenarios`.
  static func all() throws -> [Scenario] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Scenarios")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".scenario") }.sorted().flatMap {
        let file = folder.appendingPathComponent($0)
        return try Scenario.all(in: String(contentsOf: file, encoding: .utf8), file: $0)
      }
  }
}
