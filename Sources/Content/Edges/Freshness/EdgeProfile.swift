// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// The words of one kind of edge: which fields tell it how long an answer is good for, and which
/// tell it the answer's tags. Fields of other kinds are not sent.
package struct EdgeProfile: Sendable, Hashable {
  package let kind: EdgeKind
  /// The field that it reads tags from; `nil` where it reads none.
  package let tagField: FieldName?
  /// The field that it alone reads for how long an answer is good (RFC 9213); `nil` where it has none.
  package let freshnessField: FieldName?

  /// What is said where nothing is known of who stands in front.
  package static let plain = EdgeProfile(.plain)

  /// The profile of a kind, or the same with other fields for tags and freshness.
  package init(_ kind: EdgeKind, tagField: FieldName? = nil, freshnessField: FieldName? = nil) {
    self.kind = kind
    self.tagField = tagField ?? kind.tagField
    self.freshnessField = freshnessField ?? kind.freshnessField
  }

  package init(_ settings: EdgeSettings) {
    self.init(
      settings.kind,
      tagField: settings.tagField.flatMap { FieldName($0) },
      freshnessField: settings.freshnessField.flatMap { FieldName($0) }
    )
  }
}

extension EdgeKind {
  fileprivate var tagField: FieldName? {
    switch self {
    case .plain, .nginx: nil
    case .varnish: "xkey"
    case .fastly: FieldName(.surrogateKey)
    case .cloudflare, .cloudfront: "cache-tag"
    case .akamai: "edge-cache-tag"
    }
  }

  fileprivate var freshnessField: FieldName? {
    switch self {
    case .plain, .varnish, .nginx, .fastly, .cloudfront: nil
    case .cloudflare: "cloudflare-cdn-cache-control"
    case .akamai: "akamai-cache-control"
    }
  }

  /// What stands between two tags.
  var tagSeparator: String {
    switch self {
    case .varnish, .fastly: " "
    case .plain, .nginx, .cloudflare, .cloudfront, .akamai: ","
    }
  }
}
