// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Sign-in by a provider at a served site` {
  private let sites = ServedSites()

  private func serve(
    _ provider: TestProvider,
    signUp: Bool = true
  ) async throws -> (command: RunningCommand, visitors: SocketAddress) {
    try sites.write(
      "shop",
      """
      resources: {
        at: "/v1",
        people: {
          signUp: \(signUp),
          providers: { id: { issuer: "\(provider.issuer)", client: "app-1", secret: "ID_SECRET" } },
        },
      }
      """
    )
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"],
      environment: ["ID_SECRET": "a secret+word"]
    )
    return (command, try await command.addresses().visitors)
  }

  private func send(
    _ line: String,
    _ body: String,
    as token: String? = nil,
    to visitors: SocketAddress
  ) async throws -> PlainAnswer {
    let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    let text =
      "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(authorization)"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    return try await onThread {
      let socket = try PlainSocket(to: visitors)
      try socket.send(text)
      return PlainAnswer(try socket.receiveAll())
    }
  }

  /// Begins a sign-in, and returns the parameters of the address at the provider.
  private func authorize(
    as token: String? = nil,
    at visitors: SocketAddress
  ) async throws -> [String: String] {
    let body = #"{"provider":"id","redirect":"com.example.shop:/back"}"#
    let answer = try await send("POST /v1/session:authorize", body, as: token, to: visitors)
    #expect(answer.status == "200", "\(answer.body)")
    let url = try #require(answer.body.firstMatch(of: /"url":"([^"]+)"/)).1
    let items = URLComponents(string: String(url.replacing("\\/", with: "/")))?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
  }

  private func claims(
    _ provider: TestProvider,
    _ parameters: [String: String],
    subject: String = "42",
    email: String = "ann@example.com",
    audience: String = "app-1"
  ) -> String {
    #"{"iss":"\#(provider.issuer)","aud":"\#(audience)","sub":"\#(subject)","exp":4000000000,"#
      + #""nonce":"\#(parameters["nonce"] ?? "")","email":"\#(email)","email_verified":true,"#
      + #""name":"Ann"}"#
  }

  private func finish(
    _ parameters: [String: String],
    as token: String? = nil,
    at visitors: SocketAddress
  ) async throws -> PlainAnswer {
    let body = #"{"provider":"id","state":"\#(parameters["state"] ?? "")","code":"c-1"}"#
    return try await send("POST /v1/session", body, as: token, to: visitors)
  }

  @Test func `A user signs up by a provider, and in again as the same user`() async throws {
    let provider = try await TestProvider(in: sites.folder)
    let (command, visitors) = try await serve(provider)
    var users: Set<String> = []
    for status in ["201", "200"] {
      let parameters = try await authorize(at: visitors)
      #expect(parameters["client_id"] == "app-1" && parameters["response_type"] == "code")
      #expect(parameters["redirect_uri"] == "com.example.shop:/back")
      #expect(parameters["scope"] == "openid email")
      #expect(parameters["code_challenge_method"] == "S256")
      try await provider.answer(claims(provider, parameters))
      let answer = try await finish(parameters, at: visitors)
      #expect(answer.status == status, "\(answer.body)")
      #expect(answer.body.contains(#""email":"ann@example.com""#))
      users.insert(String(try #require(answer.body.firstMatch(of: /"id":"([^"]+)"/)).1))
      let request = try #require(provider.requests.last)
      // The base64 of app-1:a%20secret%2Bword.
      #expect(request.contains("YXBwLTE6YSUyMHNlY3JldCUyQndvcmQ="), "\(request)")
      let verifier = try #require(request.firstMatch(of: /code_verifier=([A-Za-z0-9_-]{43})/)).1
      let digest = try await Program("openssl").run(
        ["dgst", "-sha256", "-binary", "-out", "\(sites.folder)/challenge"],
        input: Data(verifier.utf8)
      )
      #expect(digest.status == 0)
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(sites.folder)/challenge"))
      let challenge = bytes.base64EncodedString().replacing("+", with: "-").replacing(
        "/",
        with: "_"
      )
      .replacing("=", with: "")
      #expect(parameters["code_challenge"] == challenge)
      // A state works once.
      #expect(try await finish(parameters, at: visitors).status == "422")
    }
    #expect(users.count == 1)
    withExtendedLifetime(command) {}
  }

  @Test func `A token for another client, a refused code and an unknown state begin no session`()
    async throws
  {
    let provider = try await TestProvider(in: sites.folder)
    let (command, visitors) = try await serve(provider)
    let first = try await authorize(at: visitors)
    try await provider.answer(claims(provider, first, audience: "app-2"))
    let wrong = try await finish(first, at: visitors)
    #expect(wrong.status == "401" && wrong.body.contains("sign-in-refused"), "\(wrong.body)")
    let second = try await authorize(at: visitors)
    provider.refuse()
    #expect(try await finish(second, at: visitors).status == "401")
    #expect(try await finish(["state": "pc_unknown"], at: visitors).status == "422")
    let other = #"{"provider":"none","redirect":"a:/b"}"#
    let unknown = try await send("POST /v1/session:authorize", other, to: visitors)
    #expect(unknown.status == "400" && unknown.body.contains("expected id"))
    withExtendedLifetime(command) {}
  }

  @Test func `An address of an account is no way in, until its user adds the provider`()
    async throws
  {
    let provider = try await TestProvider(in: sites.folder)
    let (command, visitors) = try await serve(provider)
    let body = #"{"email":"ann@example.com","password":"a long password","register":true}"#
    let account = try await send("POST /v1/session", body, to: visitors)
    let token = String(try #require(account.body.firstMatch(of: /"token":"([^"]+)"/)).1)
    let stranger = try await authorize(at: visitors)
    try await provider.answer(claims(provider, stranger))
    let refused = try await finish(stranger, at: visitors)
    #expect(refused.status == "409" && refused.body.contains("email-taken"), "\(refused.body)")
    let own = try await authorize(as: token, at: visitors)
    try await provider.answer(claims(provider, own))
    // The state of a signed-in user works for that user only.
    let later = try await authorize(as: token, at: visitors)
    #expect(try await finish(later, at: visitors).status == "422")
    let added = try await finish(own, as: token, at: visitors)
    #expect(added.status == "200" && added.body.contains(#""status":"known""#), "\(added.body)")
    let again = try await authorize(at: visitors)
    try await provider.answer(claims(provider, again))
    let signedIn = try await finish(again, at: visitors)
    let id = try #require(account.body.firstMatch(of: /"id":"([^"]+)"/)).1
    #expect(signedIn.status == "200" && signedIn.body.contains(id), "\(signedIn.body)")
    withExtendedLifetime(command) {}
  }

  @Test func `A user removes a provider, unless it is the only way to sign in`() async throws {
    let provider = try await TestProvider(in: sites.folder)
    let (command, visitors) = try await serve(provider)
    let line = "DELETE /v1/users/me/_providers/id"
    let first = try await authorize(at: visitors)
    try await provider.answer(claims(provider, first))
    let made = try await finish(first, at: visitors)
    let only = String(try #require(made.body.firstMatch(of: /"token":"([^"]+)"/)).1)
    let refused = try await send(line, "", as: only, to: visitors)
    #expect(refused.status == "409" && refused.body.contains("only-sign-in"), "\(refused.body)")
    let body = #"{"email":"bob@example.com","password":"a long password","register":true}"#
    let account = try await send("POST /v1/session", body, to: visitors)
    let token = String(try #require(account.body.firstMatch(of: /"token":"([^"]+)"/)).1)
    let own = try await authorize(as: token, at: visitors)
    try await provider.answer(claims(provider, own, subject: "43", email: "bob@example.com"))
    #expect(try await finish(own, as: token, at: visitors).status == "200")
    #expect(try await send(line, "", as: token, to: visitors).status == "204")
    let later = try await authorize(at: visitors)
    try await provider.answer(claims(provider, later, subject: "43", email: "bob@example.com"))
    let gone = try await finish(later, at: visitors)
    #expect(gone.status == "409" && gone.body.contains("email-taken"), "\(gone.body)")
    withExtendedLifetime(command) {}
  }

  @Test func `Where nobody may sign up, a provider's new user gets no account`() async throws {
    let provider = try await TestProvider(in: sites.folder)
    let (command, visitors) = try await serve(provider, signUp: false)
    let parameters = try await authorize(at: visitors)
    try await provider.answer(claims(provider, parameters))
    #expect(try await finish(parameters, at: visitors).status == "403")
    withExtendedLifetime(command) {}
  }
}
