// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import HTTPValues
import JSONValues
import Reactor
import Services

/// Asks token endpoints. It belongs to a loop.
struct TokenClient {
  private let client: HTTPClient
  private let secrets: ServiceSecrets
  private let connections: ConnectionRules?

  init(_ client: HTTPClient, _ secrets: ServiceSecrets, _ connections: ConnectionRules?) {
    (self.client, self.secrets, self.connections) = (client, secrets, connections)
  }

  /// Asks for a token, for all who wait.
  func renew(_ declared: TokenDeclaration) async {
    let outcome: AccessTokens.Outcome
    do throws(PlainError) {
      outcome = .success(try await token(declared))
    } catch {
      outcome = .failure(error)
    }
    secrets.tokens.deliver(outcome, of: declared, at: client.core.now)
  }

  private func token(_ declared: TokenDeclaration) async throws(PlainError) -> AccessToken {
    let request = try request(declared)
    let origin = declared.address.origin
    var options = CallOptions()
    options.deadline = client.core.now + declared.timeout
    options.bodyLimit = TokenDeclaration.answerBytes
    options.responseBytes = TokenDeclaration.answerBytes
    let place = "the token endpoint \(declared.address.text)"
    let began = client.core.now
    let answer: FetchedResponse
    do throws(ClientError) {
      answer = try await client.fetch(
        request.request,
        to: Destination(origin, by: connections),
        body: request.body,
        options: options
      )
    } catch {
      throw PlainError("\(place): \(error.label): \(error.seen)")
    }
    do throws(PlainError) {
      return try AccessToken(answer, since: began)
    } catch {
      throw PlainError("\(place) \(error)")
    }
  }

  private func request(
    _ declared: TokenDeclaration
  ) throws(PlainError) -> (request: Request, body: [UInt8]) {
    let now = client.core.now
    let id = try secrets.value(of: declared.client, at: now)
    let secret = try secrets.value(of: declared.secret, at: now)
    var form = QueryParameters([.init("grant_type", "client_credentials")])
    if let scope = declared.scope { form.pairs.append(.init("scope", scope)) }
    for parameter in declared.parameters {
      let value = try secrets.value(of: parameter.value, at: now)
      form.pairs.append(.init(parameter.name, value))
    }
    let address = declared.address
    var request = Request(
      .post,
      scheme: address.origin.scheme,
      authority: address.origin.authority,
      target: address.path.isEmpty ? "/" : address.path,
      fields: ["accept": "application/json", "content-type": "application/x-www-form-urlencoded"]
    )
    switch declared.authentication {
    case .basic:
      let pair = [id, secret].map { PercentCoding.encode($0, keeping: .queryPart) }
      var text = ByteBuffer(capacity: 256)
      text.append("Basic ".utf8Span.span)
      text.append(base64: Array(pair.joined(separator: ":").utf8).span)
      request.fields.append(FieldName(.authorization), bytes: text.span, isSensitive: true)
    case .body:
      form.pairs += [.init("client_id", id), .init("client_secret", secret)]
    }
    return (request, Array(form.description.utf8))
  }
}

extension AccessToken {
  /// Reads the answer of a token endpoint (RFC 6749 section 5). What it says wrongly is not repeated, since it
  /// may be a secret.
  fileprivate init(_ answer: FetchedResponse, since now: Instant) throws(PlainError) {
    let status = answer.response.status
    let document = try? JSONDocument(answer.body)
    func text(_ name: String) -> String? {
      document.flatMap { document in
        document.member(name, of: document.root).flatMap { document.string(of: $0) }
      }
    }
    guard status == .ok else {
      let error = text("error").map { " \($0.prefix(64).filter { $0.isLetter || $0 == "_" })" }
      throw PlainError("answers \(status.code)\(error ?? "")")
    }
    guard let document else { throw PlainError("answers no JSON") }
    guard let token = text("access_token"),
      (1...TokenDeclaration.tokenBytes).contains(token.utf8.count),
      token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw PlainError(
        "answers without an \"access_token\" of 1 to \(TokenDeclaration.tokenBytes) visible characters"
      )
    }
    guard text("token_type")?.lowercased() ?? "bearer" == "bearer" else {
      throw PlainError("answers with a \"token_type\" that is not Bearer")
    }
    let member = document.member("expires_in", of: document.root)
    let seconds = member.flatMap { node in
      document.integer(of: node) ?? document.string(of: node).flatMap { Int($0) }
    }
    self.init(token, for: seconds.map { max(0, min($0, 31_536_000)) }, since: now)
  }
}
