// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

// The choices that RFC 9111 leaves to a cache, as one value for each route. The defaults are the
// standard to the letter: no lifetime is guessed, and no stale answer is served unless a side
// allowed it.

/// Choices of a shared cache where the standard leaves it one.
package struct CachingRules: Sendable, Equatable {
  /// The targeted fields that are obeyed instead of Cache-Control, in order (RFC 9213 section 2.2).
  package var targets: [FieldName] = []
  /// Lifetime of an answer without explicit freshness; `nil`: it has none.
  package var heuristic: Heuristic?
  /// Rule for answers that set a cookie. The standard lets caches keep them (RFC 9111 section 7.3).
  package var cookies = CookieRule.kept
  /// Whether an answer to a request with a cookie is its visitor's own unless it is meant for shared
  /// caches. The standard says so of Authorization only (RFC 9111 section 3.5).
  package var cookiesAreCredentials = false
  /// Whether an answer to POST is kept for GET when it says so (RFC 9110 section 9.3.3).
  package var keepsPostAnswers = true
  /// Whether parts of representations are kept (RFC 9111 section 3.3).
  package var keepsParts = true
  /// For how many seconds past its end an answer is served when the origin cannot be reached and
  /// nothing forbids it (RFC 9111 section 4.2.4).
  package var staleWhenUnreachable = 0
  /// Directives of the client that are followed (RFC 9111 section 5.2.1: all are advisory).
  package var obeyed = ClientWishes.all
  /// Whether a request that no variant fits is sent with the strong tags of those there are, so that
  /// the origin may choose one of them (RFC 9111 section 4.3.1). Off, since an origin that gives two
  /// variants one tag, as many do, would have the wrong one chosen.
  package var offersVariants = false
  /// Differences between the fields named by Vary that do not count.
  package var variance = VarianceRules()

  package init() {}

  /// Rule for answers with a Set-Cookie field.
  package enum CookieRule: Sendable, Equatable {
    /// It is kept like any other, cookie included.
    case kept
    /// It is kept when `public` or `s-maxage` says that shared caches are meant.
    case keptWhenMeantForSharedCaches
    case refused
  }

  /// Freshness as a share of the time since the last change, RFC 9111 section 4.2.2.
  package struct Heuristic: Sendable, Equatable {
    /// Of the age that the representation had when it was sent.
    package var percent: Int
    /// Seconds.
    package var maximum: Int

    package init(percent: Int = 10, maximum: Int = 86_400) {
      self.percent = min(max(percent, 0), 100)
      self.maximum = min(max(maximum, 0), DeltaSeconds.limit)
    }
  }
}
