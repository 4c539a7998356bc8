// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import Services

/// A provider of OpenID Connect by which the users of a site's records sign in.
package struct ProviderDeclaration: Sendable, Hashable {
  static let maximumProviders = 16

  package var name = ""
  package var issuer = ""
  /// The name by which the provider knows the site.
  package var client = ""
  /// The variable of the environment with the site's password at the provider; `nil` for a public client.
  package var secret: String?
  package var scopes = ["email"]

  static let providers = shape.dictionary(
    of: "the provider",
    keys: .hookName,
    atMost: maximumProviders
  )
  .keyed(by: \.name)

  private static let shape = Shape.object(ProviderDeclaration()) {
    Member(
      "issuer",
      \.issuer,
      .text(.issuer),
      isRequired: true,
      "Identifier of the provider, below which its description is.",
      examples: ["https://accounts.google.com"]
    )
    Member(
      "client",
      \.client,
      .text,
      isRequired: true,
      "Name by which the provider knows the site.",
      examples: ["1234.apps.example.com"]
    )
    Member(
      "secret",
      \.secret,
      .text(.variable),
      "Name of the environment variable with the site's password there; none for a public client.",
      examples: ["PROVIDER_SECRET"]
    )
    Member(
      "scopes",
      \.scopes,
      Shape.text.list(atMost: 16),
      "What is asked for beside openid.",
      examples: [["email", "profile"]]
    )
  }
}

extension TextForm where Value == String {
  fileprivate static let issuer = TextForm(
    "issuer of a provider",
    expected: "one such as https://accounts.google.com",
    pattern: "^(https://|http://(127\\.0\\.0\\.1|\\[::1\\]|localhost)([:/]|$))[^?#]*$",
    accepts: { text in
      guard let address = HTTPAddress(text), !text.contains("?") else { return false }
      return address.origin.isSecure
        || ["127.0.0.1", "::1", "localhost"].contains(address.origin.host)
    }
  )
}
