// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import HTTPValues

/// An access token by OAuth 2's client credentials (RFC 6749 section 4.4), which the requests of a service carry.
package struct TokenDeclaration: Sendable, Hashable {
  package static let mostParameters = 16
  /// Maximum bytes of the token endpoint's answer.
  package static let answerBytes = 65_536
  /// Maximum bytes of a token.
  package static let tokenBytes = 16_384

  /// The place where the client says who it is (RFC 6749 section 2.3.1).
  package enum Authentication: String, Sendable, CaseIterable {
    /// In the field Authorization.
    case basic
    /// In the body.
    case body
  }

  /// The token endpoint.
  package var address = BackendDeclaration.Address.unknown
  package var client = DeclaredValue(.fixed(""))
  package var secret = DeclaredValue(.fixed(""))
  package var scope: String?
  /// Further parameters of the request, such as `audience`.
  package var parameters: [SentValues.Parameter] = []
  package var authentication = Authentication.basic
  /// Maximum duration of one request for a token.
  package var timeout: Duration = .seconds(5)

  package init() {}
}

extension TokenDeclaration {
  static let shape = Shape.object(TokenDeclaration()) {
    Member(
      "at",
      \.address,
      BackendDeclaration.Address.alone,
      isRequired: true,
      "URL of the token endpoint.",
      examples: ["https://auth.example.com/oauth/token"]
    )
    Member(
      "client",
      \.client,
      DeclaredValue.shape,
      isRequired: true,
      "The client's id.",
      examples: ["portico"]
    )
    Member(
      "secret",
      \.secret,
      DeclaredValue.shape,
      isRequired: true,
      "The client's secret.",
      examples: [["$env": "PRICES_SECRET"], ["$file": "/run/secrets/prices"]]
    )
    Member(
      "scope",
      \.scope,
      .text,
      "What the token is to allow, in words between blanks.",
      examples: ["prices:read"]
    )
    Member(
      "parameters",
      \.parameters,
      SentValues.parameters(atMost: mostParameters),
      "Further parameters of the request for a token.",
      examples: [["audience": "https://prices.example.com"]]
    )
    Member(
      "authenticate",
      \.authentication,
      .choice,
      "How the client says who it is: basic in the field Authorization, body in the form."
    )
    Member(
      "timeout",
      \.timeout,
      Duration.shape,
      "Time that a request for a token may take.",
      examples: ["2s"]
    )
  }
}
