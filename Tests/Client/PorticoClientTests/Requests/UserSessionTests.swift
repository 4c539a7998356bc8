// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The session of a user` {
  private let fixture: RequestFixture
  private var service: Service { fixture.service }
  private var client: Client { fixture.client }

  init() throws { fixture = try RequestFixture() }

  private func body() throws -> JSONValue {
    try JSONValue(json: #require(service.requests.last).body)
  }

  @Test func `Who registers is signed in, unless the address must be confirmed`() async throws {
    service.answer("/v1/user/register", status: 202, [:], #"{"status":"sent"}"#)
    let attributes: [String: JSONValue] = ["first_name": "Ann", "email": "x"]
    let session = client.session()
    let sent = try await session.register(
      email: "ann@example.com",
      password: "p",
      attributes: attributes
    )
    #expect(sent["status"] == "sent")
    #expect(client.credential.token == nil)
    #expect(try body() == ["email": "ann@example.com", "password": "p", "first_name": "Ann"])
    service.answer("/v1/user/register", status: 201, [:], #"{"token":"ps_1"}"#)
    try await session.register(email: "ann@example.com", password: "p")
    #expect(client.credential.token == "ps_1")
  }

  @Test func `The token of a sign-in is sent until the end of the session`() async throws {
    let answer = #"{"token":"ps_1","session_id":"ps_1","id":"u-1","user":{"uuid":"u-1"}}"#
    service.answer("/v1/user/session", ["Cache-Control": "no-store"], answer)
    let session = client.session()
    let device: JSONValue = ["name": "Phone"]
    let signedIn = try await session.signIn(
      email: "ann@example.com",
      password: "p",
      device: device
    )
    #expect(signedIn["id"] == "u-1")
    #expect(try body()["device"] == device)
    #expect(service.requests.last?.fields["content-type"] == "application/json")
    #expect(try await session.current()["id"] == "u-1")
    #expect(service.requests.last?.fields["authorization"] == "Bearer ps_1")
    service.answer("/v1/user/session", [:], #"{"token":"ps_2"}"#)
    try await session.renew()
    #expect(client.credential.token == "ps_2")
    service.answer("/v1/user/session") { _ in
      WireResponse(status: 204, fields: ["Set-Cookie": "a=1; Path=/"])
    }
    try await session.signOut()
    #expect(service.requests.map(\.method) == ["POST", "GET", "PUT", "DELETE"])
    #expect(service.requests.last?.fields["authorization"] == "Bearer ps_2")
    service.answer("/", [:], "[]")
    _ = try await client.launch("/").answer
    #expect(service.requests.last?.fields["authorization"] == nil)
    #expect(service.requests.last?.fields["cookie"] == nil)
    #expect(!client.store.snapshot.contains("u-1"))
  }

  @Test func `A second factor is asked for, and completes the sign-in`() async throws {
    let problem = #"{"code":"second-factor","challenge":"c-1"}"#
    service.answer("/v1/user/session", status: 401, [:], problem)
    let session = client.session()
    let error = await #expect(throws: RequestError.self) {
      try await session.signIn(email: "ann@example.com", password: "p")
    }
    #expect(error?.kind == .refused)
    let challenge = try #require(error?.document?["challenge"]?.string)
    service.answer("/v1/user/session", [:], #"{"token":"ps_1"}"#)
    try await session.signIn(challenge: challenge, code: "123456")
    #expect(try body() == ["challenge": "c-1", "code": "123456"])
    #expect(client.credential.token == "ps_1")
  }

  @Test func `Signing out without a network forgets the token all the same`() async throws {
    client.credential.token = "ps_1"
    await #expect(throws: RequestError.self) { try await client.session().signOut() }
    #expect(client.credential.token == nil)
  }
}
