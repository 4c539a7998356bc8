// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Cookies and credentials` {
  private let fixture: RequestFixture
  private var service: Service { fixture.service }
  private var client: Client { fixture.client }
  private let persistence = MemoryPersistence()

  init() throws { fixture = try RequestFixture(persistence: persistence) }

  private func answer(_ target: String, setting cookies: [String] = []) {
    service.answer(target) { _ in
      var fields: WireFields = ["Content-Type": "application/json"]
      for cookie in cookies { fields.add("Set-Cookie", cookie) }
      return WireResponse(status: 200, fields: fields, body: WireBody([Array("[]".utf8)[...]]))
    }
  }

  /// The cookies that a request gets after an answer from `/v1/session` that sets some.
  private func sent(to link: String, after cookies: [String]) async throws -> String? {
    answer("/v1/session", setting: cookies)
    _ = try await client.launch("/v1/session", policy: .networkOnly).answer
    answer(try #require(WebAddress("https://shop.example/")?.resolving(link)).target)
    _ = try await client.launch(link, policy: .networkOnly).answer
    return service.requests.last?.fields["cookie"]
  }

  @Test(
    arguments: [
      (
        ["__Host-session=ps_1; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=Lax"], "/a",
        "__Host-session=ps_1"
      ),
      (["a=1; Path=/", "b=2; Path=/v1", "c=3; Path=/other"], "/v1/notes", "b=2; a=1"),
      (["a=1"], "/v1/notes", "a=1"), (["a=1"], "/v2", nil), (["a=1; Path=/v1"], "/v10", nil),
      (["a=1; Path=/", "a=2; Path=/"], "/", "a=2"),
      (["a=1; Path=/", "a=; Path=/; Max-Age=0"], "/", nil),
      (["a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], "/", nil),
      (["a=1; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60"], "/", "a=1"),
      (["__Host-a=1; Path=/"], "/", nil), (["__Host-a=1; Secure"], "/", nil),
      (["__Host-a=1; Secure; Path=/; Domain=shop.example"], "/", nil),
      (["__HOST-a=1; Path=/"], "/", nil), (["__Secure-a=1; Path=/"], "/", nil),
      (["__Secure-a=1; Path=/; Secure"], "/", "__Secure-a=1"),
      (["a=1; Path=/; Domain=.shop.example"], "/", "a=1"),
      (["a=1; Path=/; Domain=example"], "/", "a=1"),
      (["a=1; Path=/; Domain=other.example"], "/", nil),
      (["a=1; Path=/; Domain=op.example"], "/", nil),
      (["=1; Path=/"], "/", nil), (["a; Path=/"], "/", nil), (["a=b=c; Path=/"], "/", "a=b=c"),
      (
        ["a=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Path=/, b=2; Path=/, c=3; Path=/"], "/",
        "a=1; b=2; c=3"
      ),
      (["a=1\u{7}; Path=/"], "/", nil), (["a=1; Path=/"], "https://www.shop.example/", nil),
      (["a=1; Path=/"], "http://shop.example/", nil),
      (["a=1; Path=/"], "https://shop.example:444/", nil),
    ] as [([String], String, String?)]
  )
  func `A cookie goes where it came from, and nowhere else`(
    cookies: [String],
    link: String,
    expected: String?
  ) async throws {
    #expect(try await sent(to: link, after: cookies) == expected)
  }

  @Test func `A cookie ends with its lifetime, or with the process`() async throws {
    #expect(
      try await sent(to: "/", after: ["a=1; Path=/; Max-Age=60", "b=2; Path=/"]) == "a=1; b=2"
    )
    try await client.store.synchronize()
    let next = try RequestFixture(persistence: persistence)
    next.service.answer("/", [:], "[]")
    next.service.now += 59
    _ = try await next.client.launch("/").answer
    #expect(next.service.requests.last?.fields["cookie"] == "a=1")
    next.service.now += 1
    _ = try await next.client.launch("/").answer
    #expect(next.service.requests.last?.fields["cookie"] == nil)
  }

  @Test func `Cookies of answers that came before the disk join those that are on it`() async throws
  {
    _ = try await sent(to: "/", after: ["a=1; Path=/; Max-Age=60", "b=1; Path=/; Max-Age=60"])
    try await client.store.synchronize()
    let disk = GatedDisk(persistence)
    disk.hold()
    let next = try RequestFixture(persistence: disk)
    next.service.answer("/v1/session") { _ in
      var fields: WireFields = ["Content-Type": "application/json"]
      fields.add("Set-Cookie", "a=; Path=/; Max-Age=0")
      fields.add("Set-Cookie", "c=3; Path=/; Max-Age=60")
      return WireResponse(status: 200, fields: fields, body: WireBody([Array("[]".utf8)[...]]))
    }
    next.service.answer("/", [:], "[]")
    // The first screen does not wait for a disk that hangs.
    _ = try await next.client.launch("/v1/session", isDiskPrompt: false, purpose: .asked).answer
    _ = try await next.client.launch("/", isDiskPrompt: false, purpose: .asked).answer
    #expect(next.service.requests.map { $0.fields["cookie"] } == [nil, "c=3"])
    disk.letGo()
    _ = try await next.client.launch("/").answer
    #expect(next.service.requests.last?.fields["cookie"] == "b=1; c=3")
  }

  @Test func `Garbage collection leaves the cookies`() async throws {
    _ = try await sent(to: "/", after: ["a=1; Path=/; Max-Age=60"])
    client.store.collectGarbage { _ in false }
    try await client.store.synchronize()
    let next = try RequestFixture(persistence: persistence)
    next.service.answer("/", [:], "[]")
    _ = try await next.client.launch("/").answer
    #expect(next.service.requests.last?.fields["cookie"] == "a=1")
  }

  @Test func `Two clients share neither cookies nor credentials`() async throws {
    _ = try await sent(to: "/", after: ["a=1; Path=/"])
    client.credential.token = "t-1"
    let other = try RequestFixture()
    other.service.answer("/", [:], "[]")
    _ = try await other.client.launch("/").answer
    #expect(other.service.requests.last?.fields["cookie"] == nil)
    #expect(other.service.requests.last?.fields["authorization"] == nil)
  }

  @Test func `The token is sent to the service alone, and a field of the request goes first`()
    async throws
  {
    client.credential.token = "t-1"
    service.answer("/", [:], "[]")
    for link in ["/", "https://other.example/", "http://shop.example/"] {
      _ = try await client.launch(link, policy: .networkOnly).answer
    }
    _ = try await client.launch("/", fields: ["authorization": "Basic x"], policy: .networkOnly)
      .answer
    client.credential.token = nil
    _ = try await client.launch("/", policy: .networkOnly).answer
    #expect(
      service.requests.map { $0.fields["authorization"] } == [
        "Bearer t-1", nil, nil, "Basic x", nil,
      ]
    )
  }

  @Test func `A redirect to another origin gets neither, and the way back gets them again`()
    async throws
  {
    client.credential.token = "t-1"
    _ = try await sent(to: "/", after: ["a=1; Path=/"])
    service.answer("/here") { request in
      request.address.authority == "shop.example"
        ? WireResponse(
          status: 307,
          fields: ["Location": "https://other.example/here", "Set-Cookie": "b=2; Path=/"]
        )
        : WireResponse(status: 307, fields: ["Location": "https://shop.example/"])
    }
    _ = try await client.launch("/here", fields: ["X-App": "shop", "Accept": "a/b"]).answer
    let (other, back) = (service.requests.suffix(2).first, service.requests.last)
    #expect(other?.address.authority == "other.example")
    #expect(other?.fields.all.map(\.name) == ["accept"])
    #expect(back?.fields["authorization"] == "Bearer t-1")
    #expect(back?.fields["cookie"] == "a=1; b=2")
  }

  @Test func `A body is redirected within its origin only`() async throws {
    for (status, location, method) in [
      (307, "/there", "POST"), (308, "/there", "POST"), (303, "/there", "GET"),
      (302, "/there", "GET"), (307, "https://other.example/there", nil),
      (302, "https://other.example/there", "GET"),
    ] {
      service.answer("/here") { _ in WireResponse(status: status, fields: ["Location": location]) }
      service.answer("/there", [:], "[]")
      let body = ContiguousArray("x".utf8)
      let handle = client.launch("/here", method: "POST", body: body)
      #expect((try? await handle.answer) == nil ? method == nil : method != nil)
      if let method {
        #expect(service.requests.last?.method == method)
        #expect(service.requests.last?.body == (method == "POST" ? body : []))
      } else {
        #expect(service.requests.last?.address.target == "/here")
      }
    }
  }

  @Test func `An answer that depends on the user is no copy for another one`() async throws {
    service.answer("/me", ["Cache-Control": "private, max-age=60", "Vary": "Authorization"], "[]")
    client.credential.token = "t-1"
    _ = try await client.launch("/me").answer
    #expect(try await client.launch("/me").answer.source == .copy)
    client.credential.token = "t-2"
    #expect(try await client.launch("/me").answer.source == .network)
    try await client.store.synchronize()
    var kept = ""
    try persistence.visit { record in
      kept += String(decoding: record.bytes, as: UTF8.self)
      return true
    }
    #expect(kept.contains("max-age=60"))
    #expect(!kept.contains("t-1") && !kept.contains("t-2"))
  }
}
