// SPDX-License-Identifier: Apache-2.0

extension StoredResponse {
  /// Makes the answer one that the origin is asked about before its next use, and that nothing
  /// stale is served of: what RFC 9111 section 4.4 calls invalid.
  package mutating func doubt() { isDoubted = true }

  /// Ends the answer's freshness, as a soft purge does: what may be done with a stale answer may be
  /// done with this one from now on.
  package mutating func expire(at now: Int64) { freshness.end(at: now) }
}
