// SPDX-License-Identifier: Apache-2.0

package import HTTPValues
package import Reactor

/// Facts about a failed attempt that decide whether the call is retried.
package struct FailedAttempt: Sendable {
  /// Number of attempts so far, this one included.
  package var attempts = 1
  /// Whether a retry may succeed: a wrong answer will be wrong again.
  package var retry = FailureRetry.ifIdempotent
  /// Whether the request may be processed twice.
  package var isIdempotent = true
  /// Whether another endpoint can be called.
  package var hasOthers = false
  /// Duration for which the backend asked not to be called.
  package var retryAfter: Duration?
  /// Usual duration of an answer.
  package var usual = Duration.zero
  /// Instant at which the whole call must be over.
  package var deadline = Instant.distantFuture

  /// The first failed attempt of an idempotent call.
  package init() {}
}
