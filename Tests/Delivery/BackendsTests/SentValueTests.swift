// SPDX-License-Identifier: Apache-2.0

import Backends
import FolderTesting
import Foundation
import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Services
import Testing

@Suite(.timeLimit(.minutes(5))) struct `What a backend's requests are sent with` {
  private func field(
    _ name: FieldName,
    _ source: DeclaredValue.Source,
    before: String = ""
  )
    -> SentValues.Field
  {
    var value = DeclaredValue(source)
    value.prefix = before
    return SentValues.Field(name, value)
  }

  private func head(
    _ environment: [String: String] = [:],
    of call: BackendCall = BackendCall("/items?limit=2"),
    _ change: @escaping @Sendable (inout BackendSettings) -> Void
  ) async throws -> String {
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let secrets = ServiceSecrets(environment: environment)
    let fixture = try await BackendFixture([shop.address], with: secrets, change)
    _ = try await fixture.call(call)
    return try #require(shop.heads.first)
  }

  @Test func `fields, parameters and a path are added to those of the call`() async throws {
    var sent = SentValues()
    sent.fields = [
      field("authorization", .environment("KEY"), before: "Bearer "),
      field("x-tenant", .fixed("flowers")),
    ]
    sent.query = [.init("key", DeclaredValue(.environment("QUERY_KEY")))]
    sent.host = .named("api.example.com")
    let declared = sent
    var call = BackendCall("/items?limit=2&key=mine")
    var own = SentValues()
    own.fields = [field("x-part", .fixed("list"))]
    call.sent = own
    let head = try await head(["KEY": "k-123", "QUERY_KEY": "a b&c"], of: call) {
      $0.path = "/v2"
      $0.sent = declared
    }
    #expect(head.hasPrefix("GET /v2/items?limit=2&key=a%20b%26c HTTP/1.1\r\n"), "\(head)")
    let lines = head.lowercased()
    #expect(lines.contains("authorization: bearer k-123\r\n"))
    #expect(lines.contains("x-tenant: flowers\r\n") && lines.contains("x-part: list\r\n"))
    #expect(lines.contains("host: api.example.com\r\n"))
  }

  @Test func `A field takes the place of the caller's, also of one with underscores`() async throws
  {
    var sent = SentValues()
    sent.fields = [field("x-api-key", .fixed("ours"))]
    let declared = sent
    let fields: Fields = ["X-Api-Key": "theirs", "X_Api_Key": "theirs too"]
    let head = try await head(of: BackendCall("/", fields: fields)) { $0.sent = declared }
    #expect(head.contains("ours") && !head.contains("theirs"), "\(head)")
  }

  @Test func `A file is read again once it has changed`() async throws {
    let temporary = TemporaryFolder()
    let path = "\(temporary.path)/secret"
    try "first\n".write(toFile: path, atomically: true, encoding: .utf8)
    var sent = SentValues()
    sent.fields = [field("x-api-key", .file(path))]
    let declared = sent
    let clock = ManualClock(wallSeconds: 1_800_000_000)
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let fixture = try await BackendFixture(
      clock: .manual(clock),
      [shop.address],
      with: ServiceSecrets(environment: [:])
    ) { $0.sent = declared }
    _ = try await fixture.call()
    try "second\n".write(toFile: path, atomically: true, encoding: .utf8)
    _ = try await fixture.call()
    clock.advance(by: .seconds(2))
    _ = try await fixture.call()
    try FileManager.default.removeItem(atPath: path)
    clock.advance(by: .seconds(2))
    let fault = await fixture.fault()
    #expect(fault?.kind == .noCredential && fault?.seen.contains(path) == true)
    let values = shop.heads.map { $0.contains("first") ? 1 : $0.contains("second") ? 2 : 0 }
    #expect(values == [1, 1, 2])
  }

  @Test(arguments: [nil, "", "two\nlines"])
  func `A call without its value fails, and says where the value should be`(
    value: String?
  ) async throws {
    var sent = SentValues()
    sent.fields = [field("x-api-key", .environment("SHOP_KEY"))]
    let declared = sent
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let secrets = ServiceSecrets(environment: value.map { ["SHOP_KEY": $0] } ?? [:])
    let fixture = try await BackendFixture([shop.address], with: secrets) { $0.sent = declared }
    let fault = try #require(await fixture.fault())
    #expect(fault.kind == .noCredential && fault.origin == .gateway)
    #expect(fault.description.contains("SHOP_KEY") && !fault.description.contains("lines"))
    #expect(shop.requests == 0)
  }

  @Test func `A value that the service repeats is in no fault`() async throws {
    let shop = try Shop { _, _ in
      .send("HTTP/1.1 302 Found\r\nLocation: /login?key=a-secret-1\r\nContent-Length: 0\r\n\r\n")
    }
    var sent = SentValues()
    sent.query = [.init("key", DeclaredValue(.environment("KEY")))]
    let declared = sent
    let secrets = ServiceSecrets(environment: ["KEY": "a-secret-1"])
    let fixture = try await BackendFixture([shop.address], with: secrets) { $0.sent = declared }
    let fault = try #require(await fixture.fault())
    #expect(fault.kind == .redirect && fault.description.contains("/login?key=…"), "\(fault)")
  }

  @Test func `A backend whose address the environment lacks says so`() async throws {
    let fixture = try await BackendFixture(.fixed([])) {
      $0.problem = "the environment has no SHOP_URL"
    }
    let fault = try #require(await fixture.fault())
    #expect(fault.kind == .noEndpoint && fault.seen == "the environment has no SHOP_URL")
  }
}
