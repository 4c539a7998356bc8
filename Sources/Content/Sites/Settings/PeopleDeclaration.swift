// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Edges
import FileShapes

/// The users of a site's records: how they sign up, and how they are sent messages.
package struct PeopleDeclaration: Sendable, Hashable {
  /// Whether anybody may sign up.
  package var allowsSignUp = false
  /// The address that is told of messages to users; without it, no address is confirmed.
  package var mailHook: String?
  /// The variable of the environment with the key by which those are signed.
  package var mailKey: String?
  /// The days after which a session ends whose token nobody renews.
  package var sessionDays = 90

  package init() {}
}

extension PeopleDeclaration {
  static let shape = Shape.object(PeopleDeclaration()) {
    Member("signUp", \.allowsSignUp, .flag, "Whether anybody may sign up.")
    Member(
      "mailHook",
      \.mailHook,
      .text(webhook),
      "Address of a webhook that sends messages to users: codes that confirm an address or set another password.",
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
      "sessionDays",
      \.sessionDays,
      .integer(1...400),
      "Days after which a session ends whose token nobody renews."
    )
  }
  .checked { people, value, subject, context in
    guard people.mailHook == nil, people.mailKey != nil else { return true }
    context.badValue(value, "\(subject) has a \"mailKey\", but no \"mailHook\" that it is for")
    return false
  }

  private static let webhook = TextForm<String>(
    "address of a webhook",
    expected: "one such as https://mail.example.com/portico",
    pattern: "^https?://[^/?#]+[^#]*$",
    accepts: { text in
      guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
      let rest = text.dropFirst(scheme.count)
      return rest.first.map { !"/?#".contains($0) } == true && !rest.contains("#")
        && rest.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
  )
}
