// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import Digests
import HTTPValues
package import ResourceModel

/// Settings of users' sign-up and sign-in.
package struct PeopleSettings: Sendable {
  /// Whether anybody may sign up.
  package var allowsSignUp = false
  /// Sends a message to a person's address; without it, addresses are not confirmed and passwords
  /// not reset.
  package var mail: (@Sendable (PeopleMail) throws -> Void)?
  /// Whether users may sign in by a code that is sent to their address.
  package var mailsCodes = false
  /// The cookie that may have the token of a session; `nil` for no cookie.
  package var cookie: SessionCookie?
  /// The name that authenticator apps show.
  package var name = "Portico"
  /// Called with each change of an account, for the audit.
  package var audit: @Sendable (PeopleEvent) -> Void = { _ in }
  /// Erases the log's events of an erased user, by the ids of the user, its sessions and its
  /// devices; returns their number.
  package var forget: @Sendable ([String]) throws -> Int = { _ in 0 }
  /// The services by which users sign in without a password of their own.
  package var providers: [SignInProvider] = []
  /// Returns the keys that encrypt the secrets of second factors, which may be others each time; without any
  /// they are stored as they are.
  package var keys: @Sendable () throws -> SecretKeys = { SecretKeys([]) }
  package var scrypt = Scrypt.strong
  package var attempts = AttemptBudget()
  /// The accounts that may still be made without a message, by address.
  package var signUps = AttemptBudget()
  /// The codes of second factors that may be tried for each user, whatever the address: only who has passed
  /// the first step uses them up.
  package var codeAttempts = AttemptBudget(burst: 10, secondsPerAttempt: 300)
  /// The seconds after which a session ends whose token nobody renews.
  package var sessionSeconds: Int64 = 90 * 86_400
  /// The seconds for which a replaced token still works, since the answer with the new one may be
  /// lost.
  package var graceSeconds: Int64 = 60
  /// The seconds for which a code works that was sent.
  package var codeSeconds: Int64 = 3_600
  /// The seconds for which a code works by which a user signs in.
  package var mailedCodeSeconds: Int64 = 600
  /// The seconds for which a sign-in waits for a code of the second factor.
  package var challengeSeconds: Int64 = 300

  package init() {}
}

/// A message to a person.
package struct PeopleMail: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// A code that confirms the address.
    case confirm
    /// A code that sets another password.
    case reset
    /// A code by which the user signs in.
    case code
    /// Somebody has tried to sign up with the address of an account.
    case taken
  }

  package let kind: Kind
  package let address: String
  package let code: String?
  package let expires: Timestamp

  package init(kind: Kind, address: String, code: String?, expires: Timestamp) {
    (self.kind, self.address, self.code, self.expires) = (kind, address, code, expires)
  }

  /// The message as a webhook gets it.
  package var json: [UInt8] {
    let value = DataValue.members([
      ("type", .text("user.\(kind.rawValue)")), ("email", .text(address)),
      ("code", code.map { .text($0) } ?? .null), ("expires", .text(expires.description)),
    ])
    return ResourceReply(.ok, value).body
  }
}

/// A change of an account.
package struct PeopleEvent: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case signedUp
    case signedIn
    case signedOut
    case changedPassword
    /// A token was used long after it had been replaced, so its session was ended.
    case reusedToken
    case changedKey
    /// A provider of sign-ins does not lead into the account any more.
    case removedProvider
    case addedSecondFactor
    case removedSecondFactor
    case usedRecoveryCode
    case erased
  }

  package let kind: Kind
  package let user: ResourceID
  package var session: String?
}
