// SPDX-License-Identifier: Apache-2.0

/// What a lookup found.
package enum Lookup: Sendable {
  /// Serve it.
  case fresh(CacheEntry)
  /// Serve it although it is stale; when a refresh is due, one caller gets the duty.
  case stale(CacheEntry, isRefreshDue: Bool)
  /// Fetch, and serve it only if that fails.
  case onlyOnError(CacheEntry)
  /// Fetch without waiting for others: the answers to this key are private.
  case pass
  /// Fetch.
  case miss
}
