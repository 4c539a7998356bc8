// SPDX-License-Identifier: Apache-2.0

import ContentModel
import HTTPValues

// What is stale or degraded must not be kept as if it were fresh: a tier that took it for new would
// hand it on for a whole lifetime. It still gets a second or a few, since a cache that may keep
// nothing sends us every request, and in an outage at that; Varnish even stops collecting requests
// for two minutes when it is told 0. Such an answer has no time to be revalidated in either: who
// needs one asks again. Its last instant in case of errors stays where it was, and does not move on
// with every time that it is sent.

/// What an answer's freshness comes to for those who keep it.
struct EdgeLifetime {
  /// For how long somebody takes the answer for fresh, from now on.
  struct Term {
    let seconds: Int64
    /// The instant at which that ends; past when it has ended before.
    let expire: Int64
  }

  /// For how long an edge may keep what is stale.
  static let staleSeconds: Int64 = 1
  /// For how long an edge may keep what lacks a part.
  static let degradedSeconds: Int64 = 5

  /// What holds for the app.
  let app: Term
  /// What holds for an edge.
  let edge: Term
  /// What holds where nobody knows which of the two it is.
  let either: Term
  private let freshness: AnswerFreshness
  private let isFresh: Bool

  init(_ freshness: AnswerFreshness) {
    self.freshness = freshness
    let now = EdgeLifetime.writable(freshness.now)
    let expire = EdgeLifetime.writable(freshness.expire)
    let end = freshness.isStale ? min(expire, now) : expire
    isFresh = end > now
    app = Term(seconds: max(0, end - now), expire: end)
    var kept = isFresh ? app.seconds : EdgeLifetime.staleSeconds
    if freshness.isDegraded { kept = min(kept, EdgeLifetime.degradedSeconds) }
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

  /// The directives that everybody on the way reads.
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

  /// That nobody may keep it. Fastly reads `private` only.
  private static let forNobody: CacheControl = {
    var control = CacheControl()
    control.isPrivate = .everything
    control.noStore = true
    return control
  }()

  /// Whether it is neither stale nor degraded.
  private var isSound: Bool { isFresh && !freshness.isDegraded }

  /// For how long it may be used behind a term.
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

  /// An instant that a date can say: sums of such do not overflow.
  private static func writable(_ instant: UnixTime) -> Int64 {
    min(max(instant.seconds, HTTPDate.writable.lowerBound), HTTPDate.writable.upperBound)
  }
}
