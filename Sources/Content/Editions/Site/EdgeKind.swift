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
}
