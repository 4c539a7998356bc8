// SPDX-License-Identifier: Apache-2.0

import ContentModel
import HTTPValues

extension EdgeKind {
  package static let cloudfront = EdgeKind(CloudFront.self)
}

/// CloudFront. A purge is an invalidation of a distribution, always hard: a tag is a path that begins with
/// `#`, a prefix one that ends with `*`.
enum CloudFront: EdgeAdapter {
  static let name = "cloudfront"
  static let tagField: FieldName? = "cache-tag"
  static let purgeKeys = PurgeSettings.Keys(
    address: "https://cloudfront.amazonaws.com",
    subject: PurgeSettings.Subject(
      "distribution",
      "CloudFront's distribution.",
      example: "EDFDVBD6EXAMPLE"
    ),
    secret: .parts(["accessKey", "secretKey"], optional: ["sessionToken"])
  )
  static let writer: (any EdgeWriter.Type)? = CloudFrontWriter.self

  /// It has no field of its own, and reads Cache-Control as the app does.
  static func write(_ lifetime: EdgeLifetime, to fields: inout Fields) {
    lifetime.write(lifetime.isPublic ? lifetime.edge : lifetime.app, to: &fields)
  }

  /// Paths in one invalidation; how many may be under way at once is CloudFront's business.
  private static let pathsInRequest = 1_000

  static func requests(for purge: PurgeParameters) -> PurgeRequests {
    let paths =
      switch purge.target {
      case .tags(let tags): marked(tags)
      case .paths(let paths, let tags): paths + marked(tags)
      case .prefix(let prefix): [prefix + "*"]
      case .everything: ["/*"]
      }
    return PurgeRequests(
      requests: paths.pieces(of: pathsInRequest).map { request(Array($0), purge) },
      note: purge.isSoft ? "CloudFront purges hard" : nil
    )
  }

  private static func marked(_ tags: [String]) -> [String] {
    PurgeParameters.portable(tags).map { "#\($0)" }
  }

  private static func request(_ paths: [String], _ purge: PurgeParameters) -> PurgeRequest {
    var request = PurgeRequest(.post, "/2020-05-31/distribution/\(purge.subject)/invalidation")
    request.fields.append("content-type", "application/xml")
    request.body =
      "<InvalidationBatch xmlns=\"http://cloudfront.amazonaws.com/doc/2020-05-31/\"><Paths>"
      + "<Quantity>\(paths.count)</Quantity><Items>"
      + paths.map { "<Path>\(escaped($0))</Path>" }.joined()
      + "</Items></Paths><CallerReference>\(PurgeRequest.reference)</CallerReference>"
      + "</InvalidationBatch>"
    request.signature = .aws(
      AWSSignature(
        service: "cloudfront",
        region: "us-east-1",
        accessKey: purge.secret("accessKey"),
        secretKey: purge.secret("secretKey"),
        sessionToken: purge.secrets["sessionToken"]
      )
    )
    return request
  }

  /// The only character of a path that XML has to escape.
  private static func escaped(_ path: String) -> String { path.replacing("&", with: "&amp;") }
}
