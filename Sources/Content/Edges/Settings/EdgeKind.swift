// SPDX-License-Identifier: Apache-2.0

/// Which cache an edge is: each has its own words for freshness, tags and purges.
package enum EdgeKind: String, Sendable, Hashable, CaseIterable {
  /// Any cache that keeps to RFC 9111, and no more is known of it.
  case plain
  case varnish
  case nginx
  case fastly
  case cloudflare
  case cloudfront
  case akamai

  /// Whether it reads a field of RFC 9213, such as CDN-Cache-Control, in place of Cache-Control.
  package var readsTargetedFields: Bool {
    switch self {
    case .plain, .cloudflare, .akamai: true
    case .varnish, .nginx, .fastly, .cloudfront: false
    }
  }

  /// The kinds that do, for messages.
  static var readingTargetedFields: String {
    allCases.filter(\.readsTargetedFields).map(\.rawValue).joined(separator: ", ")
  }
}
