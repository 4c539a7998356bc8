// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Edges
import HTTPValues

/// An answer that was made once and is sent until it expires; all loops share it.
final class SharedAnswer: CachePayload {
  /// The fields take about as much as this, whatever they are.
  private static let fieldBytes = 1_024

  let status: Status
  /// All but those that depend on the time.
  let fields: Fields
  let body: [UInt8]
  let entityTag: EntityTag?
  let facts: AnswerFacts
  /// By which it can be purged at the edge.
  let tags: EdgeTags
  /// How long it is good for, as it was when the answer was made.
  let freshness: AnswerFreshness

  init(
    _ status: Status,
    fields: Fields,
    body: [UInt8],
    entityTag: EntityTag?,
    facts: AnswerFacts,
    tags: EdgeTags,
    freshness: AnswerFreshness
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.entityTag = entityTag
    self.facts = facts
    self.tags = tags
    self.freshness = freshness
  }

  /// When the newest part of it came to be what it is, the same for all codings of one answer.
  var modified: UnixTime { freshness.whole.since }
  /// The one instant that every field about freshness is derived from.
  var expire: UnixTime { freshness.expire }

  var byteCount: Int { body.count + SharedAnswer.fieldBytes }
}
