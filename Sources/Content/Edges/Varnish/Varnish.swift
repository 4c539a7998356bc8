// SPDX-License-Identifier: Apache-2.0

import ContentModel
import HTTPValues

extension EdgeKind {
  package static let varnish = EdgeKind(Varnish.self)
}

/// Varnish with the exported VCL. A purge is PURGE for a URL with all its variants, PURGE with tags for
/// those that the module xkey knows, and BAN for a prefix.
enum Varnish: EdgeAdapter {
  static let name = "varnish"
  static let tagField: FieldName? = "xkey"
  static let tagSeparator: StaticString = " "
  static let purgeKeys = PurgeSettings.Keys()
  static let writer: (any EdgeWriter.Type)? = VarnishWriter.self

  /// It has no field of its own, and reads Cache-Control as the app does.
  static func write(_ lifetime: EdgeLifetime, to fields: inout Fields) {
    lifetime.write(lifetime.isPublic ? lifetime.edge : lifetime.app, to: &fields)
  }

  /// Tags in one request: Varnish takes 8 KiB of a field.
  private static let tagsInRequest = 50

  static func requests(for purge: PurgeParameters) -> PurgeRequests {
    switch purge.target {
    case .tags(let tags): return PurgeRequests(requests: requests(tags, purge))
    case .paths(let paths, let tags):
      return PurgeRequests(requests: paths.map { request($0, purge) } + requests(tags, purge))
    case .prefix(let prefix): return ban(prefix, purge)
    case .everything: return ban("/", purge)
    }
  }

  private static func requests(_ tags: [String], _ purge: PurgeParameters) -> [PurgeRequest] {
    PurgeParameters.portable(tags).pieces(of: tagsInRequest).map { piece in
      var request = request("/", purge)
      request.fields.append("x-purge-tags", piece.joined(separator: " "))
      return request
    }
  }

  private static func ban(_ prefix: String, _ purge: PurgeParameters) -> PurgeRequests {
    var request = PurgeRequest(.other("BAN"), "/")
    request.authority = purge.host
    request.fields.append("x-ban-prefix", prefix)
    return PurgeRequests(requests: [request], note: purge.isSoft ? "a ban is always hard" : nil)
  }

  private static func request(
    _ target: String,
    _ purge: PurgeParameters
  ) -> PurgeRequest {
    var request = PurgeRequest(.other("PURGE"), target)
    request.authority = purge.host
    if purge.isSoft { request.fields.append("x-purge-soft", "1") }
    return request
  }
}
