// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// Fastly's purge API: keys in batches, URLs one by one, or the whole service.
enum FastlyPurge {
  /// Keys in one request, by the API's own limit.
  private static let keysInRequest = 256

  static func outline(_ words: PurgeWords) throws(PurgeRefusal) -> PurgeOutline {
    switch words.target {
    case .tags(let tags): return PurgeOutline(requests: requests(tags, words))
    case .paths(let paths, let tags):
      guard let host = words.host else {
        throw PurgeRefusal(message: "there is no base of public URLs")
      }
      return PurgeOutline(
        requests: paths.map { path in
          var request = PurgeRequest(.post, "/purge/\(host)\(path)")
          request.fields = fields(words)
          return request
        } + requests(tags, words)
      )
    case .prefix: return whole(words, "Fastly has no prefixes, so the whole service is purged")
    case .everything:
      return whole(words, words.isSoft ? "Fastly purges a whole service hard" : nil)
    }
  }

  private static func requests(_ tags: [String], _ words: PurgeWords) -> [PurgeRequest] {
    PurgeWords.portable(tags).pieces(of: keysInRequest).map { keys in
      .json(
        "/service/\(words.subject)/purge",
        "{\"surrogate_keys\":[\(keys.jsonStrings)]}",
        fields(words)
      )
    }
  }

  private static func whole(_ words: PurgeWords, _ note: String?) -> PurgeOutline {
    var request = PurgeRequest(.post, "/service/\(words.subject)/purge_all")
    request.fields = ["fastly-key": words.secret(), "accept": "application/json"]
    return PurgeOutline(requests: [request], note: note)
  }

  private static func fields(_ words: PurgeWords) -> Fields {
    var fields: Fields = ["fastly-key": words.secret(), "accept": "application/json"]
    if words.isSoft { fields.append("fastly-soft-purge", "1") }
    return fields
  }
}
