// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Edges
import HTTPValues
import Synchronization

/// An answer that was made once and is sent until it expires; all loops share it.
final class SharedAnswer: CachePayload {
  /// The fields take about as much as this, whatever they are.
  private static let fieldBytes = 1_024

  let status: Status
  /// All but those that depend on the time and on the form.
  let fields: Fields
  let facts: AnswerFacts
  /// Tags by which it can be purged at the edge.
  let tags: EdgeTags
  /// Its freshness at the instant at which it was made.
  let freshness: AnswerFreshness
  /// Its size in a cache, in the form that it was made in: a better one is smaller.
  let byteCount: Int
  private let current: Mutex<AnswerForm>

  init(
    _ status: Status,
    fields: Fields,
    form: AnswerForm,
    facts: AnswerFacts,
    tags: EdgeTags,
    freshness: AnswerFreshness
  ) {
    self.status = status
    self.fields = fields
    byteCount = form.body.count + SharedAnswer.fieldBytes
    current = Mutex(form)
    self.facts = facts
    self.tags = tags
    self.freshness = freshness
  }

  /// When the newest part of it came to be what it is, the same for all codings of one answer.
  var modified: UnixTime { freshness.whole.since }
  /// The one instant that every field about freshness is derived from.
  var expire: UnixTime { freshness.expire }

  /// Its bytes, in the best form that there is until now.
  var form: AnswerForm { current.withLock { $0 } }

  /// Has it sent in a smaller form from now on.
  func improve(_ form: AnswerForm) { current.withLock { $0 = form } }
}
