// SPDX-License-Identifier: Apache-2.0

/// A kind of CDN or proxy in front of the gateway, as a site's file names it under `kind`.
package struct EdgeKind: Sendable, CaseIterable, RawRepresentable {
  /// Every kind; a new one is a folder of this module and its name here.
  package static let allCases: [EdgeKind] = [
    .plain, .varnish, .nginx, .fastly, .cloudflare, .cloudfront, .akamai,
  ]

  /// The adapter for edges of this kind.
  let adapter: any EdgeAdapter.Type

  init(_ adapter: any EdgeAdapter.Type) { self.adapter = adapter }

  package init?(rawValue: String) {
    guard let kind = EdgeKind.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = kind
  }

  package var rawValue: String { adapter.name }

  /// Writes what the gateway's decisions come to in its language; `nil` where it has no export.
  package var writer: (any EdgeWriter.Type)? { adapter.writer }

  /// Whether its API is given whole URLs, so that the host of the site must be known.
  package var namesWholeURLs: Bool { adapter.purgeKeys.namesWholeURLs }

  /// The kinds that read a field of RFC 9213 in place of Cache-Control, for messages.
  static var readingTargetedFields: String {
    allCases.filter { $0.adapter.readsTargetedFields }.map(\.rawValue).joined(separator: ", ")
  }
}

extension EdgeKind: Hashable {
  package static func == (one: EdgeKind, other: EdgeKind) -> Bool { one.adapter == other.adapter }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(adapter)) }
}
