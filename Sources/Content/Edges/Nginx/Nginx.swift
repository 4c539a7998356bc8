// SPDX-License-Identifier: Apache-2.0

import HTTPValues

extension EdgeKind {
  package static let nginx = EdgeKind(Nginx.self)
}

/// nginx with the exported configuration and its script. A purge is PURGE for a URL, for all that begin
/// as `/items/*`, and for tags, which are in the body.
///
/// An nginx that has the cache-purge module and not our script does not understand all of it. It takes
/// a path with a star for everything that begins so, or for a URL that it does not keep, which is no
/// success here: what it cannot do fails.
enum Nginx: EdgeAdapter {
  static let name = "nginx"
  static let tagField: FieldName? = nil
  static let purgeKeys = PurgeKeys()
  static let sendsAge = false
  static let writer: (any EdgeWriter.Type)? = NginxWriter.self

  /// It sends no Age and hands Cache-Control on as it came, so only the absolute Expires is true behind
  /// it, and max-age is not written.
  static func write(_ lifetime: EdgeLifetime, to fields: inout Fields) {
    // It stands before the others: nginx ignores an Expires in the past only behind it.
    fields.set("x-accel-expires", lifetime.isPublic ? "@\(lifetime.edge.expire)" : "0")
    lifetime.write(lifetime.app, hasMaxAge: !lifetime.isPublic, to: &fields)
  }

  /// What the module says of a URL that is not kept, in its older and its newer versions.
  private static let notKept = [404, 412]
  /// Reading what nginx keeps takes some ten microseconds an answer.
  private static let patience = Duration.seconds(120)

  static func requests(for purge: PurgeParameters) -> PurgeRequests {
    let hard = purge.isSoft ? "nginx has no soft purges, so this one is hard" : nil
    switch purge.target {
    case .tags(let tags):
      let plain = "without the exported script everything is purged"
      return PurgeRequests(
        requests: [request("/*", tags: tags, purge)],
        notes: [plain, hard]
      )
    case .paths(let paths, let tags):
      let plain =
        tags.isEmpty ? nil : "without the exported script answers in which this stands are kept"
      return PurgeRequests(
        requests: paths.enumerated().map { index, path in
          // All of what is kept is looked through for tags, so once is enough.
          var request = request(path, tags: index == 0 ? tags : [], purge)
          request.accepted = notKept
          return request
        },
        notes: [plain, hard]
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
