// SPDX-License-Identifier: Apache-2.0

/// Akamai's Fast Purge: tags and URLs are invalidated, which is soft, or deleted. It knows neither
/// prefixes nor everything.
enum AkamaiPurge {
  /// Tags or URLs in one request: 50,000 bytes of body are allowed.
  private static let objectsInRequest = 100

  static func outline(_ words: PurgeWords) throws(PurgeRefusal) -> PurgeOutline {
    switch words.target {
    case .tags(let tags): return requests("tag", PurgeWords.portable(tags), words)
    case .paths(let paths, let tags):
      var outline = requests("url", try words.urls(paths), words)
      outline.requests += requests("tag", PurgeWords.portable(tags), words).requests
      return outline
    case .prefix, .everything:
      throw PurgeRefusal(
        message: "Akamai purges tags and URLs, and nothing by prefix or as a whole"
      )
    }
  }

  private static func requests(
    _ kind: String,
    _ objects: [String],
    _ words: PurgeWords
  ) -> PurgeOutline {
    let target = "/ccu/v3/\(words.isSoft ? "invalidate" : "delete")/\(kind)/\(words.subject)"
    return PurgeOutline(
      requests: objects.pieces(of: objectsInRequest).map { piece in
        var request = PurgeRequest.json(target, "{\"objects\":[\(piece.jsonStrings)]}")
        request.signature = .edgeGrid(
          EdgeGridSignature(
            clientToken: words.secret("clientToken"),
            clientSecret: words.secret("clientSecret"),
            accessToken: words.secret("accessToken")
          )
        )
        return request
      }
    )
  }
}
