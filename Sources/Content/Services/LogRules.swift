// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import FileShapes

/// The values that a document or a pass has written to the event of a request, and when one is slow.
package struct LogRules: Sendable, Hashable {
  private static let mostValues = 16

  /// The names of the values; no others are written.
  package var capture: [String] = []
  /// A request whose calls took so long is slow; `nil` for the usual limit.
  package var slow: Duration?

  package init() {}

  /// - Parameters:
  ///   - sentence: what the names are of.
  ///   - example: a name.
  package static func shape(_ sentence: String, example: String) -> Shape<LogRules> {
    Shape.object(LogRules()) {
      Member(
        "capture",
        \.capture,
        Shape<String>.text.oneOrMore(atMost: mostValues, orElse: .overBudget),
        sentence,
        examples: [DataValue(.array([DataValue(.string(example))]))]
      )
      Member(
        "slow",
        \.slow,
        Duration.shape,
        "A request whose calls took so long is slow: it is kept longest, and sent to other hosts in any case.",
        examples: ["300ms"]
      )
    }
  }
}
