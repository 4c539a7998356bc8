// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// The reply of a service.
struct ServiceReply: Sendable {
  var status = Status.ok
  var body: DataValue?
  /// An image instead of a JSON body.
  var picture: Picture?
  var freshness = Freshness.none
  /// The last change of the body's content, in Unix seconds.
  var lastModified: Int64?
  var fields = Fields()

  /// An image with its media type.
  struct Picture: Sendable {
    let mediaType: String
    let bytes: [UInt8]
  }

  /// Lifetime of a response in caches.
  enum Freshness: Sendable, Equatable {
    /// Not cached.
    case none
    /// Cached for `seconds`, and served stale for a little longer while revalidated.
    case shared(seconds: Int, stale: Int)

    var cacheControl: String {
      switch self {
      case .none: "no-store"
      case .shared(let seconds, let stale):
        "public, max-age=\(seconds), stale-while-revalidate=\(stale)"
      }
    }
  }

  /// Returns a public, cacheable reply.
  static func kept(
    _ body: DataValue,
    seconds: Int,
    lastModified: Int64? = nil,
    language: String? = nil
  ) -> ServiceReply {
    var reply = ServiceReply(
      body: body,
      freshness: .shared(seconds: seconds, stale: max(1, seconds / 10)),
      lastModified: lastModified
    )
    if let language { reply.fields.append("content-language", language) }
    return reply
  }
}
