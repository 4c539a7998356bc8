// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Edges
import HTTPValues
import Synchronization

/// An answer that was made once and is sent until it expires; all loops share it.
final class SharedAnswer: CachePayload {
  /// Approximate size of all but the body.
  private static let ownBytes = 1_024

  let status: Status
  /// All fields except those that depend on the time and on the form.
  let fields: Fields
  let facts: AnswerFacts
  /// Tags by which edges purge it.
  let tags: EdgeTags
  /// Its freshness when it was made.
  let freshness: AnswerFreshness
  /// The request by which it can be composed again; `nil` for a document without a plan, and for what was
  /// kept over a restart.
  let request: RenewableRequest?
  /// Its size in a cache, in its first form: later ones are smaller.
  let byteCount: Int
  private let current: Mutex<AnswerForm>

  init(
    _ status: Status,
    fields: Fields,
    form: AnswerForm,
    facts: AnswerFacts,
    tags: EdgeTags,
    freshness: AnswerFreshness,
    request: RenewableRequest? = nil
  ) {
    self.status = status
    self.fields = fields
    self.request = request
    byteCount = form.body.count + SharedAnswer.ownBytes
    current = Mutex(form)
    self.facts = facts
    self.tags = tags
    self.freshness = freshness
  }

  /// The time at which the newest part of it changed, the same for all codings of one answer.
  var modified: UnixTime { freshness.whole.since }
  /// The one instant that every field about freshness is derived from.
  var expire: UnixTime { freshness.expire }

  /// Its bytes in the best form so far.
  var form: AnswerForm { current.withLock { $0 } }

  /// Replaces its form by a smaller one.
  func improve(_ form: AnswerForm) { current.withLock { $0 = form } }
}
