// SPDX-License-Identifier: Apache-2.0

/// A user's second factor: the secret of an authenticator app, from which both sides compute codes (RFC 6238).
package struct SecondFactor: Sendable, Equatable {
  /// The secret as it is stored.
  package let secret: [UInt8]
  /// Whether the user has shown that the app has the secret; before, it is not asked for.
  package let isConfirmed: Bool
  /// The instant at which that was; `nil` before, and for one of a version that did not record it.
  package let since: Timestamp?
  /// The number of recovery codes that were not used yet.
  package let recoveryCodes: Int

  package init(
    _ secret: [UInt8],
    isConfirmed: Bool,
    since: Timestamp? = nil,
    recoveryCodes: Int
  ) {
    self.secret = secret
    self.isConfirmed = isConfirmed
    self.since = since
    self.recoveryCodes = recoveryCodes
  }
}
