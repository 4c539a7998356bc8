// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Mirroring to a second environment` {
  private let service = ScriptedTransport()
  private let second = ScriptedTransport()
  private let production: Environment
  private let staging: Environment

  init() throws {
    let url = try #require(WebAddress("https://shop.example/config"))
    production = Environment(name: "production", configURL: url)
    let other = try #require(WebAddress("https://staging.example/v2/config"))
    staging = Environment(name: "staging", configURL: other)
  }

  private func mirror(
    fields: WireFields = [:],
    share: Int = 100,
    methods: Set<String> = ["GET"]
  ) -> MirroringTransport {
    MirroringTransport(
      service,
      from: production,
      to: staging,
      over: second,
      fields: fields,
      share: share,
      methods: methods
    )
  }

  private func client(_ mirror: MirroringTransport) -> Client {
    let service = service
    return Client(
      production,
      fields: ["Authorization": "Bearer 1", "X-App": "shop", "Cookie": "s=1", "Accept": "*/*"],
      transport: mirror,
      clock: { service.now }
    )
  }

  @Test func `The app gets the first answer, and differences of the second are listed`()
    async throws
  {
    let mirror = mirror()
    let first = #"[{"uuid":"n-1","text":"a","by":{"uuid":"u-1","name":"Ann"}},{"uuid":"n-2"}]"#
    let other = #"[{"uuid":"n-1","text":"b","by":{"uuid":"u-1","name":"Bob"}},{"uuid":"n-3"}]"#
    service.answer("/notes?x=1", [:], first)
    second.answer("/notes?x=1", [:], other)
    let answer = try await client(mirror).launch("/notes?x=1").answer
    #expect(answer.document?["text"] == "a")
    await eventually { mirror.compared >= 1 }
    #expect(
      mirror.differences.map(\.description) == [
        "GET /notes?x=1: missing n-2 added n-3 differ n-1.text, u-1.name"
      ]
    )
    #expect(second.requests.first?.address.description == "https://staging.example/notes?x=1")
  }

  @Test func `Equal answers, and members that may differ, are no difference`() async throws {
    let mirror = mirror()
    service.answer("/config", [:], #"{"home":"/en/home","_expire":"1"}"#)
    second.answer("/v2/config", [:], #"{"_expire":"2","home":"/en/home"}"#)
    _ = try await client(mirror).launch("/config").answer
    await eventually { mirror.compared >= 1 }
    #expect(mirror.differences.isEmpty)
  }

  @Test func `A second environment that fails, or says another status, is a difference`()
    async throws
  {
    let mirror = mirror()
    service.answer("/a", [:], "{}")
    service.answer("/b", [:], "{}")
    second.answer("/b", status: 500, [:], "{}")
    let client = client(mirror)
    _ = try await client.launch("/a").answer
    await eventually { mirror.compared >= 1 }
    _ = try await client.launch("/b").answer
    await eventually { mirror.compared >= 2 }
    #expect(mirror.differences.map(\.otherStatus) == [nil, 500])
    #expect(mirror.differences.map(\.status) == [200, 200])
  }

  @Test func `The second environment gets no credential of the first, but its own`() async throws {
    let mirror = mirror(fields: ["Authorization": "Bearer 2"])
    service.answer("/a", [:], "{}")
    _ = try await client(mirror).launch("/a", fields: ["X-Secret": "1", "Accept-Language": "fr"])
      .answer
    await eventually { mirror.compared >= 1 }
    #expect(
      second.requests.first?.fields == [
        "accept": "*/*", "accept-language": "fr", "Authorization": "Bearer 2",
      ]
    )
  }

  @Test func `A second environment that never answers delays and fails nothing`() async throws {
    let mirror = mirror()
    second.hold()
    service.answer("/a", ["Cache-Control": "no-store"], "{}")
    let client = client(mirror)
    for _ in 0..<50 { #expect(try await client.launch("/a").answer.source == .network) }
    await eventually { second.heldCount >= 8 }
    // Those that wait are few; the others were not mirrored.
    #expect(second.requests.count == 8)
    #expect(mirror.compared == 0)
    second.letGo()
  }

  @Test func `Other methods, other origins and documents fetched ahead are not mirrored`()
    async throws
  {
    let mirror = mirror()
    let client = client(mirror)
    service.answer("/a", [:], "{}")
    _ = try await client.launch("/a", method: "POST").answer
    _ = try await client.launch("/a", purpose: .prefetch).answer
    _ = try await client.launch("https://images.example/a").answer
    #expect(service.requests.count == 3)
    #expect(second.requests.isEmpty)
    let bold = self.mirror(methods: ["GET", "POST"])
    second.answer("/a", status: 201, [:], "{}")
    _ = try await self.client(bold).launch("/a", method: "POST", body: [1]).answer
    await eventually { bold.compared >= 1 }
    #expect(second.requests.first?.body == [1])
    #expect(bold.differences.first?.otherStatus == 201)
  }

  @Test func `A share of requests is mirrored, and of differences the last hundred are listed`()
    async throws
  {
    let some = mirror(share: 10)
    let client = client(some)
    service.answer("/a", ["Cache-Control": "no-store"], "{}")
    for _ in 0..<100 {
      _ = try await client.launch("/a").answer
      await eventually { some.compared >= second.requests.count }
    }
    await eventually { some.compared >= 10 }
    #expect(second.requests.count == 10)
    let all = mirror()
    let every = self.client(all)
    for number in 0..<101 {
      service.answer("/\(number)", [:], "{}")
      _ = try await every.launch("/\(number)").answer
      await eventually { all.compared > number }
    }
    #expect(all.differences.count == 100)
    #expect(all.differences.first?.target == "/1")
  }

  @Test func `A copy that the first calls current is compared by its status alone`() async throws {
    let mirror = mirror()
    service.answer("/a") { request in
      let isCurrent = request.fields["if-none-match"] != nil
      return WireResponse(
        status: isCurrent ? 304 : 200,
        fields: ["ETag": "\"1\"", "Content-Type": "application/json"],
        body: WireBody(isCurrent ? [] : [Array("{}".utf8)[...]])
      )
    }
    second.answer("/a", [:], "{}")
    let client = client(mirror)
    for _ in 0..<2 { _ = try await client.launch("/a").answer }
    await eventually { mirror.compared >= 1 }
    #expect(second.requests.allSatisfy { $0.fields["if-none-match"] == nil })
    #expect(mirror.differences.isEmpty)
  }
}
