// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import HTTPValues

/// A document that is to stand in another.
package struct EmbedRequest: Sendable, Hashable {
  /// Encoded as in a URL.
  package let path: String
  package let isLight: Bool
}

/// The body of a document that stands in another.
package struct EmbeddedBody: Sendable {
  /// An object as JSON; `nil` where there is none for this audience, or it could not be had.
  package var bytes: [UInt8]?
  /// Whether it should be there.
  package var hasFailed = false
  package var freshness = Freshness.unlimited
  package var tags: [String] = []
  /// The calls that something stands in for, and those whose last good answer does.
  package var missing: [String] = []
  package var stale: [String] = []

  package init() {}

  /// A document that is not available, to the visitor or to everybody.
  package static func failure(_ privacy: Privacy) -> EmbeddedBody {
    var body = EmbeddedBody()
    body.hasFailed = true
    body.freshness.privacy = privacy
    return body
  }
}

extension ComposedBody {
  /// More documents than these are left out, and said to be missing.
  static let maximumEmbeds = 64

  /// Takes over what is known of a document that stands in it.
  mutating func add(_ request: EmbedRequest, _ embedded: EmbeddedBody) {
    if embedded.hasFailed { missing.append(request.path) }
    missing += embedded.missing.map { "\(request.path):\($0)" }
    stale += embedded.stale.map { "\(request.path):\($0)" }
    add(embedded.freshness, embedded.tags)
  }
}

extension TemplateWriter {
  /// Writes another document if it is there; else it is noted as wanted.
  mutating func write(_ embed: Template.Embed) -> Bool {
    guard let request = request(of: embed) else {
      return embed.otherwise.map { write($0) } ?? false
    }
    if let body = embedded[request]?.bytes {
      bytes += body
      return true
    }
    if embedded[request] == nil, !wanted.contains(request) { wanted.append(request) }
    return embed.otherwise.map { write($0) } ?? false
  }

  /// The document that is meant; `nil` if a part of its path is nowhere to be found.
  func request(of embed: Template.Embed) -> EmbedRequest? {
    address(embed.path).map { EmbedRequest(path: $0, isLight: embed.isLight) }
  }
}
