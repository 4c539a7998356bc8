// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
package import Plans

/// Response fields that a site adds to the answers of some paths.
package struct ResponseFieldRule: Sendable, Hashable {
  static let maximumFields = 32
  static let maximumValueBytes = 4_096

  /// The documents that are meant.
  package var pattern: PathPattern
  package var fields: [ResponseField]

  package init(pattern: PathPattern, fields: [ResponseField]) {
    self.pattern = pattern
    self.fields = fields
  }

  /// Fields that Portico writes itself, from what it knows of an answer.
  static let reserved: Set<FieldName> = [
    "accept-query", "accept-ranges", "access-control-allow-credentials",
    "access-control-allow-headers", "access-control-allow-methods", "access-control-allow-origin",
    "access-control-expose-headers", "access-control-max-age", "age", "allow", "cache-control",
    "cache-groups", "cache-status", "cache-tag", "cdn-cache-control", "connection",
    "content-encoding", "content-language", "content-length", "content-location", "content-range",
    "content-type", "date", "edge-cache-tag", "etag", "expires", "last-modified", "retry-after",
    "set-cookie", "surrogate-control", "surrogate-key", "te", "trailer", "transfer-encoding",
    "upgrade", "vary", "via",
  ]

  static let rules = fieldsShape.dictionary(of: "the fields of")
    .converted(
      to: { entries in
        entries.map { ResponseFieldRule(pattern: PathPattern($0.key), fields: $0.value) }
      },
      from: { rules in
        rules.map {
          Entry(key: $0.pattern.text, place: FilePlace(SiteSettings.path), value: $0.fields)
        }
      }
    )

  /// Field names with their values.
  static let fieldsShape = Shape.text(.fieldValue)
    .dictionary(of: "the field", keys: .ownField, atMost: maximumFields)
    .converted(
      to: { entries in
        entries.compactMap { entry in
          FieldName(entry.key).map { ResponseField($0, entry.value) }
        }
      },
      from: { fields in
        fields.map {
          Entry(key: "\($0.name)", place: FilePlace(SiteSettings.path), value: $0.value)
        }
      }
    )
}

extension TextForm where Value == String {
  /// A field that a site may write.
  fileprivate static let ownField: TextForm<String> = {
    var form = TextForm(
      "name of a field that a site can set",
      expected: "one such as content-security-policy",
      pattern: TextPatterns.token,
      accepts: { text in
        FieldName(text).map { !ResponseFieldRule.reserved.contains($0) } ?? false
      }
    )
    form.hint = { text in
      FieldName(text) == nil ? nil : "another one: Portico sets this field itself"
    }
    return form
  }()

  fileprivate static let fieldValue = TextForm(
    "value of a field",
    expected: "1 to \(ResponseFieldRule.maximumValueBytes) visible characters and blanks",
    pattern: "^[ -~]{1,\(ResponseFieldRule.maximumValueBytes)}$",
    accepts: { text in
      (1...ResponseFieldRule.maximumValueBytes).contains(text.utf8.count)
        && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
  )
}
