// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import ResourceModel

/// A service by which users sign in: a provider of OpenID Connect.
package struct SignInProvider: Sendable, Hashable {
  /// The name by which apps ask for it.
  package let name: String
  /// The identifier of the provider, an address below which its description is.
  package let issuer: String
  /// The name by which the provider knows this service.
  package let client: String
  /// The password of the service at the provider; `nil` for a public client.
  package let secret: String?
  /// The scopes that are asked for beside `openid`.
  package let scopes: [String]

  package init(
    _ name: String,
    issuer: String,
    client: String,
    secret: String?,
    scopes: [String] = ["email"]
  ) {
    self.name = name
    self.issuer = issuer
    self.client = client
    self.secret = secret
    self.scopes = scopes
  }
}

/// The addresses of a provider, as it describes itself (OpenID Connect Discovery 1.0).
struct ProviderDescription: Sendable, Equatable {
  let authorization: HTTPAddress
  let token: HTTPAddress
  let keys: HTTPAddress
  let userInfo: HTTPAddress?
  /// Whether the service's password is sent in the body instead of a field.
  let takesSecretInBody: Bool

  /// The place of the description of an issuer.
  static func address(of issuer: String) -> HTTPAddress? {
    let base = issuer.hasSuffix("/") ? issuer.dropLast() : issuer[...]
    return HTTPAddress(secure: "\(base)/.well-known/openid-configuration")
  }

  init(_ value: DataValue, of issuer: String) throws(ProviderFault) {
    guard value["issuer"]?.string == issuer else {
      throw ProviderFault(
        .description,
        "the issuer is \(value["issuer"]?.string?.prefix(100) ?? "missing"); expected \(issuer)"
      )
    }
    func address(_ name: String) throws(ProviderFault) -> HTTPAddress {
      guard let address = value[name]?.string.flatMap(HTTPAddress.init(secure:)) else {
        throw ProviderFault(.description, "\(name) is no address of https")
      }
      return address
    }
    authorization = try address("authorization_endpoint")
    token = try address("token_endpoint")
    keys = try address("jwks_uri")
    userInfo = value["userinfo_endpoint"]?.string.flatMap(HTTPAddress.init(secure:))
    let ways = value["token_endpoint_auth_methods_supported"]?.elements?.compactMap(\.string)
    takesSecretInBody =
      ways.map { !$0.contains("client_secret_basic") && $0.contains("client_secret_post") } ?? false
  }
}

extension HTTPAddress {
  /// Reads an address of https, or of http on this host, where providers are tried.
  init?(secure text: String) {
    self.init(text)
    guard origin.isSecure || ["127.0.0.1", "::1", "localhost"].contains(origin.host) else {
      return nil
    }
  }
}

/// A failure of a sign-in through a provider.
struct ProviderFault: Error, Equatable, CustomStringConvertible {
  enum Kind: Equatable {
    /// The provider cannot be reached, or gives no answer that could be read.
    case unreachable
    /// The description of the provider is wrong.
    case description
    /// The provider does not accept the code of the client.
    case refused
    /// The ID token is wrong.
    case token
    /// No known key has the name that the ID token gives.
    case unknownKey
  }

  let kind: Kind
  let description: String

  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

extension ResourceProblem {
  init(_ fault: ProviderFault) {
    switch fault.kind {
    case .refused, .token, .unknownKey:
      self.init(.signInRefused, "the sign-in is refused: \(fault)")
    case .unreachable, .description:
      // Operators get the reason, which may name hosts.
      self.init(.provider, "the provider of sign-ins does not answer as it should")
    }
  }
}
