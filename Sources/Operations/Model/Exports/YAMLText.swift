// SPDX-License-Identifier: Apache-2.0

import Bytes

/// The text of a YAML file that is being written; values are in quotes, as JSON has them.
struct YAMLText {
  private(set) var text = ""

  /// Adds a line with two spaces for each level.
  mutating func line(_ level: Int, _ key: String, _ value: String? = nil) {
    text += String(repeating: "  ", count: level) + key
    if let value { text += " " + value.quotedAsJSON }
    text += "\n"
  }

  /// Adds a rule that records.
  mutating func record(_ name: String, _ expression: String, _ labels: [(String, String)]) {
    line(3, "- record:", name)
    line(4, "expr:", expression)
    line(4, "labels:")
    for (name, value) in labels { line(5, "\(name):", value) }
  }

  /// Adds a rule that alerts.
  mutating func alert(
    _ name: String,
    _ expression: String,
    lasting duration: String? = nil,
    severity: String,
    labels: [(String, String)] = [],
    _ summary: String
  ) {
    line(3, "- alert:", name)
    line(4, "expr:", expression)
    if let duration { line(4, "for:", duration) }
    line(4, "labels:")
    line(5, "severity:", severity)
    for (name, value) in labels { line(5, "\(name):", value) }
    line(4, "annotations:")
    line(5, "summary:", summary)
  }
}
