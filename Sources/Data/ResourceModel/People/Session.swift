// SPDX-License-Identifier: Apache-2.0

/// A user's session on a device. Its token is known to the client only; here is its digest.
package struct Session: Sendable, Equatable {
  package let id: String
  package let user: ResourceID
  /// The id of the device that it is on, if the client named one.
  package let device: String?
  package let created: Timestamp
  /// The instant at which the present token was made.
  package var rotated: Timestamp
  package var expires: Timestamp
  package var digest: [UInt8]

  package init(
    _ id: String,
    of user: ResourceID,
    device: String?,
    created: Timestamp,
    rotated: Timestamp,
    expires: Timestamp,
    digest: [UInt8]
  ) {
    self.id = id
    self.user = user
    self.device = device
    self.created = created
    self.rotated = rotated
    self.expires = expires
    self.digest = digest
  }
}

/// A code that is sent to a person and can be used once.
package struct OneTimeCode: Sendable, Equatable {
  package enum Purpose: String, Sendable, CaseIterable {
    /// Confirms an address, whose account is created then.
    case confirm
    /// Sets another password.
    case reset
    /// Returns from a provider of sign-ins.
    case signIn
    /// Completes a sign-in by a code of the user's second factor.
    case secondFactor
    /// Completes a sign-in by a code that was sent to the user's address.
    case mailedCode
  }

  package let digest: [UInt8]
  package let purpose: Purpose
  /// The user whose password it sets; `nil` where there is none yet.
  package let user: ResourceID?
  /// Data that the service keeps with the code until it is used, such as the attributes of a new account.
  package let content: [UInt8]
  package let expires: Timestamp

  package init(
    _ purpose: Purpose,
    _ digest: [UInt8],
    of user: ResourceID?,
    _ content: [UInt8],
    expires: Timestamp
  ) {
    self.purpose = purpose
    self.digest = digest
    self.user = user
    self.content = content
    self.expires = expires
  }
}
