// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// How long an answer is good for: the one value that every field about freshness is written from.
package struct AnswerFreshness: Sendable, Hashable {
  /// What all parts of the answer come to. Its `expire` is what the body calls `_expire`.
  package var whole: Freshness
  /// The second in which it is sent, which is its Date.
  package var now: UnixTime
  /// Seconds after `expire` in which it may be used while a newer one is fetched, as declared.
  package var staleWhileRevalidate = 0
  /// Seconds after `expire` in which it may be used where a newer one cannot be had, as declared.
  package var staleIfError = 0
  /// Whether it is sent although something newer is being made.
  package var isStale = false
  /// Whether a part of it is missing, or something stands in for one.
  package var isDegraded = false

  package init(_ whole: Freshness, now: UnixTime) {
    self.whole = whole
    self.now = now
  }

  /// The instant up to which the answer is fresh.
  package var expire: UnixTime { whole.expire }
  package var privacy: Privacy { whole.privacy }

  /// The seconds of `staleWhileRevalidate` that lie before the next scheduled change.
  package var revalidateWindow: Int { whole.staleWindow(staleWhileRevalidate) }
  /// The seconds of `staleIfError` that lie before the next scheduled change.
  package var errorWindow: Int { whole.staleWindow(staleIfError) }

  /// Whether the gateway may keep it for others, be it to show it when it is stale. What nobody keeps
  /// nobody purges; the second for which an edge collects requests is over before a purge is there.
  package var mayBeKept: Bool {
    privacy.isShared && (expire > now || revalidateWindow > 0 || errorWindow > 0)
  }
}
