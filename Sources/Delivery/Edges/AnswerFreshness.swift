// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// How long an answer is good for: the one value that every field about freshness is written from.
package struct AnswerFreshness: Sendable, Hashable {
  /// The instant up to which the answer is fresh, which its body calls `_expire`.
  package var expire: UnixTime
  /// The second in which it is sent, which is its Date.
  package var now: UnixTime
  /// Seconds after `expire` in which it may be used while a newer one is fetched.
  package var staleWhileRevalidate = 0
  /// Seconds after `expire` in which it may be used where a newer one cannot be had.
  package var staleIfError = 0
  /// Whether it is for everybody whose request is the same.
  package var isPublic = true
  /// Whether it is sent although something newer is being made.
  package var isStale = false
  /// Whether a part of it is missing, or something stands in for one.
  package var isDegraded = false

  package init(expire: UnixTime, now: UnixTime) {
    self.expire = expire
    self.now = now
  }

  /// Whether anybody may keep it, be it to show it when it is stale. What nobody keeps nobody purges;
  /// the second for which an edge collects requests is over before a purge is there.
  package var mayBeKept: Bool { expire > now || staleWhileRevalidate > 0 || staleIfError > 0 }
}
