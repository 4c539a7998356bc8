// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentModel
import Edges
import HTTPValues
import Synchronization

/// An answer that was made once and is sent until it expires; all loops share it.
///
/// A site keeps up to millions of them, most of them small. So it has nothing that follows from the rest, and
/// what it has in common with others is in objects that they share.
final class SharedAnswer: CachePayload {
  /// Memory of an answer beside its body, its path, and what it shares with others.
  private static let ownBytes = 200

  let kind: Kind
  /// All fields except those that depend on the time, on the path and on the form.
  let commonFields: Fields
  private let shownTags: Tags
  /// The path of the document, without its token.
  let path: String
  private let special: Special?
  /// The time at which the newest part of it changed, the same for all codings of one answer.
  let modified: UnixTime
  /// The one instant that every field about freshness is derived from.
  let expire: UnixTime
  /// The hash of its thing; 0 for none.
  private let thingHash: UInt64
  /// Its size in a cache, in its first form: later ones are smaller.
  let byteCount: Int
  private let current: Mutex<Form>
  /// Whether caches may keep it.
  let mayBeKept: Bool
  /// Whether the tag of its path is the first of its tags.
  let hasPathTag: Bool

  /// The parts that few answers have.
  final class Special: Sendable {
    /// The values of the parameters, each behind a semicolon.
    let parameters: String
    /// The query of its URL, with its question mark; `nil` for the usual one of its kind.
    let query: String?
    /// The values that the document's `log` declares, such as `item=0101`.
    let captured: [String]

    fileprivate init(parameters: String, query: String?, captured: [String]) {
      self.parameters = parameters
      self.query = query
      self.captured = captured
    }

    fileprivate var byteCount: Int {
      captured.reduce(parameters.utf8.count + (query?.utf8.count ?? 0) + 64) {
        $0 + $1.utf8.count + MemoryLayout<String>.stride
      }
    }
  }

  /// The use of an answer behind the request that it was made for.
  enum Keeping: Equatable {
    /// It is given to nobody else.
    case once
    /// Others get it, and edges may purge it by the tag of its path.
    case kept(hasPathTag: Bool)
  }

  /// Makes the parts that few answers have; `nil` for an answer that has none of them.
  static func special(parameters: String, query: String?, captured: [String]) -> Special? {
    guard !parameters.isEmpty || query != nil || !captured.isEmpty else { return nil }
    return Special(parameters: parameters, query: query, captured: captured)
  }

  /// - Parameters:
  ///   - thing: the hash of the values in the path and the parameters; `nil` for none.
  init(
    _ parts: Kinds.Parts,
    form: Form,
    path: String,
    special: Special? = nil,
    since modified: UnixTime,
    until expire: UnixTime,
    thing: UInt64? = nil,
    keeping: Keeping
  ) {
    kind = parts.kind
    commonFields = parts.fields
    shownTags = parts.tags
    self.path = path
    self.special = special
    self.modified = modified
    self.expire = expire
    thingHash = thing ?? 0
    byteCount =
      form.body.count + path.utf8.count + SharedAnswer.ownBytes + parts.ownBytes
      + (special?.byteCount ?? 0)
    current = Mutex(form)
    mayBeKept = keeping != .once
    hasPathTag = keeping == .kept(hasPathTag: true)
  }

  /// Tags by which edges purge it, without that of its path.
  var otherTags: EdgeTags { shownTags.tags }
  var facts: Facts { kind.members.facts }
  /// The path of the document as the site declares it.
  var route: String { kind.members.facts.route }
  /// Whether a part of it is missing or replaced by a default.
  var isDegraded: Bool { kind.members.freshness.isDegraded }
  /// Whether a purge or a publication has come while it was made.
  var isOvertaken: Bool { kind.members.freshness.isStale }
  /// The request by which it can be composed again; `nil` for a document without a plan, and for what was
  /// kept over a restart.
  var request: RenewableRequest? { kind.members.request }
  var privacy: Privacy { kind.members.freshness.privacy }
  /// A hash of the values in the path and the parameters; `nil` for none.
  var thing: UInt64? { thingHash == 0 ? nil : thingHash }
  var parameters: String { special?.parameters ?? "" }
  /// The query of its URL, with its question mark; empty for none.
  var query: String { special?.query ?? kind.members.query }
  var captured: [String] { special?.captured ?? [] }
  /// Its cache key as one text.
  var key: [UInt8] { kind.members.facts.key(of: path, parameters) }

  /// Its freshness when it is sent.
  func freshness(at now: UnixTime) -> AnswerFreshness {
    var freshness = kind.members.freshness
    freshness.whole.since = modified
    freshness.whole.expire = expire
    freshness.now = now
    return freshness
  }

  /// The fields that do not depend on the form and the edge, with room for those that do.
  func fields(at now: UnixTime) -> Fields {
    var fields = commonFields
    fields.reserve(16, bytes: 1_024)
    if let location = kind.members.location {
      fields.append(FieldName(.contentLocation)) { bytes in
        bytes.append(location.utf8Span.span)
        bytes.append(path.utf8Span.span)
        bytes.append(query.utf8Span.span)
      }
    }
    // Where the clock was set back, Last-Modified must not be in the future.
    let date = HTTPDate(seconds: min(modified, now).seconds).bytes
    fields.append(FieldName(.lastModified), bytes: date.span)
    if hasPathTag {
      fields.append(FieldName(.cacheGroups)) {
        EdgeTags.append(groupOf: path, and: shownTags.groups, to: &$0)
      }
    } else {
      otherTags.writeGroups(to: &fields)
    }
    return fields
  }

  /// Its bytes in the best form so far.
  var form: Form { current.withLock { $0 } }

  /// Replaces its form by a smaller one.
  func improve(_ form: Form) { current.withLock { $0 = form } }
}
