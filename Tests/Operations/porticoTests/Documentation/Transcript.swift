// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProgramTesting

/// Commands with what one sees behind them, as a page shows them: a command begins with `$ `, and three
/// dots stand for what is left out.
struct Transcript {
  struct Step {
    let command: String
    /// Empty where nothing is shown.
    let shown: String
  }

  let steps: [Step]

  init(_ text: String) {
    var steps: [Step] = []
    var command: String?
    var shown: [Substring] = []
    func end() {
      guard let command else { return }
      steps.append(Step(command: command, shown: shown.joined(separator: "\n")))
    }
    for line in text.replacing(#/\\\n */#, with: "").split(separator: "\n") {
      if line.hasPrefix("$ ") {
        end()
        command = String(line.dropFirst(2))
        shown = []
      } else {
        shown.append(line)
      }
    }
    end()
    self.steps = steps
  }

  /// Why what is seen is not what is shown; `nil` where it is.
  static func difference(between seen: String, and shown: String) -> String? {
    let parts = shown.components(separatedBy: "...").map(settled)
    var rest = Substring(settled(seen))
    for (number, part) in parts.enumerated() where !part.isEmpty {
      let isLast = number == parts.count - 1
      let place =
        number == 0
        ? (rest.hasPrefix(part) ? rest.range(of: part) : nil)
        : rest.range(of: part, options: isLast ? .backwards : [])
      guard let place, !isLast || place.upperBound == rest.endIndex else {
        return "\(part) is not where it is shown; seen is\n\(seen)"
      }
      rest = rest[place.upperBound...]
    }
    return nil
  }

  /// A text without blanks, and without what is another one each time: instants, names by chance.
  private static func settled(_ text: String) -> String {
    text.replacing(/"_expire":"[0-9]+"/, with: #""_expire":"0""#)
      .replacing(/max-age=[0-9]+/, with: "max-age=0")
      .replacing(/etag: "[^"]+"/, with: "etag: 0")
      .replacing(/(?i:expires|date|last-modified): .*/, with: "date")
      .replacing(/"id":"[0-9a-f]{8}-[0-9a-f]{8}"/, with: #""id":"0""#)
      .replacing(/edition [0-9a-f]{16}/, with: "edition 0")
      .replacing(/flow=[A-Za-z0-9_-]+/, with: "flow=0")
      .filter { !$0.isWhitespace }
  }
}
