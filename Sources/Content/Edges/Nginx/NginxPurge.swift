// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// How the configuration of nginx that we write is told of purges: PURGE for a URL, for all that begin
/// as `/items/*`, and for tags, which stand in the body.
///
/// An nginx that has the cache-purge module and not our script does not understand all of it. It takes
/// a path with a star for everything that begins so, or for a URL that it does not keep, which is no
/// success here: what it cannot do fails.
enum NginxPurge {
  /// What the module says of a URL that is not kept, in its older and its newer versions.
  private static let notKept = [404, 412]
  /// Reading what nginx keeps takes some ten microseconds an answer.
  private static let patience = Duration.seconds(120)

  static func outline(_ words: PurgeWords) -> PurgeOutline {
    let hard = words.isSoft ? "nginx has no soft purges, so this one is hard" : nil
    switch words.target {
    case .tags(let tags):
      let plain = "without the exported script everything is purged"
      return PurgeOutline(
        requests: [request("/*", tags: tags, words)],
        note: [plain, hard].compactMap(\.self).joined(separator: "; ")
      )
    case .paths(let paths, let tags):
      let plain =
        tags.isEmpty ? nil : "without the exported script answers in which this stands are kept"
      let notes = [plain, hard].compactMap(\.self)
      return PurgeOutline(
        requests: paths.enumerated().map { index, path in
          // All of what is kept is looked through for tags, so once is enough.
          var request = request(path, tags: index == 0 ? tags : [], words)
          request.accepted = notKept
          return request
        },
        note: notes.isEmpty ? nil : notes.joined(separator: "; ")
      )
    case .prefix(let prefix):
      return PurgeOutline(requests: [request(prefix + "*", words)], note: hard)
    case .everything: return PurgeOutline(requests: [request("/*", words)], note: hard)
    }
  }

  private static func request(
    _ target: String,
    tags: [String] = [],
    _ words: PurgeWords
  ) -> PurgeRequest {
    var request = PurgeRequest(.other("PURGE"), target)
    request.authority = words.host
    request.patience = patience
    guard !tags.isEmpty else { return request }
    request.fields.append("content-type", "text/plain")
    request.body = PurgeWords.portable(tags).joined(separator: " ")
    return request
  }
}
