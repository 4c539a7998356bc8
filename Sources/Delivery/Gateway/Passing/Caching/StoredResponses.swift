// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import HTTPCaching
import HTTPValues

/// The stored responses of one target: one for each kind of request that Vary distinguishes.
final class StoredResponses: CachePayload {
  /// Maximum number of answers of one target; the oldest are dropped.
  static let maximumAnswers = 32
  /// Approximate size of a head beside the bytes of its fields.
  private static let headBytes = 1_024

  /// The origin of the target, in the clients' form.
  let origin: String
  /// Heads in the order in which they came.
  let heads: [StoredResponse]
  /// The stored bytes of each body.
  let bodies: [[UInt8]]
  let byteCount: Int

  init(_ origin: String, _ heads: [StoredResponse], _ bodies: [[UInt8]]) {
    self.origin = origin
    self.heads = heads
    self.bodies = bodies
    var count = bodies.reduce(0) { $0 + $1.count }
    for head in heads {
      count += StoredResponses.headBytes
      for index in 0..<head.fields.count {
        count += head.fields.view.name(at: index).count + head.fields.view.value(at: index).count
      }
    }
    byteCount = count
  }

  /// Tags of the groups of RFC 9875 that the answers are in, and of the surrogate keys by which the
  /// service purges them.
  var tags: Set<TagName> {
    var tags: Set<TagName> = []
    for head in heads { tags.formUnion(StoredResponses.tags(head.fields, head.groups, of: origin)) }
    return tags
  }

  /// Tags of one answer.
  static func tags(_ fields: Fields, _ groups: [String], of origin: String) -> [TagName] {
    groups.compactMap { tag($0, of: origin) } + fields.surrogateKeys.compactMap { TagName($0) }
  }

  /// Returns the tag of a group. All groups with names that are too long share one: a purge removes
  /// more than necessary then.
  static func tag(_ group: String, of origin: String) -> TagName? {
    TagName("group \(group) of \(origin)") ?? TagName("long-named groups")
  }

  /// The same responses, none of them fresh.
  func expired(at now: Int64) -> StoredResponses {
    let heads = heads.map { head in
      var head = head
      head.expire(at: now)
      return head
    }
    return StoredResponses(origin, heads, bodies)
  }
}
