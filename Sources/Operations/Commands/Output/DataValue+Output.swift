// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
import Reactor

extension DataValue {
  /// Prints the value on one line, as the output of `--json`.
  package func print() { StandardStream.output.write(String(decoding: json, as: UTF8.self) + "\n") }

  /// Prints the value for people: a line for each member and each element.
  package func printLines() { StandardStream.output.write(lines().joined(separator: "\n") + "\n") }

  private func lines() -> [String] {
    switch content {
    case .dictionary(let members): members.members.flatMap { $0.value.lines(behind: "\($0.key):") }
    case .array(let elements): elements.flatMap { $0.lines(behind: "-") }
    // Without controls, which a terminal would obey.
    case .string(let text): [text.filter { $0.unicodeScalars.allSatisfy(\.isShown) }]
    default: [String(decoding: json, as: UTF8.self)]
    }
  }

  private func lines(behind head: String) -> [String] {
    switch content {
    case .dictionary, .array: [head] + lines().map { "  \($0)" }
    default: ["\(head) \(lines().joined(separator: " "))"]
    }
  }

  /// A finding with its place, rule and all other facts.
  package init(_ finding: Finding) {
    self = .members([
      ("severity", .text(finding.severity.rawValue)), ("rule", .text(finding.rule.rawValue)),
      ("file", .text(finding.place.file)), ("line", .number(finding.place.position.line)),
      ("column", .number(finding.place.position.column)), ("message", .text(finding.message)),
      ("suggestion", .text(finding.suggestion)),
      (
        "quote",
        finding.quote.map {
          .members([("text", .text($0.text)), ("offset", .number($0.offset))])
        } ?? .null
      ),
      (
        "parties",
        .list(
          finding.parties.map { party in
            .members([
              ("file", .text(party.place.file)), ("line", .number(party.place.position.line)),
              ("column", .number(party.place.position.column)), ("role", .text(party.role)),
            ])
          }
        )
      ),
    ])
  }
}

extension Unicode.Scalar {
  fileprivate var isShown: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}

extension DataValue {
  /// An object with these members.
  package static func members(_ members: KeyValuePairs<String, DataValue>) -> DataValue {
    .members(members.map { ($0.key, $0.value) })
  }

  /// A list of what each element becomes.
  package static func list<Element>(
    _ elements: some Sequence<Element>,
    _ value: (Element) -> DataValue
  ) -> DataValue {
    .list(elements.map(value))
  }
}
