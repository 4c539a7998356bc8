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
  var facts: AnswerFacts
  let made: UnixTime
  var freshness: Freshness
  /// All fields except those that follow from the bytes and the time.
  var fields: Fields
  /// The fields with credentials of visitors, on which an answer for one of them depends.
  let credentialFields: [FieldName]
  var body: [UInt8] = []
  /// The document itself, its own tags, and those of its parts.
  var tags: [String] = []
  var isDegraded = false
  /// The request by which it can be composed again; `nil` for a document without a plan.
  var request: RenewableRequest?

  /// Puts the body into a coding that the request accepts, once for all who accept the same.
  mutating func encoded(by encoder: AnswerEncoder) -> SharedAnswer {
    let answerFreshness = answerFreshness
    // A kept answer takes no more room than it needs.
    if answerFreshness.mayBeKept { body = body.span.array }
    fields.set(FieldName(.lastModified), HTTPDate(seconds: freshness.since.seconds))
    if !freshness.privacy.isShared { addCredentialsToVary() }
    let tags = answerFreshness.mayBeKept ? EdgeTags(of: tags) : .none
    tags.writeGroups(to: &fields)
    let answer = SharedAnswer(
      .ok,
      fields: answerFreshness.mayBeKept ? Fields(copying: fields.view) : fields,
      form: encoder.form(of: body, in: key.codings, for: facts.route),
      facts: facts,
      tags: tags,
      freshness: answerFreshness,
      request: request
    )
    encoder.improve(answer, of: body, in: key.codings)
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
    return answer
  }
}
