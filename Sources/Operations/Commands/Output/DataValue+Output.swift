// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
import Reactor

extension DataValue {
  /// Prints the value on one line, as the output of `--json`.
  package func print() { StandardStream.output.write(String(decoding: json, as: UTF8.self) + "\n") }

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
