// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

typealias Service = ScriptedTransport

extension Service {
  struct Down: Error {}
}

@Suite(.timeLimit(.minutes(5))) struct `A client's requests` {
  private let service = Service()
  private let client: Client
  private let folder = TemporaryFolder()

  init() throws {
    let url = try #require(WebAddress("https://shop.example/config"))
    let service = service
    client = Client(
      Environment(name: "production", configURL: url),
      fields: ["X-App": "shop"],
      transport: service,
      clock: { service.now }
    )
  }

  private let note = #"[{"uuid":"note-1","text":"a"}]"#

  private func text(_ answer: Answer) -> String? { answer.document?["text"]?.string }

  @Test func `A fresh copy is used until the second at which it expires`() async throws {
    service.answer("/notes", ["Cache-Control": "max-age=60"], note)
    let first = try await client.launch("/notes").answer
    #expect(first.source == .network)
    #expect(text(first) == "a")
    #expect(service.requests.first?.fields["x-app"] == "shop")
    service.now += 59
    #expect(try await client.launch("/notes").answer.source == .copy)
    #expect(service.requests.count == 1)
    service.now += 1
    #expect(try await client.launch("/notes").answer.source == .network)
    #expect(service.requests.count == 2)
  }

  @Test func `A device whose clock is wrong lets go in the same second as the server`() async throws
  {
    // The server's clock shows 1 January 2027, 00:00:00; the device's is some days behind.
    service.now = 1_798_761_600 - 400_000
    let fields: WireFields = [
      "Date": "Fri, 01 Jan 2027 00:00:00 GMT", "Cache-Control": "max-age=60",
    ]
    service.answer("/doc", fields, #"{"datatype":"screen","_expire":"1798761630"}"#)
    _ = try await client.launch("/doc").answer
    #expect(client.now == 1_798_761_600)
    service.now += 29
    #expect(try await client.launch("/doc").answer.source == .copy)
    service.now += 1
    #expect(try await client.launch("/doc").answer.source == .network)
  }

  @Test func `A copy that the service calls current is fresh again, and comes without a body`()
    async throws
  {
    service.answer("/notes") { request in
      let isCurrent = request.fields["if-none-match"] == "\"1\""
      return WireResponse(
        status: isCurrent ? 304 : 200,
        fields: [
          "ETag": "\"1\"", "Cache-Control": "max-age=60", "Content-Type": "application/json",
        ],
        body: WireBody(isCurrent ? [] : [Array(#"[{"uuid":"note-1","text":"a"}]"#.utf8)[...]])
      )
    }
    _ = try await client.launch("/notes").answer
    service.now += 60
    let handle = client.launch("/notes")
    let answer = try await handle.answer
    #expect(text(answer) == "a")
    #expect(handle.record.status == 304)
    #expect(answer.document?.expires("text") == service.now + 60)
    service.now += 59
    #expect(try await client.launch("/notes").answer.source == .copy)
    #expect(service.requests.count == 2)
  }

  @Test
  func `An old copy is shown at once where its head allows it, and the newer one comes behind`()
    async throws
  {
    let fields: WireFields = ["Cache-Control": "max-age=10, stale-while-revalidate=60"]
    service.answer("/notes", fields, note)
    _ = try await client.launch("/notes").answer
    service.answer("/notes", fields, #"[{"uuid":"note-1","text":"b"}]"#)
    service.now += 20
    var changes = client.store.changes(of: .object("note-1")).makeAsyncIterator()
    let answer = try await client.launch("/notes").answer
    #expect(answer.source == .oldCopy)
    #expect(text(answer) == "a")
    #expect(await changes.next()?.snapshot["note-1"]?["text"] == "b")
  }

  @Test func `An old copy stands in for a service that fails, as long as its head says`()
    async throws
  {
    service.answer("/notes", ["Cache-Control": "max-age=10, stale-if-error=600"], note)
    _ = try await client.launch("/notes").answer
    service.now += 20
    service.answer("/notes") { _ in throw Service.Down() }
    let handle = client.launch("/notes")
    #expect(try await handle.answer.source == .oldCopy)
    #expect(handle.record.error?.kind == .unreachable)
    service.answer("/notes") { throw RequestError(.timedOut, at: $0.address, "late") }
    let late = client.launch("/notes")
    #expect(try await late.answer.source == .oldCopy)
    #expect(late.record.error?.kind == .timedOut)
    service.answer("/notes", status: 500, [:], "{}")
    #expect(try await client.launch("/notes", policy: .networkFirst).answer.source == .oldCopy)
    await #expect(throws: RequestError.self) {
      try await client.launch("/notes", policy: .networkOnly).answer
    }
    service.now += 600
    await #expect(throws: RequestError.self) { try await client.launch("/notes").answer }
  }

  @Test func `Policies say what part copies have`() async throws {
    service.answer("/notes", ["Cache-Control": "max-age=10"], note)
    let none = await #expect(throws: RequestError.self) {
      try await client.launch("/notes", policy: .copyOnly).answer
    }
    #expect(none?.kind == .notKept)
    _ = try await client.launch("/notes").answer
    #expect(try await client.launch("/notes", policy: .networkFirst).answer.source == .network)
    service.now += 15
    #expect(try await client.launch("/notes", policy: .copy(upTo: 6)).answer.source == .oldCopy)
    #expect(try await client.launch("/notes", policy: .copyOnly).answer.source == .oldCopy)
    #expect(try await client.launch("/notes", policy: .copy(upTo: 5)).answer.source == .network)
  }

  @Test func `An answer that varies is a copy only for requests with the same fields`() async throws
  {
    service.answer("/notes", ["Cache-Control": "max-age=60", "Vary": "Accept-Language"], note)
    _ = try await client.launch("/notes", fields: ["Accept-Language": "fr"]).answer
    let same = try await client.launch("/notes", fields: ["accept-language": "fr", "X-Other": "1"])
      .answer
    #expect(same.source == .copy)
    #expect(
      try await client.launch("/notes", fields: ["Accept-Language": "de"]).answer.source == .network
    )
    service.answer("/all", ["Cache-Control": "max-age=60", "Vary": "*"], note)
    _ = try await client.launch("/all").answer
    #expect(try await client.launch("/all").answer.source == .network)
  }

  @Test func `What must not be kept is in the answer alone`() async throws {
    service.answer("/me", ["Cache-Control": "no-store"], #"{"uuid":"u-1","name":"Ann"}"#)
    #expect(try await client.launch("/me").answer.document?["name"] == "Ann")
    #expect(!client.store.snapshot.contains("u-1"))
    #expect(try await client.launch("/me").answer.source == .network)
  }

  @Test func `Equal requests at the same time are one, and a cancelled one leaves the others`()
    async throws
  {
    service.answer("/notes", ["Cache-Control": "max-age=60"], note)
    service.hold()
    let handles = (0..<5).map { _ in client.launch("/notes") }
    await eventually { service.heldCount > 0 && handles.filter(\.record.isJoined).count >= 4 }
    handles[0].cancel()
    let error = await #expect(throws: RequestError.self) { try await handles[0].answer }
    #expect(error?.kind == .cancelled)
    service.letGo()
    for handle in handles.dropFirst() { #expect(try await text(handle.answer) == "a") }
    #expect(service.requests.count == 1)
    #expect(client.tasks.running.isEmpty)
    #expect(client.tasks.ended.count == 5)
  }

  @Test func `What the app asks for joins an equal request that was launched ahead`() async throws {
    service.answer("/notes", ["Cache-Control": "max-age=60"], note)
    service.hold()
    let ended = Locked<[(TaskRecord.Purpose, Bool, String?)]>([])
    client.tasks.observe { record, answer in
      ended.withLock { $0.append((record.purpose, record.latency != nil, answer?.document?.id)) }
    }
    let ahead = client.launch("/notes", purpose: .prefetch)
    await eventually { service.heldCount > 0 }
    let asked = client.launch("/notes")
    await eventually { asked.record.isJoined }
    service.letGo()
    _ = try await (ahead.answer, asked.answer)
    #expect(service.requests.map { $0.fields["sec-purpose"] } == ["prefetch"])
    let all = ended.withLock { $0 }
    #expect(Set(all.map(\.0)) == [.prefetch, .asked])
    #expect(all.allSatisfy { $0.1 && $0.2 == "note-1" })
  }

  @Test func `The last one that is cancelled ends the request`() async throws {
    service.answer("/notes", [:], note)
    service.hold()
    let handle = client.launch("/notes")
    await eventually { service.heldCount > 0 }
    #expect(client.tasks[handle.id] != nil)
    client.tasks.cancelAll()
    await #expect(throws: RequestError.self) { try await handle.answer }
    service.letGo()
    #expect(try await text(handle.retry().answer) == "a")
    #expect(service.requests.count == 2)
  }

  @Test(arguments: [
    (401, RequestError.Kind.refused), (403, .refused), (404, .gone), (410, .gone), (429, .later),
    (503, .later),
    (500, .failed), (502, .failed), (400, .wrongRequest), (406, .wrongRequest),
  ])
  func `Each status means what an app does`(status: Int, kind: RequestError.Kind) async throws {
    let fields: WireFields = [
      "Content-Type": "application/problem+json", "Retry-After": "7", "X-Request-Id": "r-1",
    ]
    service.answer("/x", status: status, fields, #"{"title":"No","detail":"Not today"}"#)
    let handle = client.launch("/x")
    let error = await #expect(throws: RequestError.self) { try await handle.answer }
    #expect(error?.kind == kind)
    #expect(error?.retryAfter == 7)
    #expect(error?.document?["title"] == "No")
    #expect(
      error?.description
        == "https://shop.example/x: status \(status): Not today; expected 200 to 299 "
        + "(\(kind), task \(handle.id), request r-1)"
    )
    #expect(handle.record.error?.status == status)
  }

  @Test func `Redirections are followed, some, and take no credentials to another origin`()
    async throws
  {
    service.answer("/a") { _ in WireResponse(status: 307, fields: ["Location": "b?x=1"]) }
    service.answer("/b?x=1") { _ in
      WireResponse(status: 302, fields: ["Location": "https://other.example/notes"])
    }
    service.answer("/notes", ["Cache-Control": "max-age=60"], note)
    let handle = client.launch("/a", fields: ["Authorization": "Bearer x"])
    #expect(try await text(handle.answer) == "a")
    #expect(handle.record.requests == 3)
    #expect(service.requests.map { $0.fields["authorization"] } == ["Bearer x", "Bearer x", nil])
    service.answer("/loop") { _ in WireResponse(status: 307, fields: ["Location": "/loop"]) }
    await #expect(throws: RequestError.self) { try await client.launch("/loop").answer }
    #expect(service.requests.count == 9)
  }

  @Test func `An answer that is no JSON comes as bytes, and a broken one is told with its place`()
    async throws
  {
    service.answer("/image", ["Content-Type": "image/png"], "PNG")
    #expect(try await client.launch("/image").answer.bytes == ContiguousArray("PNG".utf8))
    service.answer("/broken", [:], #"{"a":}"#)
    let error = await #expect(throws: RequestError.self) {
      try await client.launch("/broken").answer
    }
    #expect(error?.kind == .unreadable)
    #expect(error?.reason == "there is '}' at byte 5; expected a value")
    let wrong = await #expect(throws: RequestError.self) {
      try await client.launch("mailto:a@b").answer
    }
    #expect(wrong?.kind == .wrongAddress)
  }

  @Test func `A body is sent as it is given, and its answer is not kept`() async throws {
    service.answer("/v1/notes", status: 201, ["Cache-Control": "max-age=60"], #"{"uuid":"note-9"}"#)
    let body = ContiguousArray(#"{"text":"a"}"#.utf8)
    let handle = client.launch(
      "/v1/notes",
      method: "POST",
      body: body,
      fields: ["Content-Type": "application/json"]
    )
    #expect(try await handle.answer.document?.id == "note-9")
    #expect(service.requests.first?.body == body)
    #expect(handle.record.status == 201)
    #expect(client.store.snapshot.collection(.endpoint(EndpointKey("/v1/notes"))) == nil)
  }

  @Test func `The next start has the copies of the last one, without the network`() async throws {
    let (service, folder) = (service, folder)
    let client = { (folder: TemporaryFolder, environment: Environment) in
      Client(
        environment,
        transport: service,
        persistence: FilePersistence(folder: folder.path),
        clock: { service.now }
      )
    }
    service.answer(
      "/notes?offset=0",
      ["Cache-Control": "max-age=60, stale-if-error=600", "ETag": "\"1\""],
      note
    )
    let first = client(folder, self.client.environment)
    _ = try await first.launch("/notes?offset=0").answer
    try await first.store.synchronize()
    service.answer("/notes?offset=0") { _ in throw Service.Down() }
    let fresh = try await client(folder, self.client.environment).launch("/notes?offset=0").answer
    #expect(fresh.source == .copy)
    #expect(text(fresh) == "a")
    service.now += 100
    #expect(
      try await client(folder, self.client.environment).launch("/notes?offset=0").answer.source
        == .oldCopy
    )
    #expect(service.requests.last?.fields["if-none-match"] == "\"1\"")
  }
}
