// SPDX-License-Identifier: Apache-2.0

/// What a call says of the backend's health.
package enum AttemptOutcome: Sendable, Equatable {
  case success
  /// The backend failed; it may have said when to come back.
  case failure(retryAfter: Duration? = nil)
  /// The call ended for reasons that are not the backend's.
  case neither
}
