// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import HTTPValues

extension EdgeKind {
  package static let cloudflare = EdgeKind(Cloudflare.self)
}

/// Cloudflare. Its API purges tags, URLs, prefixes or a whole zone, always hard.
enum Cloudflare: EdgeAdapter {
  static let name = "cloudflare"
  static let tagField: FieldName? = "cache-tag"
  static let freshnessField: FieldName? = "cloudflare-cdn-cache-control"
  static let readsTargetedFields = true
  static let purgeKeys = PurgeSettings.Keys(
    address: "https://api.cloudflare.com",
    subject: PurgeSettings.Subject(
      "zone",
      "Cloudflare's zone.",
      example: "023e105f4ecef8ad9ca31a8372d0c353"
    ),
    secret: .one,
    namesWholeURLs: true
  )
  static let purgeRate: PurgeRate? = PurgeRate(perMinute: 5, burst: 25)
  static let writer: (any EdgeWriter.Type)? = WorkerWriter.self

  /// Tags, URLs or prefixes in one request: what every plan may send.
  private static let itemsInRequest = 30

  static func requests(for purge: PurgeParameters) throws(PlainError) -> PurgeRequests {
    let bodies: [String]
    switch purge.target {
    case .tags(let tags): bodies = lists("tags", PurgeParameters.portable(tags))
    case .paths(let paths, let tags):
      bodies = lists("files", try purge.urls(paths)) + lists("tags", PurgeParameters.portable(tags))
    case .prefix(let prefix):
      let host = try purge.requiredHost()
      bodies = lists("prefixes", [host + prefix])
    case .everything: bodies = ["{\"purge_everything\":true}"]
    }
    return PurgeRequests(
      requests: bodies.map { body in
        .json(
          "/client/v4/zones/\(purge.subject)/purge_cache",
          body,
          ["authorization": "Bearer \(purge.secret())"]
        )
      },
      note: purge.isSoft ? "Cloudflare purges hard" : nil
    )
  }

  private static func lists(_ key: String, _ items: [String]) -> [String] {
    items.pieces(of: itemsInRequest).map { "{\"\(key)\":[\($0.jsonStrings)]}" }
  }
}
