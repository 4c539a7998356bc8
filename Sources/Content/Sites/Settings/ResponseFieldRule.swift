// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
package import Services

/// Response fields that a site adds to the answers of some paths.
package struct ResponseFieldRule: Sendable, Hashable {
  /// The documents that are meant.
  package var pattern: PathPattern
  package var fields: [ResponseField]

  package init(pattern: PathPattern, fields: [ResponseField]) {
    self.pattern = pattern
    self.fields = fields
  }

  static let rules = ResponseField.fields.dictionary(of: "the fields of")
    .converted(
      to: { entries in
        entries.map { ResponseFieldRule(pattern: PathPattern($0.key), fields: $0.value) }
      },
      from: { rules in
        rules.map { Entry(written: $0.pattern.text, $0.fields) }
      }
    )
}
