// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import ContentModel
import ContentResolution
import Digests
import Editions
import HTTPValues

/// Puts a body into the coding that a request prefers, once for all who prefer it.
enum AnswerEncoder {
  /// Smaller bodies are not compressed: the head would eat what is saved.
  static let minimumCompressedBytes = 256

  /// - Parameter fields: all but those that the bytes and the time decide.
  static func answer(
    _ body: [UInt8],
    _ key: AnswerKey,
    _ facts: AnswerFacts,
    _ fields: Fields,
    _ resolved: ResolvedDocument,
    made: UnixTime,
    expire: UnixTime
  ) -> SharedAnswer {
    var fields = fields
    var body = body
    if key.coding != .identity, body.count >= minimumCompressedBytes {
      var output = ByteBuffer()
      if (try? key.coding.encode(body.span, level: .balanced, into: &output)) != nil,
        output.count < body.count
      {
        body = output.span.array
        fields.append("content-encoding", "\(key.coding.name)")
      }
    }
    let digest = SHA256.digest(of: body.span).prefix(12)
    let tag = EntityTag(opaque: Hexadecimal.text(digest))
    if let tag { fields.append("etag", tag.description) }
    var lifetimes = AnswerLifetimes()
    lifetimes.staleWhileRevalidate = resolved.lifetimes.staleWhileRevalidate
    lifetimes.staleIfError = resolved.lifetimes.staleIfError
    return SharedAnswer(
      .ok,
      fields: fields,
      body: body,
      entityTag: tag,
      facts: facts,
      made: made,
      expire: expire,
      lifetimes: lifetimes,
      isPublic: !(key.isByAddress && resolved.dimensions.contains(.country))
    )
  }
}
