// SPDX-License-Identifier: Apache-2.0

import ContentModel
import HTTPValues

// An answer that is stale or degraded must not be kept as if it were fresh: a cache that took it for new
// would send it for a whole lifetime. It still gets a few seconds, since a cache that may keep nothing
// sends us every request, just when there is an outage; Varnish even stops coalescing requests for two
// minutes where the lifetime is 0. Such an answer has no stale-while-revalidate, and its stale-if-error
// ends at the same instant however often it is sent.

/// The lifetimes of an answer in the app and in the edge, from the second in which it is sent.
struct EdgeLifetime {
  /// A time for which the answer counts as fresh.
  struct Term {
    let seconds: Int64
    /// The instant at which that ends, which may be in the past.
    let expire: Int64
  }

  /// The lifetime of a stale answer in an edge.
  static let staleSeconds: Int64 = 1

  /// The lifetime in the app.
  let app: Term
  /// The lifetime in an edge.
  let edge: Term
  /// The lifetime in a cache that may be either.
  let either: Term
  private let freshness: AnswerFreshness
  private let isFresh: Bool

  init(_ freshness: AnswerFreshness) {
    self.freshness = freshness
    let now = EdgeLifetime.writable(freshness.now)
    let expire = EdgeLifetime.writable(freshness.expire)
    let end = freshness.isStale ? min(expire, now) : expire
    // An answer is no older than its last change, where the clock was set back.
    let left = end - EdgeLifetime.writable(freshness.whole.beginning(noEarlierThan: freshness.now))
    isFresh = left > 0
    app = Term(seconds: max(0, left), expire: isFresh ? now + left : end)
    var kept = isFresh ? app.seconds : EdgeLifetime.staleSeconds
    if freshness.isDegraded { kept = min(kept, Freshness.degradedSeconds) }
    kept = min(kept, max(0, EdgeLifetime.writable(freshness.whole.change) - now))
    edge = Term(seconds: kept, expire: now + kept)
    either = isFresh ? edge : app
  }

  /// Whether shared caches may keep the answer.
  var isPublic: Bool { freshness.privacy == .shared }

  /// The directives of a field that is for an edge alone.
  var edgeControl: CacheControl {
    var control = windows(from: edge)
    control.maxAge = Int(edge.seconds)
    return control
  }

  /// The directives of Cache-Control.
  func control(_ term: Term, hasMaxAge: Bool = true) -> CacheControl {
    guard freshness.privacy < .nobody else { return EdgeLifetime.forNobody }
    var control = windows(from: hasMaxAge ? term : edge)
    if hasMaxAge { control.maxAge = Int(term.seconds) }
    if isPublic {
      control.isPublic = true
    } else {
      control.isPrivate = .everything
    }
    return control
  }

  /// Forbids every cache to keep the answer; `private` is for Fastly, which ignores `no-store`.
  private static let forNobody: CacheControl = {
    var control = CacheControl()
    control.isPrivate = .everything
    control.noStore = true
    return control
  }()

  /// Whether it is neither stale nor degraded.
  private var isSound: Bool { isFresh && !freshness.isDegraded }

  /// The directives for stale answers after a term.
  private func windows(from term: Term) -> CacheControl {
    var control = CacheControl()
    let revalidate = freshness.revalidateWindow
    if isSound, revalidate > 0 { control.staleWhileRevalidate = revalidate }
    let window = Int64(min(freshness.errorWindow, DeltaSeconds.limit))
    let last = EdgeLifetime.writable(freshness.expire) + window
    let start = EdgeLifetime.writable(freshness.now) + term.seconds
    let left = min(window, last - start)
    if left > 0 { control.staleIfError = Int(left) }
    return control
  }

  /// The nearest instant that a date can express; sums of such do not overflow.
  private static func writable(_ instant: UnixTime) -> Int64 {
    min(max(instant.seconds, HTTPDate.writable.lowerBound), HTTPDate.writable.upperBound)
  }
}
