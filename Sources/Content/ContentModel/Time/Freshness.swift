// SPDX-License-Identifier: Apache-2.0

// What is made of parts is fresh while all of them are, is at most as public as each of them, and is
// as new as the newest. So all of this is one value, which goes with every part into the whole: from
// the answer of a service to a composed answer, its header fields, and what a cache may do with it.
// Whoever joins two parts joins these values, and nothing of them is left behind.

/// Privacy of an answer: whom else it may be given to, most public first.
package enum Privacy: UInt8, Sendable, Hashable, CaseIterable {
  /// Everybody who asks for the same; every cache may keep it.
  case shared
  /// Everybody whom the gateway cannot tell from the visitor. The gateway may keep it, and no cache in
  /// front of it, which knows less about visitors.
  case sharedByGateway
  /// The visitor alone; only the app itself may keep it (`private`).
  case visitor
  /// The visitor alone, and nobody may keep it (`no-store`).
  case nobody

  /// Whether the gateway may give it to others, now or later.
  package var isShared: Bool { self <= .sharedByGateway }
}

extension Privacy: Comparable {
  package static func < (first: Privacy, second: Privacy) -> Bool {
    first.rawValue < second.rawValue
  }
}

/// How long something is good, and for whom.
package struct Freshness: Sendable, Hashable {
  /// When the newest part of it came to be what it is.
  package var since: UnixTime
  /// Until when it is fresh.
  package var expire: UnixTime
  /// The next scheduled change of anything in it: from then on it is not used even as a stale answer.
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

  /// The freshness of what has no parts.
  package static let unlimited = Freshness(since: .distantPast, expire: .distantFuture)

  /// Takes in the freshness of one more part.
  package mutating func join(_ part: Freshness) {
    since = max(since, part.since)
    expire = min(expire, part.expire)
    change = min(change, part.change)
    privacy = max(privacy, part.privacy)
  }

  /// The freshness of something made of this and another part.
  package func joined(with part: Freshness) -> Freshness {
    var whole = self
    whole.join(part)
    return whole
  }

  /// Seconds behind `expire` in which it may be used though it is stale, of as many as were declared.
  package func staleWindow(_ declared: Int) -> Int {
    guard privacy.isShared else { return 0 }
    let (left, overflow) = change.seconds.subtractingReportingOverflow(expire.seconds)
    return max(0, overflow ? declared : min(declared, Int(clamping: left)))
  }
}
