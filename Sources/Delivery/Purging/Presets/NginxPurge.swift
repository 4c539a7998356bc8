// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// How the cache-purge module of nginx is told of purges. It knows neither tags nor soft purges, so a
/// purge by tag lets go of everything; the module's wildcards are needed for that and for prefixes.
enum NginxPurge {
  /// What the module says of a URL that is not kept, in its older and its newer versions.
  private static let notKept = [404, 412]

  static func outline(_ words: PurgeWords) -> PurgeOutline {
    switch words.target {
    case .tags:
      return PurgeOutline(
        requests: [request("/*", words)],
        note: "nginx has no tags, so everything is purged"
      )
    case .paths(let paths, let tags):
      let notes = [words.isSoft ? hard : nil, tags.isEmpty ? nil : alone].compactMap(\.self)
      return PurgeOutline(
        requests: paths.map { path in
          var request = request(path, words)
          request.accepted = notKept
          return request
        },
        note: notes.isEmpty ? nil : notes.joined(separator: "; ")
      )
    case .prefix(let prefix):
      return PurgeOutline(
        requests: [request(prefix + "*", words)],
        note: words.isSoft ? hard : nil
      )
    case .everything:
      return PurgeOutline(requests: [request("/*", words)], note: words.isSoft ? hard : nil)
    }
  }

  private static let alone = "nginx has no tags, so answers in which this stands are kept"
  private static let hard = "nginx has no soft purges, so this one is hard"

  private static func request(_ target: String, _ words: PurgeWords) -> PurgeRequest {
    var request = PurgeRequest(.other("PURGE"), target)
    request.authority = words.host
    return request
  }
}
