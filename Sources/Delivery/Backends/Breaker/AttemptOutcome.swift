// SPDX-License-Identifier: Apache-2.0

/// Outcome of a call, as it counts for the backend's health.
package enum AttemptOutcome: Sendable, Equatable {
  case success
  /// The backend failed; it may have sent Retry-After.
  case failure(retryAfter: Duration? = nil)
  /// The call ended for a reason that is not the backend's.
  case neither
}
