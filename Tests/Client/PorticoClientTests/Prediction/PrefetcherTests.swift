// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Fetching before anybody asks` {
  private let service = ScriptedTransport()
  private let client: Client

  init() throws {
    let url = try #require(WebAddress("https://shop.example/config"))
    let service = service
    client = Client(
      Environment(name: "production", configURL: url),
      transport: service,
      clock: { service.now }
    )
    for target in ["/a", "/b", "/c", "/d"] {
      service.answer(target, ["Cache-Control": "max-age=300"], #"{"datatype":"screen"}"#)
    }
    hint(["/a", "/b", "/c"])
  }

  /// Lets the home screen name documents, with shares of 0.9 and less.
  private func hint(_ targets: [String]) {
    let links = targets.enumerated().map { "<\($1)>; rel=prefetch; pr=0.\(9 - $0)" }
    let fields: WireFields = [
      "Cache-Control": "max-age=10", "Link": links.joined(separator: ", "),
    ]
    service.answer("/home", fields, #"{"datatype":"screen"}"#)
  }

  private var ahead: [String] {
    service.requests.filter { $0.fields["sec-purpose"] == "prefetch" }.map(\.address.target)
  }

  private func visit(_ target: String, _ prefetcher: Prefetcher) async throws {
    _ = try await client.launch(target).answer
    await eventually { prefetcher.runningCount == 0 }
  }

  @Test func `What an answer names is fetched, the likeliest first, and is there when asked for`()
    async throws
  {
    let prefetcher = Prefetcher(client)
    hint(["/a", "/b", "/c", "/d", "/e", "/f"])
    try await visit("/home", prefetcher)
    // Shares below a half are not worth a request.
    #expect(Set(ahead) == ["/a", "/b", "/c", "/d", "/e"])
    #expect(try await client.launch("/b").answer.source == .copy)
    #expect(prefetcher.figures.requests == 4)
    #expect(prefetcher.figures.usefulShare == 0.25)
    #expect(prefetcher.figures.usefulByteShare == 0.25)
  }

  @Test func `Nothing is fetched while the app waits for something`() async throws {
    let prefetcher = Prefetcher(client)
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    service.answer("/slow") { _ in
      for await _ in gate { break }
      return WireResponse(status: 204)
    }
    let slow = client.launch("/slow")
    try await visit("/home", prefetcher)
    #expect(ahead.isEmpty)
    opener.yield()
    _ = try await slow.answer
    await eventually { prefetcher.runningCount == 0 }
    #expect(Set(ahead) == ["/a", "/b", "/c"])
  }

  @Test
  func `Two are fetched at once, and one that is asked for then is joined and counts as used`()
    async throws
  {
    let prefetcher = Prefetcher(client)
    service.answer("/home") { [service] _ in
      service.hold()
      let links = ["/a", "/b", "/c"].map { "<\($0)>; rel=prefetch" }
      return WireResponse(status: 204, fields: ["Link": links.joined(separator: ", ")])
    }
    _ = try await client.launch("/home").answer
    await eventually { service.heldCount >= 2 }
    #expect(prefetcher.runningCount == 2)
    #expect(Set(ahead) == ["/a", "/b"])
    let asked = client.launch("/a")
    await eventually { asked.record.isJoined }
    // On a network that costs, what nobody asked for is cancelled, and the rest goes on.
    prefetcher.conditions = .constrained
    await eventually { prefetcher.runningCount == 0 }
    service.letGo()
    #expect(try await asked.answer.source == .network)
    #expect(service.requests.map(\.address.target).filter { $0 == "/a" }.count == 1)
    #expect(prefetcher.figures.requests == 1)
    #expect(prefetcher.figures.usefulRequests == 1)
  }

  @Test(arguments: [true, false])
  func `An answer beyond the budget is cut off, unless the app asked for it`(
    isAskedFor: Bool
  )
    async throws
  {
    let prefetcher = Prefetcher(client, budget: PrefetchBudget(bytesPerAnswer: 100_000))
    let body = Array((#"{"text":""# + String(repeating: "x", count: 150_000) + #""}"#).utf8)
    let pieces = stride(from: 0, to: body.count, by: 20_000).map {
      body[$0..<min($0 + 20_000, body.count)]
    }
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    service.answer("/a") { _ in
      for await _ in gate { break }
      let fields: WireFields = ["Cache-Control": "max-age=300", "Content-Type": "application/json"]
      return WireResponse(status: 200, fields: fields, body: WireBody(pieces))
    }
    hint(["/a"])
    _ = try await client.launch("/home").answer
    let asked = isAskedFor ? client.launch("/a") : nil
    if let asked { await eventually { asked.record.isJoined } }
    opener.yield()
    #expect(
      try await asked?.answer.document?["text"]?.string?.count == (isAskedFor ? 150_000 : nil)
    )
    await eventually { prefetcher.runningCount == 0 }
    service.now += 20
    try await visit("/home", prefetcher)
    #expect(ahead == ["/a"])
    #expect(prefetcher.figures.requests == 1)
    #expect(prefetcher.figures.cutOff == (isAskedFor ? 0 : 1))
    #expect(prefetcher.figures.usefulRequests == (isAskedFor ? 1 : 0))
    #expect(prefetcher.figures.bytes <= 100_000)
  }

  @Test(arguments: [NetworkConditions.constrained, .offline])
  func `Nothing is fetched on a network that costs, or without one`(
    conditions: NetworkConditions
  )
    async throws
  {
    let prefetcher = Prefetcher(client, conditions: conditions)
    try await visit("/home", prefetcher)
    #expect(ahead.isEmpty)
    prefetcher.conditions = .unconstrained
    await eventually { prefetcher.runningCount == 0 }
    #expect(Set(ahead) == ["/a", "/b", "/c"])
  }

  @Test(arguments: [(429, "Retry-After", Int64(90)), (503, "Retry-After", 90), (503, "X", 30)])
  func `Nothing is fetched while the service says that it has too much to do`(
    status: Int,
    field: String,
    seconds: Int64
  ) async throws {
    let prefetcher = Prefetcher(client)
    service.answer("/busy", status: status, [field: "90"], "{}")
    await #expect(throws: RequestError.self) { try await client.launch("/busy").answer }
    try await visit("/home", prefetcher)
    service.now += seconds - 1
    try await visit("/home", prefetcher)
    #expect(ahead.isEmpty)
    service.now += 1
    try await visit("/home", prefetcher)
    #expect(Set(ahead) == ["/a", "/b", "/c"])
  }

  @Test func `Nobody else is asked, and nothing that is there or would not be kept`() async throws {
    let prefetcher = Prefetcher(client)
    service.answer("/c", ["Cache-Control": "no-store"], "{}")
    _ = try await client.launch("/a").answer
    hint(["/a", "https://other.example/b", "/c"])
    for _ in 0..<3 {
      try await visit("/home", prefetcher)
      service.now += 11
    }
    #expect(ahead == ["/c"])
    #expect(prefetcher.figures.usefulShare == 0)
  }

  @Test func `An answer that expired before it was asked for was of no use`() async throws {
    let prefetcher = Prefetcher(client)
    hint(["/a"])
    try await visit("/home", prefetcher)
    service.now += 300
    #expect(try await client.launch("/a").answer.source == .network)
    #expect(prefetcher.figures.usefulShare == 0)
    #expect(prefetcher.figures.bytes == 21)
  }

  @Test func `What a user did before is expected after the next start, without any hint`()
    async throws
  {
    let disk = MemoryPersistence()
    let service = service
    let environment = client.environment
    service.answer("/home", ["Cache-Control": "max-age=10"], "{}")
    service.answer("/d", ["Cache-Control": "max-age=10"], "{}")
    let start = {
      Client(environment, transport: service, persistence: disk, clock: { service.now })
    }
    let first = start()
    let learning = Prefetcher(first)
    for _ in 0..<10 {
      for target in ["/home", "/d"] {
        _ = try await first.launch(target).answer
        await eventually { learning.runningCount == 0 }
      }
      service.now += 100
    }
    #expect(learning.figures.usefulShare == 1)
    learning.save()
    first.store.collectGarbage { _ in false }
    try await first.store.synchronize()
    let second = start()
    let prefetcher = Prefetcher(second)
    await prefetcher.restore()
    let before = ahead.count
    _ = try await second.launch("/home").answer
    await eventually { prefetcher.runningCount == 0 }
    #expect(Array(ahead.dropFirst(before)) == ["/d"])
  }

  @Test func `The config that is asked for between two screens is no visit`() async throws {
    let prefetcher = Prefetcher(client)
    service.answer("/home", ["Cache-Control": "max-age=10"], "{}")
    service.answer("/d", ["Cache-Control": "max-age=10"], "{}")
    service.answer("/config", ["Cache-Control": "max-age=10"], "{}")
    for _ in 0..<10 {
      for target in ["/home", "/config", "/d", "/config"] { try await visit(target, prefetcher) }
      service.now += 100
    }
    #expect(prefetcher.figures.usefulShare == 1)
    #expect(Set(ahead) == ["/d"])
  }
}
