// SPDX-License-Identifier: Apache-2.0

// A composed answer is fresh while all its parts are, as private as the most private, and as new as
// the newest. So these facts are one value that is joined from part to whole: from the response of
// a service to the composed answer, its header fields, and its storage in caches.

/// The privacy of an answer: who else may get it, the most public first.
package enum Privacy: UInt8, Sendable, Hashable, CaseIterable {
  /// Everybody who asks for the same; every cache may store it.
  case shared
  /// Everybody whom the gateway cannot tell from the visitor. The gateway may store it, but no
  /// cache in front, which knows less about visitors.
  case sharedByGateway
  /// Only the visitor; only the app's own cache may store it (`private`).
  case visitor
  /// Only the visitor, and nobody may store it (`no-store`).
  case nobody

  /// Whether the gateway may give it to other visitors.
  package var isShared: Bool { self <= .sharedByGateway }
}

extension Privacy: Comparable {
  package static func < (first: Privacy, second: Privacy) -> Bool {
    first.rawValue < second.rawValue
  }
}

/// The lifetime and privacy of an answer or a part of it.
package struct Freshness: Sendable, Hashable {
  /// The last change of its newest part.
  package var since: UnixTime
  /// The end of its freshness.
  package var expire: UnixTime
  /// The next scheduled change of any part: from then on it is not even used as a stale answer.
  package var change: UnixTime
  package var privacy: Privacy

  package init(
    since: UnixTime,
    expire: UnixTime,
    change: UnixTime = .distantFuture,
    privacy: Privacy = .shared
  ) {
    self.since = since
    self.expire = expire
    self.change = change
    self.privacy = privacy
  }

  /// The freshness of an answer without parts.
  package static let unlimited = Freshness(since: .distantPast, expire: .distantFuture)

  /// The longest lifetime of an answer that lacks a part or has a stale one: long enough for a CDN to
  /// absorb the requests.
  package static let degradedSeconds: Int64 = 5

  /// The freshness of what a purge or a publication has overtaken while it was made: a second, in which an edge
  /// shields us, and no stale use.
  package static func overtaken(at now: UnixTime) -> Freshness {
    let end = UnixTime(seconds: now.seconds + 1)
    return Freshness(since: .distantPast, expire: end, change: end)
  }

  /// Joins the freshness of one more part.
  package mutating func join(_ part: Freshness) {
    since = max(since, part.since)
    expire = min(expire, part.expire)
    change = min(change, part.change)
    privacy = max(privacy, part.privacy)
  }

  /// Returns the freshness of a whole made of this and another part.
  package func joined(with part: Freshness) -> Freshness {
    var whole = self
    whole.join(part)
    return whole
  }

  /// Returns the seconds until it expires: no more than from its last change on, also where the clock was set
  /// back since; 0 when it has expired.
  package func secondsLeft(at now: UnixTime) -> Int64 {
    let start = beginning(noEarlierThan: now)
    let (left, overflow) = expire.seconds.subtractingReportingOverflow(start.seconds)
    return max(0, overflow ? .max : left)
  }

  /// The present, or the last change where the clock was set back behind that. Two loops may differ by a second.
  package func beginning(noEarlierThan now: UnixTime) -> UnixTime {
    let (ahead, overflow) = since.seconds.subtractingReportingOverflow(now.seconds)
    return !overflow && ahead > 1 ? since : now
  }

  /// Returns for how many seconds after `expire` it may be used stale, of the `declared` ones.
  package func staleWindow(_ declared: Int) -> Int {
    guard privacy.isShared else { return 0 }
    let (left, overflow) = change.seconds.subtractingReportingOverflow(expire.seconds)
    return max(0, overflow ? declared : min(declared, Int(clamping: left)))
  }
}
