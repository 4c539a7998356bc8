// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

// RFC 9111 section 4.2, read once when an answer is kept. Doubts are decided for staleness: several
// Expires that differ, or one that is no date, mean an answer that has expired (5.3); a Date that is
// none is replaced by the time of receipt (RFC 9110 section 6.6.1). All instants are Unix seconds of
// our own clock but Date and Expires, which are the origin's and only compared with each other and
// with the time of receipt.

/// Lifetime and initial age of a stored answer, and the ways in which it may be served stale.
package struct StoredFreshness: Sendable, Equatable {
  /// Source of the lifetime.
  package enum Basis: Sendable, Equatable {
    case sharedMaxAge
    case maxAge
    case expires
    case heuristic
    case nothing
  }

  /// Seconds of freshness, counted from the answer's making (4.2.1).
  package private(set) var lifetime = 0
  package private(set) var basis = Basis.nothing
  /// Whether a purge has ended the freshness, whatever the fields say.
  package private(set) var isEnded = false
  /// Age of the answer when it came (4.2.3: `corrected_initial_age`).
  package let initialAge: Int
  /// Time at which the answer came.
  package let responseTime: Int64
  /// `no-cache`: asked about before each use.
  package let needsValidation: Bool
  /// `must-revalidate`, or what means the same to a shared cache.
  package let forbidsStale: Bool
  /// Seconds past the end of freshness.
  package let staleWhileRevalidate: Int
  package let staleIfError: Int

  package init(
    status: Status,
    fields: borrowing FieldsView,
    control: EffectiveControl,
    requestTime: Int64,
    responseTime: Int64,
    heuristic: CachingRules.Heuristic? = nil
  ) {
    let directives = control.directives
    let date = fields.onlyDate(.date, now: responseTime) ?? responseTime
    initialAge = StoredFreshness.initialAge(
      age: fields.age,
      date: date,
      requestTime: requestTime,
      responseTime: responseTime
    )
    self.responseTime = responseTime
    needsValidation = CacheControl.omission(directives.noCache) == .everything
    forbidsStale =
      directives.mustRevalidate || directives.proxyRevalidate || directives.sharedMaxAge != nil
      || needsValidation
    staleWhileRevalidate = directives.staleWhileRevalidate ?? 0
    staleIfError = directives.staleIfError ?? 0
    if let seconds = directives.sharedMaxAge {
      (lifetime, basis) = (seconds, .sharedMaxAge)
    } else if let seconds = directives.maxAge {
      (lifetime, basis) = (seconds, .maxAge)
    } else if !control.isTargeted, fields.contains(.expires) {
      (lifetime, basis) = (fields.secondsToExpiry(from: date, now: responseTime), .expires)
    } else if let heuristic, status.isHeuristicallyCacheable || directives.isPublic,
      let lastModified = fields.onlyDate(.lastModified, now: responseTime)
    {
      let unchanged = DeltaSeconds.between(lastModified, date)
      (lifetime, basis) = (min(unchanged * heuristic.percent / 100, heuristic.maximum), .heuristic)
    }
  }

  /// The freshness of an answer that was made at an instant, by its instant of expiry.
  init(madeAt now: Int64, until expiry: Int64) {
    (lifetime, basis) = (DeltaSeconds.between(now, expiry), .maxAge)
    (initialAge, responseTime) = (0, now)
    (needsValidation, forbidsStale) = (false, false)
    (staleWhileRevalidate, staleIfError) = (0, 0)
  }

  /// `corrected_initial_age` of RFC 9111 section 4.2.3.
  private static func initialAge(
    age: Int?,
    date: Int64,
    requestTime: Int64,
    responseTime: Int64
  ) -> Int {
    let apparent = DeltaSeconds.between(date, responseTime)
    let delay = DeltaSeconds.between(requestTime, responseTime)
    return max(apparent, min((age ?? 0) + delay, DeltaSeconds.limit))
  }

  /// Returns the age of the answer (`current_age`).
  package func age(at now: Int64) -> Int {
    min(initialAge + DeltaSeconds.between(responseTime, now), DeltaSeconds.limit)
  }

  /// Returns the seconds for which the answer stays fresh; 0 or less when it is stale.
  package func timeLeft(at now: Int64) -> Int { lifetime - age(at: now) }

  /// Makes the answer stale from an instant on, also for caches that obey another field than we do.
  mutating func end(at instant: Int64) {
    lifetime = min(lifetime, age(at: instant))
    isEnded = true
  }

  /// Fresh while its lifetime is longer than its age (4.2).
  package func isFresh(at now: Int64) -> Bool { timeLeft(at: now) > 0 }
}

extension DeltaSeconds {
  /// The seconds from one instant to a later one; 0 backwards, and at most `limit`.
  static func between(_ start: Int64, _ end: Int64) -> Int {
    guard end > start else { return 0 }
    let (seconds, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? limit : Int(min(seconds, Int64(limit)))
  }
}

extension FieldsView {
  /// The date of a field that is there once.
  func onlyDate(_ name: KnownField, now: Int64) -> Int64? {
    guard let index = onlyIndex(of: name) else { return nil }
    return HTTPDate(value(at: index), now: now)?.seconds
  }

  /// Returns the seconds after `date` at which an answer expires; 0 when it has expired, or has an
  /// Expires that is no date (RFC 9111 section 5.3).
  fileprivate func secondsToExpiry(from date: Int64, now: Int64) -> Int {
    guard let first = firstIndex(of: .expires),
      let expires = HTTPDate(value(at: first), now: now)?.seconds
    else { return 0 }
    var index = first
    while let next = firstIndex(of: .expires, from: index + 1) {
      guard HTTPDate(value(at: next), now: now)?.seconds == expires else { return 0 }
      index = next
    }
    return DeltaSeconds.between(date, expires)
  }
}

extension Status {
  /// Whether an answer with this status may be kept without being told so (RFC 9110 section 15.1).
  var isHeuristicallyCacheable: Bool {
    switch code {
    case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501: true
    default: false
    }
  }
}
