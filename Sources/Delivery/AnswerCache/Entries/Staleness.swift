// SPDX-License-Identifier: Apache-2.0

// RFC 9111 section 4.2 and RFC 5861, decided from numbers alone. An entry's windows are absolute
// instants, so the clock is compared and never added to. A purge ends the freshness and lets the
// windows begin at its own instant (`EntryLifetime.ended`); a hard purge counts as before all
// instants, so that nothing is left. A purged entry is stale even if the clock of the loop that
// asks is behind that of the loop that purged.
//
// Where the clock was set back, nothing tells how old an entry is: it is stale from then on, and the pause after a
// failed fetch is over.
//
// After a failed fetch no other begins for a while: in an outage the service is not asked by every
// request, and requests with a stale answer get it at once.

/// Use that may be made of an entry at an instant.
package enum Staleness: Sendable, Equatable {
  /// Serve it.
  case fresh
  /// Serve it, and let one caller refresh it meanwhile.
  case refreshing
  /// Serve it: it is stale, but a fetch has just failed.
  case held
  /// Fetch; serve it only if that fails.
  case onlyOnError
  /// Fetch; it is of no use any more.
  case dead
}

extension EntryLifetime {
  /// Returns the use that may be made of the entry at `now`, if it was purged at `purge` and no
  /// fetch is to begin before `nextFetch`.
  package func staleness(
    at now: Int64,
    purgedAt purge: Int64 = .max,
    nextFetch: Int64 = .min
  ) -> Staleness {
    let isOfFuture = storedAt > now.addingSaturating(EntryLifetime.clockTolerance)
    let end = isOfFuture ? min(purge, now) : purge
    if end == .max && now < freshUntil { return .fresh }
    let lifetime = ended(at: end)
    let isHeld = now < nextFetch && nextFetch <= now.addingSaturating(EntryLifetime.longestPause)
    let now = max(now, lifetime.freshUntil)
    if now < lifetime.staleWhileRevalidateUntil { return isHeld ? .held : .refreshing }
    if now < lifetime.staleIfErrorUntil { return isHeld ? .held : .onlyOnError }
    return .dead
  }
}
