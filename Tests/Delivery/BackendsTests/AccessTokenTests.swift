// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Services
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A backend with access tokens` {
  /// A token endpoint that numbers its tokens.
  private static func endpoint(
    lifetime: Int = 3_600,
    _ answer: (@Sendable (Int) -> Shop.Reply)? = nil
  ) throws -> Shop {
    try Shop { number, _ in
      answer?(number) ?? .send(token("token-\(number)", lifetime))
    }
  }

  private static func token(_ text: String, _ lifetime: Int) -> String {
    let body = #"{"access_token":"\#(text)","token_type":"Bearer","expires_in":\#(lifetime)}"#
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private static func fixture(
    _ shop: Shop,
    _ endpoint: Shop,
    clock: LoopClock = .system,
    _ change: (inout TokenDeclaration) -> Void = { _ in }
  ) async throws -> BackendFixture {
    var token = TokenDeclaration()
    token.address = try #require(
      BackendDeclaration.Address("http://\(endpoint.address)/oauth/token")
    )
    token.client = DeclaredValue(.fixed("portico"))
    token.secret = DeclaredValue(.environment("SECRET"))
    token.scope = "prices:read"
    change(&token)
    let declared = token
    let secrets = ServiceSecrets(environment: ["SECRET": "s3cr3t value"])
    return try await BackendFixture(clock: clock, [shop.address], with: secrets) {
      $0.token = declared
    }
  }

  private func tokens(_ shop: Shop) -> [String] {
    shop.heads.map { head in
      head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("authorization: ") }
        .map { String($0.dropFirst("authorization: ".count)) } ?? ""
    }
  }

  @Test func `All calls share one token, for which the client proves who it is`() async throws {
    let (shop, endpoint) = (try Shop { _, _ in .send(Shop.fine) }, try Self.endpoint())
    let fixture = try await Self.fixture(shop, endpoint)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { _ = try await fixture.call() } }
      try await group.waitForAll()
    }
    _ = try await fixture.call()
    #expect(endpoint.requests == 1)
    #expect(tokens(shop) == Array(repeating: "Bearer token-1", count: 9))
    let head = try #require(endpoint.heads.first)
    #expect(head.hasPrefix("POST /oauth/token HTTP/1.1\r\n"))
    // portico:s3cr3t%20value
    #expect(head.lowercased().contains("authorization: basic "))
    #expect(head.contains("cG9ydGljbzpzM2NyM3QlMjB2YWx1ZQ=="), "\(head)")
  }

  @Test func `A token in use is renewed before it ends`() async throws {
    let clock = ManualClock(wallSeconds: 1_800_000_000)
    let (shop, endpoint) = (try Shop { _, _ in .send(Shop.fine) }, try Self.endpoint(lifetime: 100))
    let fixture = try await Self.fixture(shop, endpoint, clock: .manual(clock))
    _ = try await fixture.call()
    clock.advance(by: .seconds(89))
    _ = try await fixture.call()
    #expect(endpoint.requests == 1)
    clock.advance(by: .seconds(2))
    _ = try await fixture.call()
    try await endpoint.until(requests: 2)
    // The new one comes in a turn of its own.
    try await waitUntil("the new token is used") {
      _ = try? await fixture.call()
      return tokens(shop).last == "Bearer token-2"
    }
    #expect(tokens(shop).prefix(3) == ["Bearer token-1", "Bearer token-1", "Bearer token-1"])
    #expect(endpoint.requests == 2)
  }

  @Test func `A token that has ended is not used`() async throws {
    let clock = ManualClock(wallSeconds: 1_800_000_000)
    let (shop, endpoint) = (try Shop { _, _ in .send(Shop.fine) }, try Self.endpoint(lifetime: 100))
    let fixture = try await Self.fixture(shop, endpoint, clock: .manual(clock))
    _ = try await fixture.call()
    clock.advance(by: .seconds(100))
    _ = try await fixture.call()
    #expect(tokens(shop) == ["Bearer token-1", "Bearer token-2"])
  }

  @Test func `A refused token is replaced once, for calls and for streamed requests`() async throws
  {
    let endpoint = try Self.endpoint()
    let shop = try Shop { _, head in
      head.contains("token-1") ? Shop.status(401) : .send(Shop.fine)
    }
    let fixture = try await Self.fixture(shop, endpoint)
    let answer = try await fixture.call()
    #expect(answer.head.status == .ok && tokens(shop) == ["Bearer token-1", "Bearer token-2"])

    let second = try Self.endpoint()
    let other = try await Self.fixture(shop, second)
    let status = try await other.onLoop { backend in
      let open = try await backend.open(
        Request(.get, scheme: .http, authority: "shop", target: "/")
      )
      let status = open.exchange.response.status
      open.cancel()
      return status
    }
    #expect(status == .ok && second.requests == 2)
    #expect(tokens(shop).suffix(2) == ["Bearer token-1", "Bearer token-2"])
  }

  @Test func `A service that refuses every token is not asked a third time`() async throws {
    let (shop, endpoint) = (try Shop { _, _ in Shop.status(401) }, try Self.endpoint())
    let fixture = try await Self.fixture(shop, endpoint)
    let fault = try #require(await fixture.fault())
    #expect(fault.answered == .unauthorized && shop.requests == 2 && endpoint.requests == 2)
  }

  @Test func `A failure says what the token endpoint said, and nothing secret`() async throws {
    let body = #"{"error":"invalid_client","error_description":"s3cr3t value is wrong"}"#
    let endpoint = try Self.endpoint { _ in
      .send("HTTP/1.1 401 No\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let clock = ManualClock(wallSeconds: 1_800_000_000)
    let fixture = try await Self.fixture(shop, endpoint, clock: .manual(clock))
    let fault = try #require(await fixture.fault())
    #expect(fault.kind == .noCredential)
    #expect(
      fault.seen
        == "the token endpoint http://\(endpoint.address)/oauth/token answers 401 invalid_client"
    )
    #expect(fault.expected.contains("RFC 6749"))
    // Whoever comes right behind it does not ask again.
    _ = await fixture.fault()
    #expect(endpoint.requests == 1 && shop.requests == 0)
  }

  @Test(arguments: [
    "{}", #"{"access_token":""}"#, #"{"access_token":"a b"}"#, "[]", "no JSON",
    #"{"access_token":"t","token_type":"mac"}"#,
  ])
  func `An answer without a token is a failure`(body: String) async throws {
    let endpoint = try Self.endpoint { _ in
      .send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let fixture = try await Self.fixture(shop, endpoint)
    let fault = try #require(await fixture.fault())
    #expect(fault.kind == .noCredential && shop.requests == 0, "\(fault)")
  }

  @Test func `A token endpoint that hangs fails the call after its timeout`() async throws {
    let endpoint = try Self.endpoint { _ in .hang }
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let fixture = try await Self.fixture(shop, endpoint) { $0.timeout = .milliseconds(50) }
    let fault = try #require(await fixture.fault())
    #expect(fault.kind == .noCredential && shop.requests == 0, "\(fault)")
  }
}
