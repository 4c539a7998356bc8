// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import Edges
import HTTPValues

extension SharedAnswer {
  /// The part of an answer that the answers of one document for one audience in one form have in common. They
  /// share one object, which is larger than a small body.
  final class Kind: Sendable {
    /// The members by which kinds are told apart.
    struct Members: Hashable, Sendable {
      var facts: Facts
      /// The URL up to the path of the document; `nil` for an answer that has no URL of its own.
      var location: String?
      /// The query of the URL of an answer without parameters, with its question mark; empty for none.
      var query = ""
      /// The freshness, in which `since`, `expire` and `now` have no meaning.
      var freshness: AnswerFreshness
      /// The request by which the answers can be composed again; `nil` for a document without a plan, and for
      /// what was kept over a restart.
      var request: RenewableRequest?
    }

    let members: Members

    init(_ members: Members) { self.members = members }
  }

  /// Tags of answers by which edges purge them, shared by the answers that have the same.
  final class Tags: Sendable {
    let tags: EdgeTags
    /// The value of the field Cache-Groups for them.
    let groups: [UInt8]

    init(_ tags: EdgeTags) {
      self.tags = tags
      groups = tags.groups
    }
  }

  /// The latest kinds of answers with their fields and tags, so that answers share what is equal.
  struct Kinds {
    /// Number of places, a power of two. A kind replaces the one that has its place.
    private static let count = 512
    /// Memory of a kind, roughly.
    private static let kindBytes = 512

    /// The parts of an answer that it may share with others.
    struct Parts {
      fileprivate(set) var kind: Kind
      fileprivate(set) var fields: Fields
      fileprivate(set) var tags: Tags
      /// Memory of the parts that no earlier answer has.
      fileprivate(set) var ownBytes = 0
    }

    private var places: [Parts?] = Array(repeating: nil, count: Kinds.count)

    /// Returns the parts of an answer, as far as possible those that an earlier one has.
    ///
    /// - Parameter isKept: whether the answer is kept, so that its parts are to take no more room than they need.
    mutating func shared(
      _ members: Kind.Members,
      _ fields: Fields,
      _ tags: EdgeTags,
      isKept: Bool
    ) -> Parts {
      let index = Kinds.index(of: members.facts)
      guard let known = places[index], known.kind.members == members else {
        var parts = Parts(
          kind: Kind(members),
          fields: isKept ? Fields(copying: fields.view) : fields,
          tags: Tags(tags)
        )
        places[index] = parts
        parts.ownBytes = Kinds.kindBytes + fields.byteCount + 2 * tags.byteCount
        return parts
      }
      var parts = known
      if known.fields != fields {
        parts.fields = isKept ? Fields(copying: fields.view) : fields
        parts.ownBytes += fields.byteCount
      }
      if known.tags.tags != tags {
        parts.tags = Tags(tags)
        parts.ownBytes += 2 * tags.byteCount
      }
      if parts.ownBytes > 0 {
        places[index] = parts
        places[index]?.ownBytes = 0
      }
      return parts
    }

    private static func index(of facts: Facts) -> Int {
      let seed = HashSeed(0, 0)
      var hash = seed.hash(facts.route.utf8Span.span)
      hash = hash &* 31 &+ seed.hash(facts.audience.utf8Span.span)
      hash = hash &* 31 &+ seed.hash(facts.form.utf8Span.span)
      return Int(truncatingIfNeeded: hash) & (count - 1)
    }
  }
}

extension AnswerFreshness {
  /// The freshness without the instants of one answer.
  var ofKind: AnswerFreshness {
    var common = self
    common.whole.since = .distantPast
    common.whole.expire = .distantPast
    common.now = .distantPast
    return common
  }
}
