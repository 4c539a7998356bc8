// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import ContentModel
import ContentResolution
import Digests
import Edges
import Editions
import HTTPValues

/// An answer before it has its coding and its entity tag.
struct AnswerDraft {
  /// Smaller bodies are not compressed: the head would eat what is saved.
  static let minimumCompressedBytes = 256

  let key: AnswerKey
  let resolved: ResolvedDocument
  let facts: AnswerFacts
  let made: UnixTime
  var expire: UnixTime
  /// All but those that the bytes and the time decide.
  var fields: Fields
  var body: [UInt8] = []
  /// The document itself, its own tags, and those of its parts.
  var tags: [String] = []
  var isDegraded = false

  /// Puts the body into the coding that the request prefers, once for all who prefer it.
  consuming func encoded() -> SharedAnswer {
    encodeBody()
    let digest = SHA256.digest(of: body.span).prefix(12)
    let tag = EntityTag(opaque: Hexadecimal.text(digest))
    if let tag { fields.append(FieldName(.etag), bytes: tag.quoted.span) }
    fields.append(FieldName(.lastModified), HTTPDate(seconds: made.seconds).text)
    let tags = mayBeKept ? EdgeTags(of: tags) : .none
    tags.writeGroups(to: &fields)
    return SharedAnswer(
      .ok,
      fields: fields,
      body: body,
      entityTag: tag,
      facts: facts,
      tags: tags,
      freshness: freshness
    )
  }

  private mutating func encodeBody() {
    guard key.coding != .identity, body.count >= AnswerDraft.minimumCompressedBytes else { return }
    var output = ByteBuffer()
    guard (try? key.coding.encode(body.span, level: .balanced, into: &output)) != nil,
      output.count < body.count
    else { return }
    body = output.span.array
    fields.append(FieldName(.contentEncoding), "\(key.coding.name)")
  }

  /// Whether it is good for more than the one who asked.
  var mayBeKept: Bool { freshness.mayBeKept }

  private var freshness: AnswerFreshness {
    var freshness = AnswerFreshness(expire: expire, now: made)
    freshness.staleWhileRevalidate = resolved.lifetimes.staleWhileRevalidate
    freshness.staleIfError = resolved.lifetimes.staleIfError
    freshness.isPublic = !(key.isByAddress && resolved.dimensions.contains(.country))
    freshness.isDegraded = isDegraded
    return freshness
  }
}
