// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// Freshness of an answer: the one value from which all fields about freshness are written.
package struct AnswerFreshness: Sendable, Hashable {
  /// The freshness of all parts of the answer together; its `expire` is `_expire` in the body.
  package var whole: Freshness
  /// The second in which the answer is sent, its Date.
  package var now: UnixTime
  /// The declared stale-while-revalidate, in seconds.
  package var staleWhileRevalidate = 0
  /// The declared stale-if-error, in seconds.
  package var staleIfError = 0
  /// Whether the answer is served stale: while it is revalidated, or because a purge or publication overtook it.
  package var isStale = false
  /// Whether a part of it is missing or replaced by a default.
  package var isDegraded = false

  package init(_ whole: Freshness, now: UnixTime) {
    self.whole = whole
    self.now = now
  }

  /// The instant at which the answer becomes stale.
  package var expire: UnixTime { whole.expire }
  package var privacy: Privacy { whole.privacy }

  /// The seconds of `staleWhileRevalidate` that lie before the next scheduled change.
  package var revalidateWindow: Int { whole.staleWindow(staleWhileRevalidate) }
  /// The seconds of `staleIfError` that lie before the next scheduled change.
  package var errorWindow: Int { whole.staleWindow(staleIfError) }

  /// Whether caches may keep it, fresh or stale. An answer that may not be kept needs no tags: the second
  /// for which an edge may use it is over before a purge arrives.
  package var mayBeKept: Bool {
    privacy.isShared && (expire > now || revalidateWindow > 0 || errorWindow > 0)
  }
}
