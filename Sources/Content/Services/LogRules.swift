// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import FileShapes

/// The values that a document or a pass has written to the event of a request, and when one is slow.
package struct LogRules: Sendable, Hashable {
  package static let mostValues = 16

  /// The names of the values; no others are written.
  package var capture: [String] = []
  /// A request whose calls took so long is slow; `nil` for the usual limit.
  package var slow: Duration?

  package init() {}
}

/// The same as a file says it, with the places of the names.
package struct LogDeclaration: Sendable {
  package var capture: [Placed<String>] = []
  package var slow: Duration?

  package init() {}

  package var rules: LogRules {
    var rules = LogRules()
    rules.capture = capture.map(\.value)
    rules.slow = slow
    return rules
  }

  /// - Parameters:
  ///   - sentence: what the names are of.
  ///   - example: a name.
  package static func shape(_ sentence: String, example: String) -> Shape<LogDeclaration> {
    Shape.object(LogDeclaration()) {
      Member(
        "capture",
        \.capture,
        Shape<String>.text.placed.oneOrMore(atMost: LogRules.mostValues, orElse: .overBudget),
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
