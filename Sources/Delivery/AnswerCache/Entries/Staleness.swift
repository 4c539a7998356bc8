// SPDX-License-Identifier: Apache-2.0

// RFC 9111 section 4.2 and RFC 5861, decided from numbers alone. An entry's windows are absolute
// instants, so the clock is compared and never added to. A purge ends the freshness and lets the
// windows begin at its own instant (`EntryLifetime.ended`); a hard one is before all instants, and nothing
// is left. What was purged is stale even if the asking loop's clock is behind the purging one's.
//
// A failed fetch holds the next one back for a while: in an outage not every request may knock at
// a service that is down, and whoever has a stale answer gets it at once.

/// What may be done with an entry at an instant.
package enum Staleness: Sendable, Equatable {
  /// Serve it.
  case fresh
  /// Serve it, and let one caller refresh it meanwhile.
  case refreshing
  /// Serve it: it is stale, but a fetch failed just now.
  case held
  /// Fetch; serve it only if that fails.
  case onlyOnError
  /// Fetch; it is of no use any more.
  case dead
}

extension EntryLifetime {
  /// What may be done with the entry at `now`, when it was purged at `purge` and no fetch is to
  /// begin before `nextFetch`.
  package func staleness(
    at now: Int64,
    purgedAt purge: Int64 = .max,
    nextFetch: Int64 = .min
  ) -> Staleness {
    if purge == .max && now < freshUntil { return .fresh }
    let lifetime = ended(at: purge)
    let now = max(now, lifetime.freshUntil)
    if now < lifetime.staleWhileRevalidateUntil { return now < nextFetch ? .held : .refreshing }
    if now < lifetime.staleIfErrorUntil { return now < nextFetch ? .held : .onlyOnError }
    return .dead
  }
}
