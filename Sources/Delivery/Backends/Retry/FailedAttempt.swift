// SPDX-License-Identifier: Apache-2.0

package import HTTPValues
package import Reactor

/// What decides whether a call is made again.
package struct FailedAttempt: Sendable {
  /// How often the call has been made, this attempt included.
  package var attempts = 1
  /// Whether another attempt may end otherwise: a wrong answer will be wrong again.
  package var retry = FailureRetry.ifIdempotent
  /// Whether the request may be worked on twice.
  package var isIdempotent = true
  /// Whether somebody else can be asked.
  package var hasOthers = false
  /// How long the backend asked to be left alone.
  package var retryAfter: Duration?
  /// How long an answer usually takes.
  package var usual = Duration.zero
  /// When the whole call must be over.
  package var deadline = Instant.distantFuture

  /// The first attempt of an idempotent call, that may be repeated.
  package init() {}
}
