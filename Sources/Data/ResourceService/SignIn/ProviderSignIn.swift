// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Digests
import FileShapes
import HTTPValues
import ResourceModel
import ResourceStore

// An app asks for the address of a sign-in, opens it in a browser, and sends the code that the provider
// gives it: the authorization code flow with PKCE (RFC 7636). What belongs to a sign-in under way is kept
// under the digest of its `state`, works once and for ten minutes. A provider's user is known by issuer
// and subject. An address alone never leads into an account: whoever has one signs in to it first, and
// then lets the provider's user be known for it.

/// A sign-in that is under way.
struct PendingSignIn: Sendable, Equatable {
  let provider: SignInProvider
  /// The address to which the provider sends the code.
  let redirect: String
  /// The secret whose digest the provider has got.
  let verifier: String
  let nonce: String
  /// The user who lets the provider's user be known; `nil` for one who signs in.
  let user: ResourceID?
  /// The code of the provider.
  let code: String
}

/// Signs users in by providers.
struct ProviderSignIn: Sendable {
  let context: RecordContext
  let people: PeopleSettings
  private var store: ResourceStore { context.store }
  private var sessions: Sessions { Sessions(context: context, people: people) }

  private static let signInSeconds: Int64 = 600
  private static let mostRedirectBytes = 2_000

  /// Returns the provider that the body of a request names.
  func provider(_ request: ResourceRequest) throws -> SignInProvider {
    let providers = people.providers
    let name = try request.object()["provider"]?.string ?? ""
    guard let provider = providers.first(where: { $0.name == name }) else {
      throw ResourceProblem(
        .badParameter,
        "provider is \(name.prefix(40)); expected \(providers.map(\.name).joined(separator: ", "))"
      )
    }
    return provider
  }

  /// Begins a sign-in, and answers the address at which the user goes on.
  func authorize(
    _ request: ResourceRequest,
    _ description: ProviderDescription
  ) throws -> ResourceReply {
    let request = try context.senders.identified(request)
    let provider = try provider(request)
    let redirect = try request.object()["redirect"]?.string ?? ""
    guard redirect.utf8.count <= Self.mostRedirectBytes, redirect.contains(":"),
      redirect.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !redirect.contains("#")
    else {
      throw ResourceProblem(
        .badParameter,
        "redirect is \"\(redirect.prefix(60))\"; expected an address that the provider knows"
      )
    }
    try people.attempts.spend(request)
    let verifier = Base64URL.text([UInt8].random(count: 32).span)
    let nonce = Base64URL.text([UInt8].random(count: 16).span)
    let state = try store.issue(
      .signIn,
      request.caller.principal?.user,
      [
        "provider": .text(provider.name), "redirect": .text(redirect), "verifier": .text(verifier),
        "nonce": .text(nonce),
      ],
      seconds: Self.signInSeconds,
      at: request.now
    )
    let challenge = Base64URL.text(SHA256.digest(of: verifier.utf8Span.span).span)
    let query = FormBody([
      ("response_type", "code"), ("client_id", provider.client), ("redirect_uri", redirect),
      ("scope", (["openid"] + provider.scopes).joined(separator: " ")), ("state", state.text),
      ("nonce", nonce), ("code_challenge", challenge), ("code_challenge_method", "S256"),
    ])
    let address = description.authorization.text
    return ResourceReply.privately(
      .ok,
      [
        "url": .text("\(address)\(address.contains("?") ? "&" : "?")\(query.text)"),
        "state": .text(state.text), "expires": .text(state.expires.description),
      ]
    )
  }

  /// Returns the sign-in that a request with the provider's code continues, which it can do once.
  ///
  /// The attempt was counted when the sign-in began; a state cannot be guessed.
  func takeSignIn(_ request: ResourceRequest) throws -> PendingSignIn {
    let request = try context.senders.identified(request)
    let provider = try provider(request)
    let body = try request.object()
    let state = try store.accounts.takeCode(IssuedSecret.digest(of: body["state"]?.string ?? ""))
    guard let state, state.purpose == .signIn, state.expires > request.now,
      let code = body["code"]?.string, !code.isEmpty
    else { throw Self.unknownSignIn }
    let kept = try DataValue(reading: state.content.span, as: .json)
    // Whoever adds a provider to an account must still be signed in to it.
    guard kept["provider"]?.string == provider.name,
      state.user == nil || state.user == request.caller.principal?.user,
      let redirect = kept["redirect"]?.string, let verifier = kept["verifier"]?.string,
      let nonce = kept["nonce"]?.string
    else { throw Self.unknownSignIn }
    return PendingSignIn(
      provider: provider,
      redirect: redirect,
      verifier: verifier,
      nonce: nonce,
      user: state.user,
      code: code
    )
  }

  private static var unknownSignIn: ResourceProblem {
    ResourceProblem(
      .badCode,
      "the state is not that of a sign-in of the last ten minutes, or there is no code"
    )
  }

  /// Begins a session of a user whom a provider has named, makes an account for a new one, or lets the
  /// user be known for the account of the sender.
  func finish(
    _ pending: PendingSignIn,
    _ token: IDToken,
    _ claims: ProviderClaims,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    let (issuer, body) = (pending.provider.issuer, try request.object())
    if let user = pending.user {
      guard try store.accounts.setUser(user, known: token.subject, to: issuer) else {
        throw ResourceProblem(.known, "the provider's user is known for another account")
      }
      people.attempts.giveBack(request)
      return ResourceReply.privately(.ok, ["status": "known"])
    }
    let known = try store.accounts.user(known: token.subject, to: issuer)
    if let known {
      guard let user = try store.resource(known, withDeleted: false) else {
        throw ResourceProblem(.deleted, "the account is deleted")
      }
      return try sessions.begin(user, body, request, .ok)
    }
    guard people.allowsSignUp else {
      throw ResourceProblem(.closed, "nobody may sign up here")
    }
    guard let email = claims.email else {
      throw ResourceProblem.invalid([
        ValidationError(
          "email",
          .required,
          "is missing; expected one that the provider has verified"
        )
      ])
    }
    guard try context.senders.record(of: PeopleTypes.users, with: "email", email) == nil else {
      throw ResourceProblem(
        .emailTaken,
        "an account has the address; expected a sign-in to it first, and then one by the provider"
      )
    }
    var attributes: DataDictionary = ["email": .text(email)]
    for (name, value) in [
      ("displayName", claims.displayName), ("firstName", claims.firstName),
      ("lastName", claims.lastName),
    ] {
      if let value, value.utf8.count <= 200 { attributes = attributes.setting(name, .text(value)) }
    }
    let user = try SignUp(context: context, people: people).create(attributes, nil, request)
    _ = try store.accounts.setUser(user.id, known: token.subject, to: issuer)
    return try sessions.begin(user, body, request, .created)
  }
}

/// Names and values as `application/x-www-form-urlencoded`.
struct FormBody {
  let text: String

  init(_ pairs: [(name: String, value: String)]) {
    text = pairs.map { "\($0.name)=\(FormBody.encoded($0.value))" }.joined(separator: "&")
  }

  static func encoded(_ value: String) -> String {
    PercentCoding.encode(value, keeping: .unreserved)
  }
}
