// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import FileShapes
package import HTTPValues

/// A response field with its value, as a site declares it.
package struct ResponseField: Sendable, Hashable {
  private static let maximumFields = 32
  fileprivate static let maximumValueBytes = 4_096

  package let name: FieldName
  package let value: String

  package init(_ name: FieldName, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Fields that Portico writes itself, from what it knows of an answer.
  fileprivate static let reserved: Set<FieldName> = [
    "accept-query", "accept-ranges", "access-control-allow-credentials",
    "access-control-allow-headers", "access-control-allow-methods", "access-control-allow-origin",
    "access-control-expose-headers", "access-control-max-age", "age", "allow", "cache-control",
    "cache-groups", "cache-status", "cache-tag", "cdn-cache-control", "connection",
    "content-encoding", "content-language", "content-length", "content-location", "content-range",
    "content-type", "date", "edge-cache-tag", "etag", "expires", "last-modified", "retry-after",
    "set-cookie", "surrogate-control", "surrogate-key", "te", "trailer", "transfer-encoding",
    "upgrade", "vary", "via",
  ]

  /// Field names with their values.
  package static let fields = Shape.text(.fieldValue)
    .dictionary(of: "the field", keys: .ownField, atMost: maximumFields)
    .converted(
      to: { entries in
        entries.compactMap { entry in
          FieldName(entry.key).map { ResponseField($0, entry.value) }
        }
      },
      from: { fields in
        fields.map { Entry(written: "\($0.name)", $0.value) }
      }
    )
}

extension TextForm where Value == String {
  /// A field that a site may write.
  fileprivate static let ownField = fieldName(
    "name of a field that a site can set",
    expected: "one such as content-security-policy",
    besides: ResponseField.reserved,
    which: "Portico sets this field itself"
  )

  fileprivate static let fieldValue = visible(
    "value of a field",
    atMost: ResponseField.maximumValueBytes
  )
}
