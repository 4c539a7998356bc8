// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// Cloudflare's purge of a zone: by tags, by URLs, by prefixes or as a whole. All of it is hard.
enum CloudflarePurge {
  /// Tags, URLs or prefixes in one request: what every plan may send.
  private static let itemsInRequest = 30

  static func outline(_ words: PurgeWords) throws(PurgeRefusal) -> PurgeOutline {
    let bodies: [String]
    switch words.target {
    case .tags(let tags): bodies = lists("tags", PurgeWords.portable(tags))
    case .paths(let paths, let tags):
      bodies = lists("files", try words.urls(paths)) + lists("tags", PurgeWords.portable(tags))
    case .prefix(let prefix):
      guard let host = words.host else {
        throw PurgeRefusal(message: "there is no base of public URLs")
      }
      bodies = lists("prefixes", [host + prefix])
    case .everything: bodies = ["{\"purge_everything\":true}"]
    }
    return PurgeOutline(
      requests: bodies.map { body in
        .json(
          "/client/v4/zones/\(words.subject)/purge_cache",
          body,
          ["authorization": "Bearer \(words.secret())"]
        )
      },
      note: words.isSoft ? "Cloudflare purges hard" : nil
    )
  }

  private static func lists(_ key: String, _ items: [String]) -> [String] {
    items.pieces(of: itemsInRequest).map { "{\"\(key)\":[\($0.jsonStrings)]}" }
  }
}
