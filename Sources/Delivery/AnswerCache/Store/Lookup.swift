// SPDX-License-Identifier: Apache-2.0

/// What a lookup found.
package enum Lookup: Sendable {
  /// Serve it.
  case fresh(CacheEntry)
  /// Serve it although it is stale. One caller gets the lease to refresh it meanwhile.
  case stale(CacheEntry, refresh: FetchLease?)
  /// Wait for what is fetched, and serve it only if that fails.
  case onlyOnError(CacheEntry)
  /// Fetch for yourself, without waiting for others: the answers to this key are private.
  case pass
  /// Wait for what is fetched.
  case miss
}
