// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Result of If-Match or If-None-Match for one representation, over all lines of the field.
package enum EntityTagCondition: Sendable, Equatable {
  /// There is no such field.
  case absent
  /// The field is `*`: any representation.
  case any
  /// A member is the tag of the representation.
  case matched
  /// No member is.
  case unmatched

  /// Comparison of two tags, RFC 9110 section 8.8.3.2.
  package enum Comparison: Sendable {
    case strong
    case weak
  }

  package init(
    _ name: KnownField,
    in fields: borrowing FieldsView,
    against current: EntityTag?,
    _ comparison: Comparison
  ) {
    guard let first = fields.firstIndex(of: name) else {
      self = .absent
      return
    }
    if fields.firstIndex(of: name, from: first + 1) == nil, fields.value(at: first).matches("*") {
      self = .any
      return
    }
    self = .unmatched
    guard let current, comparison == .weak || !current.isWeak else { return }
    var line = first
    while true {
      var scanner = EntityTagScanner(fields.value(at: line))
      while let tag = scanner.next() {
        guard comparison == .weak || !tag.isWeak, tag.quoted.matches(current.quoted.span) else {
          continue
        }
        self = .matched
        return
      }
      guard let next = fields.firstIndex(of: name, from: line + 1) else { return }
      line = next
    }
  }
}
