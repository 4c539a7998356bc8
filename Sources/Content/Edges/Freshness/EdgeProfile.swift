// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// The response fields that one edge reads: those for freshness, and the one for tags. Fields of other
/// kinds of edges are not sent.
package struct EdgeProfile: Sendable, Hashable {
  package let kind: EdgeKind
  /// The field in which it reads tags; `nil` where it reads none.
  package let tagField: FieldName?
  /// The field that it reads in place of Cache-Control (RFC 9213); `nil` where it has none.
  package let freshnessField: FieldName?

  /// True for answers that no cache may keep for longer than a second, whatever they say themselves.
  package var isBrief = false

  /// For requests that come from no declared edge.
  package static let plain = EdgeProfile(.plain)

  /// The profile of a kind; fields that are given replace the kind's own.
  package init(_ kind: EdgeKind, tagField: FieldName? = nil, freshnessField: FieldName? = nil) {
    self.kind = kind
    self.tagField = tagField ?? kind.adapter.tagField
    self.freshnessField = freshnessField ?? kind.adapter.freshnessField
  }

  package init(_ settings: EdgeSettings) {
    self.init(
      settings.kind,
      tagField: settings.tagField.flatMap { FieldName($0) },
      freshnessField: settings.freshnessField.flatMap { FieldName($0) }
    )
  }
}
