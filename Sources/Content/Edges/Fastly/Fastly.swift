// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import HTTPValues

extension EdgeKind {
  package static let fastly = EdgeKind(Fastly.self)
}

/// Fastly. Its API purges keys in batches, URLs one by one, or the whole service.
enum Fastly: EdgeAdapter {
  static let name = "fastly"
  static let tagField: FieldName? = FieldName(.surrogateKey)
  static let tagSeparator: StaticString = " "
  static let purgeKeys = PurgeSettings.Keys(
    address: "https://api.fastly.com",
    subject: PurgeSettings.Subject(
      "service",
      "Fastly's service.",
      example: "SU1Z0isxPaozGVKXdv0eY"
    ),
    secret: .one,
    namesWholeURLs: true
  )
  static let writer: (any EdgeWriter.Type)? = FastlyWriter.self

  /// Fastly prefers Surrogate-Control, but understands `private` in Cache-Control only; so a private answer
  /// has no Surrogate-Control.
  static func write(_ lifetime: EdgeLifetime, to fields: inout Fields) {
    if lifetime.isPublic {
      fields.set(FieldName(.surrogateControl), lifetime.edgeControl.description)
    }
    lifetime.write(lifetime.app, to: &fields)
  }

  /// Keys in one request: the API's limit.
  private static let keysInRequest = 256

  static func requests(for purge: PurgeParameters) throws(PlainError) -> PurgeRequests {
    switch purge.target {
    case .tags(let tags): return PurgeRequests(requests: requests(tags, purge))
    case .paths(let paths, let tags):
      let host = try purge.requiredHost()
      return PurgeRequests(
        requests: paths.map { path in
          var request = PurgeRequest(.post, "/purge/\(host)\(path)")
          request.fields = fields(purge)
          return request
        } + requests(tags, purge)
      )
    case .prefix: return whole(purge, "Fastly has no prefixes, so the whole service is purged")
    case .everything:
      return whole(purge, purge.isSoft ? "Fastly purges a whole service hard" : nil)
    }
  }

  private static func requests(_ tags: [String], _ purge: PurgeParameters) -> [PurgeRequest] {
    PurgeParameters.portable(tags).pieces(of: keysInRequest).map { keys in
      .json(
        "/service/\(purge.subject)/purge",
        "{\"surrogate_keys\":[\(keys.jsonStrings)]}",
        fields(purge)
      )
    }
  }

  private static func whole(_ purge: PurgeParameters, _ note: String?) -> PurgeRequests {
    var request = PurgeRequest(.post, "/service/\(purge.subject)/purge_all")
    request.fields = ["fastly-key": purge.secret(), "accept": "application/json"]
    return PurgeRequests(requests: [request], note: note)
  }

  private static func fields(_ purge: PurgeParameters) -> Fields {
    var fields: Fields = ["fastly-key": purge.secret(), "accept": "application/json"]
    if purge.isSoft { fields.append("fastly-soft-purge", "1") }
    return fields
  }
}
