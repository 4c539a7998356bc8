// SPDX-License-Identifier: Apache-2.0

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
