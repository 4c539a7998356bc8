// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import HTTPValues

/// An answer that was made once and is sent until it expires; all loops share it.
final class SharedAnswer: CachePayload {
  let status: Status
  /// All but those that depend on the time.
  let fields: Fields
  let body: [UInt8]
  let entityTag: EntityTag?
  let facts: AnswerFacts
  /// When it was made.
  let made: UnixTime
  /// The one instant that every field about freshness is derived from.
  let expire: UnixTime
  let lifetimes: AnswerLifetimes
  /// Whether it is for everybody whose request is the same.
  let isPublic: Bool

  init(
    _ status: Status,
    fields: Fields,
    body: [UInt8],
    entityTag: EntityTag?,
    facts: AnswerFacts,
    made: UnixTime,
    expire: UnixTime,
    lifetimes: AnswerLifetimes,
    isPublic: Bool
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.entityTag = entityTag
    self.facts = facts
    self.made = made
    self.expire = expire
    self.lifetimes = lifetimes
    self.isPublic = isPublic
  }

  /// The fields take about as much as this, whatever they are.
  private static let fieldBytes = 1_024

  var byteCount: Int { body.count + SharedAnswer.fieldBytes }
}

/// For how long an answer may be used when it is not fresh any more.
struct AnswerLifetimes {
  var staleWhileRevalidate = 0
  var staleIfError = 0
}
