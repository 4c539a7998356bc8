// SPDX-License-Identifier: Apache-2.0

extension StoredResponse {
  /// Ends the answer's freshness, as a soft purge does: what may be done with a stale answer may be
  /// done with this one from now on.
  package mutating func expire(at now: Int64) { freshness.end(at: now) }
}
