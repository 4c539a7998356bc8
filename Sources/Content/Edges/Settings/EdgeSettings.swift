// SPDX-License-Identifier: Apache-2.0

/// A CDN or proxy in front of the site, and what it is believed.
package struct EdgeSettings: Sendable, Hashable {
  package var name: String
  package var kind = EdgeKind.plain
  /// Its addresses, as networks such as `10.0.0.0/8`; only these are believed.
  package var peers: [String] = []
  /// The field that says the visitor's country, such as `CloudFront-Viewer-Country`.
  package var countryField: String?
  /// The field that says the device: one word, as this site calls it.
  package var deviceField: String?

  /// The field that says the client's address: X-Forwarded-For or Forwarded, to which each proxy on
  /// the way adds, or one such as `True-Client-IP` that has just the address.
  package var clientField = "X-Forwarded-For"

  /// The field in which it is told the tags of an answer; its kind's own, unless given.
  package var tagField: String?

  /// The field of RFC 9213 in which it is told for how long an answer is good, such as
  /// CDN-Cache-Control; its kind's own way, unless given.
  package var freshnessField: String?

  /// How it is purged; `nil` where it is not.
  package var purge: PurgeSettings?

  package init(name: String) { self.name = name }

  /// Whether a publication purges what it changes.
  package var isPurgedOnPublish: Bool { purge?.isOnPublish ?? false }
}
