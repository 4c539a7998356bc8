// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// CloudFront's invalidations of a distribution. A tag is a path that begins with `#`, a prefix one
/// that ends with `*`. All of it is hard.
enum CloudFrontPurge {
  /// Paths in one invalidation; how many may be under way at once is CloudFront's business.
  private static let pathsInRequest = 1_000

  static func outline(_ words: PurgeWords) -> PurgeOutline {
    let paths =
      switch words.target {
      case .tags(let tags): marked(tags)
      case .paths(let paths, let tags): paths + marked(tags)
      case .prefix(let prefix): [prefix + "*"]
      case .everything: ["/*"]
      }
    return PurgeOutline(
      requests: paths.pieces(of: pathsInRequest).map { request(Array($0), words) },
      note: words.isSoft ? "CloudFront purges hard" : nil
    )
  }

  private static func marked(_ tags: [String]) -> [String] {
    PurgeWords.portable(tags).map { "#\($0)" }
  }

  private static func request(_ paths: [String], _ words: PurgeWords) -> PurgeRequest {
    var request = PurgeRequest(.post, "/2020-05-31/distribution/\(words.subject)/invalidation")
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
        accessKey: words.secret("accessKey"),
        secretKey: words.secret("secretKey"),
        sessionToken: words.secrets["sessionToken"]
      )
    )
    return request
  }

  /// Of what XML escapes only this can stand in a path.
  private static func escaped(_ path: String) -> String { path.replacing("&", with: "&amp;") }
}
