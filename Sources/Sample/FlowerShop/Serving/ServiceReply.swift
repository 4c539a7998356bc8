// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// What a service answers.
struct ServiceReply: Sendable {
  var status = Status.ok
  var body: DataValue?
  /// What is no JSON, in place of a body.
  var picture: Picture?
  var freshness = Freshness.none
  /// When what is in the body last changed, in Unix seconds.
  var lastModified: Int64?
  var fields = Fields()

  /// Bytes of a media type.
  struct Picture: Sendable {
    let mediaType: String
    let bytes: [UInt8]
  }

  /// How long others may keep an answer.
  enum Freshness: Sendable, Equatable {
    /// Not at all.
    case none
    /// For so many seconds, and a little longer while they ask again.
    case shared(seconds: Int, stale: Int)

    var cacheControl: String {
      switch self {
      case .none: "no-store"
      case .shared(let seconds, let stale):
        "public, max-age=\(seconds), stale-while-revalidate=\(stale)"
      }
    }
  }

  /// A body for everybody, for a while.
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
