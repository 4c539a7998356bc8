// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import HTTPClient
import HTTPServer
import HTTPValues
import Reactor
import ResourceModel
import Synchronization

/// The descriptions and keys of providers, for an hour.
final class ProviderMemory: Sendable {
  struct Known {
    let description: ProviderDescription
    let keys: [ProviderKey]
    /// Seconds since 1970.
    let read: Int64
  }

  private static let lifetime: Int64 = 3_600
  /// The time after which a key that is not known is worth another look.
  private static let pause: Int64 = 60

  private let known = Mutex<[String: Known]>([:])

  /// Returns what is known of an issuer; `nil` where it should be read again.
  ///
  /// - Parameter lacksKey: whether a token names a key that is not among those.
  func recall(_ issuer: String, lacksKey: Bool = false, at now: Int64) -> Known? {
    let known = known.withLock { $0[issuer] }
    guard let known, now - known.read < (lacksKey ? Self.pause : Self.lifetime) else { return nil }
    return known
  }

  func keep(_ new: Known, of issuer: String) { known.withLock { $0[issuer] = new } }
}

extension ResourceHandler {
  private static let timeout = Duration.seconds(10)
  private static let mostBytes = 1 << 20

  /// Signs a user in: while a provider is asked, no thread waits.
  func signIn(_ request: ResourceRequest, _ exchange: Exchange) async throws {
    let request = try await whole(request, exchange)
    let isByProvider =
      service.context.settings.people?.providers.isEmpty == false
      && (request.verb != nil || (try? request.object())?["provider"] != nil)
    // A body that is no JSON is refused like that of every other sign-in.
    guard isByProvider else { return try await respond(await reply(to: request), exchange) }
    try await respond(try await signInByProvider(request), exchange)
  }

  private func signInByProvider(_ request: ResourceRequest) async throws -> ResourceReply {
    let service = service
    do {
      guard request.verb == nil else {
        let provider = try service.context.signIn.provider(request)
        let known = try await known(of: provider)
        return try await pool.run {
          try service.context.signIn.authorize(request, known.description)
        }
      }
      let pending = try await pool.run { try service.context.signIn.takeSignIn(request) }
      let (token, claims) = try await claims(of: pending)
      return try await pool.run {
        try service.context.signIn.finish(pending, token, claims, request)
      }
    } catch let fault as ProviderFault {
      if [.unreachable, .description].contains(fault.kind) {
        service.context.settings.failed(fault)
      }
      throw ResourceProblem(fault)
    }
  }

  /// Exchanges the code for an ID token, verifies it, and completes its claims.
  private func claims(of pending: PendingSignIn) async throws -> (IDToken, ProviderClaims) {
    let provider = pending.provider
    var known = try await known(of: provider)
    let answer = try await exchange(pending, known.description)
    guard let text = answer["id_token"]?.string else {
      throw ProviderFault(.token, "there is no ID token")
    }
    let first = verified(text, pending, by: known.keys)
    let token: IDToken
    switch first {
    case .failure(let fault) where fault.kind == .unknownKey:
      // Providers change their keys.
      known = try await self.known(of: provider, lacksKey: true)
      token = try verified(text, pending, by: known.keys).get()
    case .failure, .success: token = try first.get()
    }
    guard token.claims.email == nil, let address = known.description.userInfo,
      let access = answer["access_token"]?.string,
      access.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return (token, token.claims) }
    let info = try await fetch(address, fields: ["authorization": "Bearer \(access)"])
    guard info["sub"]?.string == token.subject else {
      throw ProviderFault(.token, "the provider's claims are about somebody else")
    }
    return (token, ProviderClaims(info))
  }

  private func verified(
    _ text: String,
    _ pending: PendingSignIn,
    by keys: [ProviderKey]
  ) -> Result<IDToken, ProviderFault> {
    Result { () throws(ProviderFault) in
      try IDToken(
        text,
        by: keys,
        issuer: pending.provider.issuer,
        client: pending.provider.client,
        nonce: pending.nonce,
        at: core.wallTime
      )
    }
  }

  private func known(
    of provider: SignInProvider,
    lacksKey: Bool = false
  ) async throws -> ProviderMemory.Known {
    let (memory, issuer) = (service.context.memory.providers, provider.issuer)
    if let known = memory.recall(issuer, lacksKey: lacksKey, at: core.wallTime.seconds) {
      return known
    }
    guard let address = ProviderDescription.address(of: issuer) else {
      throw ProviderFault(.description, "\(issuer) is no address of https")
    }
    let description = try ProviderDescription(try await fetch(address), of: issuer)
    let keys = ProviderKey.list(try await fetch(description.keys))
    let known = ProviderMemory.Known(
      description: description,
      keys: keys,
      read: core.wallTime.seconds
    )
    memory.keep(known, of: issuer)
    return known
  }

  private func exchange(
    _ pending: PendingSignIn,
    _ description: ProviderDescription
  ) async throws -> DataValue {
    let provider = pending.provider
    var pairs = [
      ("grant_type", "authorization_code"), ("code", pending.code),
      ("redirect_uri", pending.redirect), ("code_verifier", pending.verifier),
    ]
    var fields: Fields = ["content-type": "application/x-www-form-urlencoded"]
    if let secret = provider.secret, !description.takesSecretInBody {
      // RFC 6749 section 2.3.1: both parts are encoded like a form before they are joined.
      let words = [provider.client, secret].map(FormBody.encoded).joined(separator: ":")
      var encoded = ByteBuffer()
      encoded.append(base64: words.utf8Span.span)
      fields.append("authorization", "Basic \(encoded.span.text)")
    } else {
      pairs.append(("client_id", provider.client))
      if let secret = provider.secret { pairs.append(("client_secret", secret)) }
    }
    return try await fetch(description.token, fields: fields, body: FormBody(pairs).text)
  }

  /// Returns the JSON at an address, or the answer to a body that is sent there.
  private func fetch(
    _ address: HTTPAddress,
    fields: Fields = Fields(),
    body: String? = nil
  ) async throws -> DataValue {
    guard let client else { throw ProviderFault(.unreachable, "there is no client") }
    var request = Request(
      body == nil ? .get : .post,
      scheme: address.origin.scheme,
      authority: address.origin.authority,
      target: address.target
    )
    request.fields = fields
    request.fields.set("accept", "application/json")
    var options = CallOptions()
    options.deadline = core.now + Self.timeout
    options.bodyLimit = Self.mostBytes
    let answer: FetchedResponse
    do throws(ClientError) {
      answer = try await client.fetch(
        request,
        to: Destination(address.origin),
        body: Array((body ?? "").utf8),
        options: options
      )
    } catch {
      throw ProviderFault(.unreachable, "\(address.text): \(error)")
    }
    let status = answer.response.status.code
    guard status == 200 else {
      let isRefusal = body != nil && (400..<500).contains(status)
      throw ProviderFault(
        isRefusal ? .refused : .unreachable,
        isRefusal ? "the provider does not accept the code" : "\(address.text) answers \(status)"
      )
    }
    do throws(DataFileError) {
      return try DataValue(reading: answer.body.span, as: .json)
    } catch {
      throw ProviderFault(.unreachable, "\(address.text) answers no JSON: \(error)")
    }
  }
}
