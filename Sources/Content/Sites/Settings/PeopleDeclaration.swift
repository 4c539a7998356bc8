// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Services

/// The users of a site's records: how they sign up, and how they are sent messages.
package struct PeopleDeclaration: Sendable, Hashable {
  /// Whether anybody may sign up.
  package var allowsSignUp = false
  /// The address that is told of messages to users; without it, no address is confirmed.
  package var mailHook: String?
  /// The variable of the environment with the key by which those are signed.
  package var mailKey: String?
  /// Whether users may sign in by a code that is sent to their address.
  package var mailsCodes = false
  /// The name of the site that authenticator apps show.
  package var name = "Portico"
  /// The days after which a session ends whose token nobody renews.
  package var sessionDays = 90
  /// The restriction of the cookie that may have the token of a session; `nil` for no cookie.
  package var sessionCookie: SameSite?
  /// The services by which they sign in without a password of their own.
  package var providers: [ProviderDeclaration] = []

  /// The requests of other sites with which a browser sends a cookie.
  package enum SameSite: String, Sendable, CaseIterable {
    /// Links that are followed.
    case lax
    /// None.
    case strict
  }

  package init() {}
}

extension PeopleDeclaration {
  static let shape = Shape.object(PeopleDeclaration()) {
    Member("signUp", \.allowsSignUp, .flag, "Whether anybody may sign up.")
    Member(
      "mailHook",
      \.mailHook,
      .text(.webhook),
      "Address of a webhook that sends messages to users: codes to confirm an address, to sign in or to set a password.",
      examples: ["https://mail.example.com/portico"]
    )
    Member(
      "mailKey",
      \.mailKey,
      .text(.variable),
      "Name of the environment variable with the key that signs its requests.",
      examples: ["MAIL_KEY"]
    )
    Member(
      "mailCodes",
      \.mailsCodes,
      .flag,
      "Whether users may sign in by a code that is sent to their address, without a password."
    )
    Member(
      "name",
      \.name,
      .text(siteName),
      "Name of the site as authenticator apps show it.",
      examples: ["Flower Shop"]
    )
    Member(
      "sessionDays",
      \.sessionDays,
      .integer(1...400),
      "Days after which a session ends whose token nobody renews."
    )
    Member(
      "sessionCookie",
      \.sessionCookie,
      .choice,
      "Lets pages keep the token of a session in a cookie, with this SameSite: lax or strict.",
      examples: ["lax"]
    )
    Member(
      "providers",
      \.providers,
      ProviderDeclaration.providers,
      "Providers of OpenID Connect by which users sign in without a password of their own.",
      examples: [["google": ["issuer": "https://accounts.google.com", "client": "1234"]]]
    )
  }
  .checked { people, value, subject, context in
    guard people.mailHook == nil, people.mailKey != nil || people.mailsCodes else { return true }
    let name = people.mailKey == nil ? "mailCodes" : "mailKey"
    context.badValue(value, "\(subject) has a \"\(name)\", but no \"mailHook\" that it is for")
    return false
  }

  private static let siteName = TextForm<String>(
    "name of a site",
    expected: "1 to 60 characters without a colon",
    pattern: "^[^:]{1,60}$",
    accepts: { (1...60).contains($0.count) && !$0.contains(":") }
  )
}
