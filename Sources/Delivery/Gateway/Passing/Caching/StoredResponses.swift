// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import HTTPCaching
import HTTPValues

/// The stored responses of one target: one for each kind of request that Vary tells apart.
final class StoredResponses: CachePayload {
  /// More answers than this are not kept for one target; the oldest go.
  static let maximumAnswers = 32
  /// About what a head takes beside the bytes of its fields.
  private static let headBytes = 1_024

  /// The origin of the target, as clients name it.
  let origin: String
  /// In the order in which they came.
  let heads: [StoredResponse]
  /// The bytes of each that are kept.
  let bodies: [[UInt8]]

  init(_ origin: String, _ heads: [StoredResponse], _ bodies: [[UInt8]]) {
    self.origin = origin
    self.heads = heads
    self.bodies = bodies
  }

  var byteCount: Int {
    var count = bodies.reduce(0) { $0 + $1.count }
    for head in heads {
      count += StoredResponses.headBytes
      for index in 0..<head.fields.count {
        count += head.fields.view.name(at: index).count + head.fields.view.value(at: index).count
      }
    }
    return count
  }

  /// The groups of RFC 9875 that the answers are in, as tags; and the keys by which the service says that
  /// they are purged.
  var tags: Set<TagName> {
    let groups = heads.flatMap { $0.groups.compactMap { StoredResponses.tag($0, of: origin) } }
    let keys = heads.flatMap { $0.fields.surrogateKeys.compactMap { TagName($0) } }
    return Set(groups + keys)
  }

  /// The tag of a group. All groups whose names are too long for one share one: more is let go of
  /// then than had to be.
  static func tag(_ group: String, of origin: String) -> TagName? {
    TagName("group \(group) of \(origin)") ?? TagName("long-named groups")
  }

  /// The same with every answer's freshness ended.
  func expired(at now: Int64) -> StoredResponses {
    let heads = heads.map { head in
      var head = head
      head.expire(at: now)
      return head
    }
    return StoredResponses(origin, heads, bodies)
  }
}
