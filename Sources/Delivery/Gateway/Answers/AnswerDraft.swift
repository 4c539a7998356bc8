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
  var freshness: Freshness
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
    let answerFreshness = answerFreshness
    fields.append(FieldName(.lastModified), HTTPDate(seconds: freshness.since.seconds).text)
    if !freshness.privacy.isShared { AnswerDraft.addCredentials(toVaryOf: &fields) }
    let tags = answerFreshness.mayBeKept ? EdgeTags(of: tags) : .none
    tags.writeGroups(to: &fields)
    return SharedAnswer(
      .ok,
      fields: fields,
      body: body,
      entityTag: tag,
      facts: facts,
      tags: tags,
      freshness: answerFreshness
    )
  }

  /// A cache in an app keeps one visitor's answer only until another one signs in.
  private static func addCredentials(toVaryOf fields: inout Fields) {
    let names = VisitorCredentials.fieldNames.map(\.description)
    fields.set(
      FieldName(.vary),
      ([fields[FieldName(.vary)]].compactMap(\.self) + names).joined(separator: ", ")
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
  var mayBeKept: Bool { answerFreshness.mayBeKept }

  private var answerFreshness: AnswerFreshness {
    var answer = AnswerFreshness(freshness, now: made)
    answer.staleWhileRevalidate = resolved.lifetimes.staleWhileRevalidate
    answer.staleIfError = resolved.lifetimes.staleIfError
    answer.isDegraded = isDegraded
    return answer
  }
}
