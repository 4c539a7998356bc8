// SPDX-License-Identifier: Apache-2.0

import Backends
import Dispatch
import Gateway
import LoopTesting
import Message
import Reactor
import Signals
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The inspection of a gateway` {
  private static let answer =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n"
    + #"{"title":"Rose"}"#

  private static let plan = """
    {
      datatype: "item", ttl: 600, budget: "60s",
      calls: { item: { backend: "shop", path: "/items/{id}", timeout: "60s" } },
      body: { title: { $pick: "$.item.title" } },
    }
    """

  private func server(
    of service: ScriptedServer,
    events: EventLog? = nil
  ) async throws -> SiteServer {
    try await SiteServer(
      ["items/{id}": Self.plan],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: "http://\(service.address)", timeout: "60s" } },
          passes: { "/open": { backend: "shop" } },
        }
        """,
      events: events
    )
  }

  @Test(arguments: [
    (
      "/items/7?secret=1&view=light", "/items/7?view=light", "items/{id}", "compose", "item of shop"
    ),
    ("/open/7?secret=1", "/open/7", "/open", "pass", "shop"),
  ])
  func `Inspection shows a waiting request until it is answered, without withheld values`(
    target: String,
    shown: String,
    route: String,
    step: String,
    wait: String
  ) async throws {
    let goOn = DispatchSemaphore(value: 0)
    let service = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      goOn.wait()
      try peer.send(Self.answer)
      _ = try peer.receiveAll()
    }
    let site = try await server(of: service)
    #expect(try await site.inspection().requests.isEmpty)
    let client = try PlainSocket(to: site.address, keeping: site)
    try client.send("GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    try await waitUntil("a request is under way") { try await !site.inspection().requests.isEmpty }
    site.clock.advance(by: .milliseconds(250))
    let request = try #require(try await site.inspection().requests.first)
    #expect(request.method == "GET")
    #expect(request.target == shown)
    #expect(request.route == route)
    #expect(request.step == step)
    #expect(request.waits == [wait])
    #expect(request.nanoseconds == 250_000_000)
    goOn.signal()
    _ = try await onThread { try client.receiveAll() }
    try await site.settle()
    #expect(try await site.inspection().requests.isEmpty)
    service.stop()
  }

  @Test
  func `Inspection shows requests that wait for others or for their body`() async throws {
    let goOn = DispatchSemaphore(value: 0)
    // The upload's call is made when its body has come, along the kept connection if it is idle then.
    let service = try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        goOn.wait()
        try peer.send(Self.answer)
      }
    }
    let site = try await server(of: service)
    let clients = try (0..<3).map { _ in try PlainSocket(to: site.address, keeping: site) }
    for (number, client) in clients.enumerated() {
      let head = "Host: a\r\nConnection: close\r\n"
      try client.send(
        number < 2
          ? "GET /items/7 HTTP/1.1\r\n\(head)\r\n"
          : "POST /open/7 HTTP/1.1\r\n\(head)Content-Length: 10\r\n\r\nhalf"
      )
      try await waitUntil("request \(number) is under way") {
        try await site.inspection().requests.count > number
      }
    }
    let waits = try await site.inspection().requests.flatMap(\.waits).sorted()
    #expect(
      waits == [
        "another request that composes the same", "item of shop",
        "the client, which sends the body",
      ]
    )
    for _ in clients { goOn.signal() }
    for client in clients.prefix(2) { _ = try await onThread { try client.receiveAll() } }
    try clients[2].send("whole!")
    _ = try await onThread { try clients[2].receiveAll() }
    try await site.settle()
    #expect(try await site.inspection().requests.isEmpty)
    service.stop()
  }

  @Test func `Inspection shows the services by their names before the first request`() async throws
  {
    let service = try ScriptedServer { _, _ in }
    let site = try await server(of: service)
    let backend = try #require(try await site.inspection().backends.first)
    #expect(backend.name == "shop")
    #expect(backend.inFlight == 0)
    #expect(backend.endpoints.count == 1)
    service.stop()
  }

  @Test func `The last failed call of a service is kept, without withheld values`() async throws {
    let service = try ScriptedServer { peer, _ in
      while true {
        let head = try peer.receive(through: "\r\n\r\n")
        let status = head.contains("/7?") ? "503 Busy" : "500 Broken"
        try peer.send("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let site = try await server(of: service, events: EventLog(state: nil, loops: 1, at: 0))
    _ = try await site.get("/open/8?secret=1")
    _ = try await site.get("/open/7?secret=1&view=light", ["x-request-id": "the-second"])
    try await site.settle()
    let failures = try await site.inspection().failures
    let failure = try #require(failures.first)
    #expect(failures.count == 1 && failure.backend == "shop")
    #expect(failure.url == "http://\(service.address)/open/7?view=light")
    #expect(failure.kind == "status_503" && failure.detail?.contains("503") == true)
    #expect(failure.request == "the-second")
    #expect(failure.time / 1_000_000_000 == SiteServer.start)
    service.stop()
  }

  @Test
  func `Requests for documents of one path template are measured by that template`() async throws {
    let service = try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        try peer.send(Self.answer)
      }
    }
    let site = try await server(of: service)
    for number in 0..<5 {
      #expect(try await site.get("/items/\(number)").status == 200)
      #expect(try await site.get("/items/\(number)").status == 200)
    }
    try await site.settle()
    let family = site.signals.snapshot()["http_server_request_duration_seconds"]
    let routes = Set(family?.series.compactMap { $0.labelValues.first { $0.hasPrefix("/") } } ?? [])
    #expect(routes == ["/items/{id}"])
    service.stop()
  }
}
