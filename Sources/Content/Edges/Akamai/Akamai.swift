// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import FileShapes
import HTTPValues

extension EdgeKind {
  package static let akamai = EdgeKind(Akamai.self)
}

/// Akamai. Fast Purge invalidates tags and URLs, which is soft, or deletes them. It knows neither prefixes
/// nor everything.
enum Akamai: EdgeAdapter {
  static let name = "akamai"
  static let tagField: FieldName? = "edge-cache-tag"
  static let freshnessField: FieldName? = "akamai-cache-control"
  static let readsTargetedFields = true
  static let purgeKeys = PurgeSettings.Keys(
    subject: PurgeSettings.Subject(
      "network",
      "Akamai's network; production, unless given.",
      example: Network.staging.rawValue,
      shape: Shape<Network>.choice.converted(
        to: \.rawValue,
        from: { Network(rawValue: $0) ?? .production }
      ),
      standard: Network.production.rawValue
    ),
    secret: .parts(["clientToken", "clientSecret", "accessToken"]),
    namesWholeURLs: true
  )

  private enum Network: String, Sendable, CaseIterable {
    case production, staging
  }

  /// Tags or URLs in one request: 50,000 bytes of body are allowed.
  private static let objectsInRequest = 100

  static func requests(for purge: PurgeParameters) throws(PlainError) -> PurgeRequests {
    switch purge.target {
    case .tags(let tags): return requests("tag", PurgeParameters.portable(tags), purge)
    case .paths(let paths, let tags):
      var outline = requests("url", try purge.urls(paths), purge)
      outline.requests += requests("tag", PurgeParameters.portable(tags), purge).requests
      return outline
    case .prefix, .everything:
      throw PlainError(
        "Akamai purges tags and URLs, and nothing by prefix or as a whole"
      )
    }
  }

  private static func requests(
    _ kind: String,
    _ objects: [String],
    _ purge: PurgeParameters
  ) -> PurgeRequests {
    let target = "/ccu/v3/\(purge.isSoft ? "invalidate" : "delete")/\(kind)/\(purge.subject)"
    return PurgeRequests(
      requests: objects.pieces(of: objectsInRequest).map { piece in
        var request = PurgeRequest.json(target, "{\"objects\":[\(piece.jsonStrings)]}")
        request.signature = .edgeGrid(
          EdgeGridSignature(
            clientToken: purge.secret("clientToken"),
            clientSecret: purge.secret("clientSecret"),
            accessToken: purge.secret("accessToken")
          )
        )
        return request
      }
    )
  }
}
