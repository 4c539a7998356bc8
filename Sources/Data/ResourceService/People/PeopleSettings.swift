// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import Digests
import FileShapes
import HTTPValues
package import ResourceModel

/// Settings of users' sign-up and sign-in.
package struct PeopleSettings: Sendable {
  /// Whether anybody may sign up.
  package var allowsSignUp = false
  /// Sends a message to a person's address; without it, addresses are not confirmed and passwords
  /// not reset.
  package var mail: (@Sendable (PeopleMail) throws -> Void)?
  /// Called with each change of an account, for the audit.
  package var audit: @Sendable (PeopleEvent) -> Void = { _ in }
  /// Erases the log's events of an erased user, by the ids of the user, its sessions and its
  /// devices; returns their number.
  package var forget: @Sendable ([String]) throws -> Int = { _ in 0 }
  /// The services by which users sign in without a password of their own.
  package var providers: [SignInProvider] = []
  package var scrypt = Scrypt.strong
  package var attempts = AttemptBudget()
  /// The seconds after which a session ends whose token nobody renews.
  package var sessionSeconds: Int64 = 90 * 86_400
  /// The seconds for which a replaced token still works, since the answer with the new one may be
  /// lost.
  package var graceSeconds: Int64 = 60
  /// The seconds for which a code works that was sent.
  package var codeSeconds: Int64 = 3_600

  package init() {}
}

/// A message to a person.
package struct PeopleMail: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// A code that confirms the address.
    case confirm
    /// A code that sets another password.
    case reset
    /// Somebody has tried to sign up with the address of an account.
    case taken
  }

  package let kind: Kind
  package let address: String
  package let code: String?
  package let expires: Timestamp

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
    case erased
  }

  package let kind: Kind
  package let user: ResourceID
  package var session: String?
}
