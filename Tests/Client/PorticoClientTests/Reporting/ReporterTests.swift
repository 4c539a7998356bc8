// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Reports to the service` {
  private let service = ScriptedTransport()
  private let client: Client

  init() throws {
    let url = try #require(WebAddress("https://shop.example/config"))
    let service = service
    client = Client(
      Environment(name: "production", configURL: url),
      fields: ["X-App": "com.example.shop/2.3"],
      transport: service,
      clock: { service.now }
    )
    service.answer("/a", ["Cache-Control": "max-age=60"], "{}")
    service.answer("/beacon") { _ in WireResponse(status: 204) }
  }

  /// The reports that the service got.
  private var sent: [[JSONValue]] {
    get throws {
      try service.requests.filter { $0.address.target == "/beacon" }.map {
        #expect($0.method == "POST" && $0.fields["content-type"] == "application/json")
        #expect($0.fields["x-app"] == "com.example.shop/2.3")
        #expect($0.body.count <= 16_384)
        return try #require(try JSONValue(json: $0.body)["reports"]?.array)
      }
    }
  }

  private func fail(_ target: String) async {
    await #expect(throws: RequestError.self) { try await client.launch(target).answer }
  }

  @Test func `Latency, timeouts, offline and decode errors are told, and nothing else`()
    async throws
  {
    let reporter = Reporter(client, path: "/beacon")
    _ = try await client.launch("/a").answer
    _ = try await client.launch("/a").answer
    service.answer("/late?q=private") { throw RequestError(.timedOut, at: $0.address, "late") }
    await fail("/late?q=private")
    await fail("/nobody")
    service.answer("/broken", [:], "{")
    await fail("/broken")
    service.answer("/gone", status: 404, [:], "{}")
    await fail("/gone")
    service.answer("/b", [:], "{}")
    _ = try await client.launch("/b", purpose: .prefetch).answer
    _ = try await client.launch("https://other.example/b").answer
    reporter.reportRenderError("/a?x=1")
    await reporter.flush()
    let reports = try #require(try sent.first)
    #expect(try sent.count == 1)
    #expect(
      reports.map { "\($0["path"]?.string ?? "") \($0["outcome"]?.string ?? "")" } == [
        "/a ok", "/late timeout", "/nobody offline", "/broken decode_error", "/a render_error",
      ]
    )
    #expect(reports[0]["milliseconds"]?.integer.map { (0...600_000).contains($0) } == true)
    #expect(reports.dropFirst().allSatisfy { $0["milliseconds"] == nil })
    await reporter.flush()
    #expect(try sent.count == 1)
  }

  @Test func `Reports are collected, and sent once the interval is over`() async throws {
    let reporter = Reporter(client, path: "/beacon", interval: 300)
    for _ in 0..<3 {
      _ = try await client.launch("/a", policy: .networkOnly).answer
      service.now += 100
    }
    #expect(try sent.isEmpty)
    _ = try await client.launch("/a", policy: .networkOnly).answer
    await eventually { client.tasks.running.isEmpty }
    #expect(try sent.map(\.count) == [4])
    _ = try await client.launch("/a", policy: .networkOnly).answer
    #expect(try sent.count == 1)
    await reporter.flush()
    #expect(try sent.map(\.count) == [4, 1])
  }

  @Test func `The use of prefetched answers is told once, also without other reports`() async throws
  {
    service.answer(
      "/a",
      ["Cache-Control": "max-age=60", "Link": "</b>; rel=prefetch; pr=0.9"],
      "{}"
    )
    service.answer("/b", ["Cache-Control": "max-age=60"], #"{"n":1}"#)
    let prefetcher = Prefetcher(client)
    let reporter = Reporter(client, path: "/beacon", share: 0, prefetcher: prefetcher)
    func prefetch() throws -> [JSONValue?] {
      try service.requests.filter { $0.address.target == "/beacon" }
        .map { try JSONValue(json: $0.body)["prefetch"] }
    }
    await reporter.flush()
    #expect(try prefetch() == [])
    await prefetcher.restore()
    _ = try await client.launch("/a").answer
    await eventually { prefetcher.figures.requests > 0 }
    await reporter.flush()
    let bytes: JSONValue = 7
    #expect(try prefetch() == [["requests": 1, "useful": 0, "bytes": bytes, "usefulBytes": 0]])
    _ = try await client.launch("/b").answer
    await reporter.flush()
    await reporter.flush()
    #expect(
      try prefetch().dropFirst() == [
        ["requests": 0, "useful": 1, "bytes": 0, "usefulBytes": bytes]
      ]
    )
  }

  @Test func `Reports that were refused are not sent again, and later ones wait as long as asked`()
    async throws
  {
    let reporter = Reporter(client, path: "/beacon")
    service.answer("/beacon", status: 429, ["Retry-After": "700"], "{}")
    _ = try await client.launch("/a", policy: .networkOnly).answer
    await reporter.flush()
    await eventually { client.tasks.running.isEmpty }
    service.answer("/beacon") { _ in WireResponse(status: 204) }
    service.now += 699
    _ = try await client.launch("/a", policy: .networkOnly).answer
    await reporter.flush()
    #expect(try sent.map(\.count) == [1])
    service.now += 1
    await reporter.flush()
    #expect(try sent.map(\.count) == [1, 1])
  }

  @Test func `While nobody is reached, reports wait`() async throws {
    let reporter = Reporter(client, path: "/beacon")
    await fail("/nobody")
    await reporter.flush()
    #expect(try sent.isEmpty)
    _ = try await client.launch("/a").answer
    await reporter.flush()
    #expect(try sent.map(\.count) == [2])
  }

  @Test func `A body has at most 50 reports and 16384 bytes, and 200 reports wait`() throws {
    var queue = ReportQueue(share: 100)
    for number in 0..<230 { queue.add("/en/items/\(number)", .ok, latency: .seconds(number * 10)) }
    #expect(queue.dropped == 30)
    var counts: [Int] = []
    while let body = queue.body() {
      let reports = try JSONValue(json: body)["reports"]?.array ?? []
      counts.append(reports.count)
      #expect(reports.allSatisfy { $0["milliseconds"]?.integer ?? 0 <= 600_000 })
    }
    #expect(counts == [50, 50, 50, 50])
    for _ in 0..<60 { queue.add("/" + String(repeating: "é", count: 255), .ok) }
    queue.add("/" + String(repeating: "x", count: 600), .ok)
    var bytes: [Int] = []
    while let body = queue.body() { bytes.append(body.count) }
    #expect(bytes.count == 2)
    #expect(bytes.allSatisfy { $0 <= 16_384 })
    #expect(bytes[0] > 15_000)
  }

  @Test(arguments: [(0, 0), (10, 10), (33, 33), (100, 100), (200, 100)])
  func `A share of requests is reported`(share: Int, expected: Int) throws {
    var queue = ReportQueue(share: share)
    for _ in 0..<100 { queue.add("/a", .ok) }
    var count = 0
    while let body = queue.body() {
      count += try JSONValue(json: body)["reports"]?.array?.count ?? 0
    }
    #expect(count == expected)
    #expect(queue.isEmpty)
  }

  @Test func `The latency of endpoints is known to the app itself`() async throws {
    for number in 0..<3 {
      service.answer("/notes?offset=\(number)", ["Cache-Control": "no-store"], "{}")
      _ = try await client.launch("/notes?offset=\(number)").answer
    }
    _ = try await client.launch("/a").answer
    _ = try await client.launch("/a").answer
    await fail("/nobody")
    let latencies = client.tasks.latencies
    #expect(
      latencies.map(\.endpoint) == ["GET https://shop.example/notes", "GET https://shop.example/a"]
    )
    #expect(latencies.map(\.count) == [3, 1])
    let hundred = EndpointLatency("GET /a", (1...100).reversed().map { .milliseconds($0) })
    #expect(hundred.percentile(50) == .milliseconds(50))
    #expect(hundred.percentile(99) == .milliseconds(99))
    #expect(hundred.percentile(100) == .milliseconds(100))
    #expect(hundred.percentile(0) == .milliseconds(1))
    #expect(EndpointLatency("GET /a", []).percentile(50) == .zero)
  }

  @Test func `The last tasks are a line each, with ids, status, latency, source and error`()
    async throws
  {
    service.answer("/x", status: 500, ["X-Request-Id": "r-1"], #"{"title":"No\nway"}"#)
    let failed = client.launch("/x")
    await #expect(throws: RequestError.self) { try await failed.answer }
    let good = client.launch("/a")
    _ = try await good.answer
    let lines = client.tasks.log.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines[0].hasPrefix("1800000000 \(failed.id) r-1 asked GET https://shop.example/x 500 ")
    )
    #expect(lines[0].hasSuffix("failed: status 500: No way; expected 200 to 299"))
    #expect(lines[1].contains(" \(good.id) - asked GET https://shop.example/a 200 "))
    #expect(lines[1].hasSuffix(") network 2 bytes in 1 requests"))
  }
}
