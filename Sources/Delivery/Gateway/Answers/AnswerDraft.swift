// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import Edges
import Editions
import HTTPValues
import Sites

/// An answer before it has its coding and its entity tag.
struct AnswerDraft {
  let key: AnswerKey
  let lifetimes: DocumentLifetimes
  let facts: SharedAnswer.Facts
  /// The path of the document, without its token.
  let path: String
  /// The URL up to the path; `nil` for an answer that has no URL of its own.
  let location: String?
  /// The query of the URL, with its question mark; empty for none.
  let query: String
  let made: UnixTime
  var freshness: Freshness
  /// All fields except those that follow from the bytes, the path and the time.
  var fields: Fields
  /// The fields with credentials of visitors, on which an answer for one of them depends.
  let credentialFields: [FieldName]
  var body: [UInt8] = []
  /// The document itself, its own tags, and those of its parts.
  var tags: [String] = []
  var isDegraded = false
  /// Whether a purge or a publication has come while it was made.
  var isOvertaken = false
  /// The values that the document's `log` declares, such as `item=0101`.
  var captured: [String] = []
  /// The request by which it can be composed again; `nil` for a document without a plan.
  var request: RenewableRequest?

  /// Puts the body into a coding that the request accepts, once for all who accept the same.
  mutating func encoded(by encoder: AnswerEncoder) -> SharedAnswer {
    let answerFreshness = answerFreshness
    let isKept = answerFreshness.mayBeKept
    // A kept answer takes no more room than it needs.
    if isKept { body = body.span.array }
    if !freshness.privacy.isShared { addCredentialsToVary() }
    var edgeTags = isKept ? EdgeTags(of: tags) : .none
    let hasPathTag = isKept && tags.first == EdgeTags.document(path)
    if hasPathTag { edgeTags.removeFirst() }
    let parameters = key.parameterText
    let members = SharedAnswer.Kind.Members(
      facts: facts,
      location: location,
      query: parameters.isEmpty ? query : "",
      freshness: answerFreshness.ofKind,
      request: request
    )
    let answer = SharedAnswer(
      encoder.kinds.shared(members, fields, edgeTags, isKept: isKept),
      form: encoder.form(of: body, in: key.codings, for: facts.route),
      path: path,
      special: SharedAnswer.special(
        parameters: parameters,
        query: parameters.isEmpty ? nil : query,
        captured: captured
      ),
      since: answerFreshness.whole.since,
      until: answerFreshness.expire,
      thing: request == nil ? nil : key.thing,
      keeping: isKept ? .kept(hasPathTag: hasPathTag) : .once
    )
    if isKept { encoder.improve(answer, of: body, in: key.codings, made: made) }
    return answer
  }

  /// Adds the credentials to Vary: a cache in an app keeps one visitor's answer only until another
  /// one signs in.
  private mutating func addCredentialsToVary() {
    let names = credentialFields.map(\.description)
    fields.set(
      FieldName(.vary),
      ([fields[FieldName(.vary)]].compactMap(\.self) + names).joined(separator: ", ")
    )
  }

  /// Whether it may be given to others than the client that asked.
  var mayBeKept: Bool { answerFreshness.mayBeKept }

  private var answerFreshness: AnswerFreshness {
    var answer = AnswerFreshness(freshness, now: made)
    answer.staleWhileRevalidate = lifetimes.staleWhileRevalidate
    answer.staleIfError = lifetimes.staleIfError
    answer.isDegraded = isDegraded
    answer.isStale = isOvertaken
    return answer
  }
}
