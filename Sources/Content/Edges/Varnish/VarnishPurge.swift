// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// How the configuration of Varnish that we write is told of purges: PURGE for a URL with all its
/// variants, PURGE with tags for the xkeys, and BAN for prefixes.
enum VarnishPurge {
  /// Tags in one request: Varnish takes 8 KiB of a field.
  private static let tagsInRequest = 50

  static func outline(_ words: PurgeWords) -> PurgeOutline {
    switch words.target {
    case .tags(let tags): return PurgeOutline(requests: requests(tags, words))
    case .paths(let paths, let tags):
      return PurgeOutline(requests: paths.map { request($0, words) } + requests(tags, words))
    case .prefix(let prefix): return ban(prefix, words)
    case .everything: return ban("/", words)
    }
  }

  private static func requests(_ tags: [String], _ words: PurgeWords) -> [PurgeRequest] {
    PurgeWords.portable(tags).pieces(of: tagsInRequest).map { piece in
      var request = request("/", words)
      request.fields.append("x-purge-tags", piece.joined(separator: " "))
      return request
    }
  }

  private static func ban(_ prefix: String, _ words: PurgeWords) -> PurgeOutline {
    var request = PurgeRequest(.other("BAN"), "/")
    request.authority = words.host
    request.fields.append("x-ban-prefix", prefix)
    return PurgeOutline(requests: [request], note: words.isSoft ? "a ban is always hard" : nil)
  }

  private static func request(
    _ target: String,
    _ words: PurgeWords
  ) -> PurgeRequest {
    var request = PurgeRequest(.other("PURGE"), target)
    request.authority = words.host
    if words.isSoft { request.fields.append("x-purge-soft", "1") }
    return request
  }
}
