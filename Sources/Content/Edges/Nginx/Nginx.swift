// SPDX-License-Identifier: Apache-2.0

import ContentModel
import HTTPValues

extension EdgeKind {
  package static let nginx = EdgeKind(Nginx.self)
}

/// nginx with the exported configuration and its script. PURGE purges a URL, a prefix such as `/items/*`,
/// and tags, which are in the body.
///
/// An nginx with the cache-purge module alone knows neither tags nor prefixes. It takes `/items/*` for a URL
/// that it does not keep; since that status is accepted for URLs only, such a purge fails.
enum Nginx: EdgeAdapter {
  static let name = "nginx"
  static let tagField: FieldName? = nil
  static let purgeKeys = PurgeSettings.Keys()
  static let sendsAge = false
  static let writer: (any EdgeWriter.Type)? = NginxWriter.self

  /// nginx sends no Age and leaves Cache-Control as it is, so that max-age would be too long behind it;
  /// apps get the absolute Expires alone.
  static func write(_ lifetime: EdgeLifetime, to fields: inout Fields) {
    // The first field, since nginx ignores an Expires in the past only after it.
    fields.set("x-accel-expires", lifetime.isPublic ? "@\(lifetime.edge.expire)" : "0")
    lifetime.write(lifetime.app, hasMaxAge: !lifetime.isPublic, to: &fields)
  }

  /// Statuses of the cache-purge module for a URL that is not kept, in newer and older versions.
  private static let notKept = [404, 412]
  /// The time that the script may take, which reads every file of the cache.
  private static let patience = Duration.seconds(120)

  static func requests(for purge: PurgeParameters) -> PurgeRequests {
    let hard = purge.isSoft ? "nginx has no soft purges, so this one is hard" : nil
    switch purge.target {
    case .tags(let tags):
      let plain = "without the exported script everything is purged"
      return PurgeRequests(
        requests: [request("/*", tags: tags, purge)],
        note: PurgeRequests.note(plain, hard)
      )
    case .paths(let paths, let tags):
      let plain =
        tags.isEmpty ? nil : "without the exported script answers that embed this one are kept"
      return PurgeRequests(
        requests: paths.enumerated().map { index, path in
          // One request with the tags is enough: the script searches the whole cache for them.
          var request = request(path, tags: index == 0 ? tags : [], purge)
          request.accepted = notKept
          return request
        },
        note: PurgeRequests.note(plain, hard)
      )
    case .prefix(let prefix):
      return PurgeRequests(requests: [request(prefix + "*", purge)], note: hard)
    case .everything: return PurgeRequests(requests: [request("/*", purge)], note: hard)
    }
  }

  private static func request(
    _ target: String,
    tags: [String] = [],
    _ purge: PurgeParameters
  ) -> PurgeRequest {
    var request = PurgeRequest(.other("PURGE"), target)
    request.authority = purge.host
    request.patience = patience
    guard !tags.isEmpty else { return request }
    request.fields.append("content-type", "text/plain")
    request.body = PurgeParameters.portable(tags).joined(separator: " ")
    return request
  }
}
