// SPDX-License-Identifier: Apache-2.0

/// A CDN or proxy in front of the site, as the site's file declares it.
package struct EdgeSettings: Sendable, Hashable {
  package var name: String
  package var kind = EdgeKind.plain
  /// Its addresses, as networks such as `10.0.0.0/8`; fields of other peers are ignored.
  package var peers: [String] = []
  /// The request field with the visitor's country, such as `CloudFront-Viewer-Country`.
  package var countryField: String?
  /// The request field with the device, in one of the site's words.
  package var deviceField: String?

  /// The request field with the client's address: X-Forwarded-For or Forwarded, to which each proxy
  /// adds one, or one such as `True-Client-IP` that has just the address.
  package var clientField = "X-Forwarded-For"

  /// The response field in which it reads tags; its kind's own, unless given.
  package var tagField: String?

  /// The response field that it reads in place of Cache-Control (RFC 9213), such as CDN-Cache-Control; its
  /// kind's own, unless given.
  package var freshnessField: String?

  /// Settings for purging the edge; `nil` where it is not purged.
  package var purge: PurgeSettings?

  /// Settings of its measurement at the public URL; `nil` for none.
  package var measure: MeasureSettings?

  package init(name: String) { self.name = name }

  /// Whether a publication purges what it changes.
  package var isPurgedOnPublish: Bool { purge?.isOnPublish ?? false }
}
