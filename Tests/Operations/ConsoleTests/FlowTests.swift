// SPDX-License-Identifier: Apache-2.0

import Console
import Message
import Signals
import Testing

@Suite struct `The flow of traffic` {
  private static let log = Address(
    asked: "/log",
    ["q": "event = request AND time > ago(5m)", "limit": "5000"]
  )

  /// A request as the gateway records it.
  private struct Asked {
    var device: String?
    let document: String
    let source: String
    var calls: [(name: String, isBad: Bool)] = []
    var isFailed = false
  }

  private func records(_ all: [Asked]) throws -> [EventRecord] {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let recorder = log.makeRecorder()
    for asked in all {
      recorder.record(.request, asked.isFailed ? .error : .info, at: 1, isNotable: false) { event in
        event.add(.device, asked.device)
        event.add(.document, asked.document)
        event.add(.source, asked.source)
        for call in asked.calls {
          event.add(.backends) { group in
            group.add(.backendName, call.name)
            group.add(.backendOutcome, call.isBad ? "failed" : "done")
          }
        }
      }
    }
    var reader = EventReader(log)
    return try reader.read()
  }

  private func count(_ flow: TrafficFlow, _ from: String, _ to: String) -> [Int] {
    flow.links.filter { $0.from.name == from && $0.to.name == to }
      .flatMap { [$0.count.all, $0.count.failed] }
  }

  @Test func `Requests go from clients by routes and answers to services, with what failed`() throws
  {
    let flow = TrafficFlow(
      try records([
        Asked(device: "phone", document: "items/7", source: "hit"),
        Asked(
          device: "phone",
          document: "items/{id}",
          source: "plan",
          calls: [("catalog", false), ("prices", true)],
          isFailed: true
        ), Asked(document: "config", source: "document"),
      ]),
      routes: ["/config", "/items/{id}"]
    )
    #expect(flow.requests == 3)
    #expect(count(flow, "phone", "/items/{id}") == [2, 1])
    #expect(count(flow, "unsaid", "/config") == [1, 0])
    #expect(count(flow, "/items/{id}", "hit") == [1, 0])
    #expect(count(flow, "plan", "catalog") == [1, 0])
    #expect(count(flow, "plan", "prices") == [1, 1])
  }

  @Test func `More routes than a stage shows are one node together, and no request is lost`() throws
  {
    let many = (0..<40).map { Asked(device: "tv", document: "d\($0)", source: "hit") }
    let flow = TrafficFlow(try records(many), routes: [])
    let routes = Set(flow.links.map(\.to).filter { $0.stage == .route })
    #expect(routes.count == TrafficFlow.mostNodes + 1)
    #expect(count(flow, "tv", TrafficFlow.others) == [40 - TrafficFlow.mostNodes, 0])
  }

  @Test func `The page draws it, says it as a table, and escapes what clients say`() throws {
    let hostile = "<script>x</script>"
    let found = try records([
      Asked(device: hostile, document: hostile, source: "plan", calls: [("catalog", true)])
    ])
    let inspection = Inspection(
      at: 1,
      version: "1",
      sites: ["shop"],
      reader: .init(name: nil, formToken: "", hasSession: false, actions: []),
      [Self.log: .events(found, oldest: nil)]
    )
    let page = try #require(Console(Address(asked: "/flow")))
    #expect(page.reports.contains(Self.log))
    let html = String(decoding: page.html(inspection), as: UTF8.self)
    #expect(!html.contains("<script>x"))
    #expect(html.contains("<path class=\"ribbon\" d=\"M10.0 26.0C"), "\(html)")
    #expect(html.contains("class=\"ribbon bad\"") && html.contains("catalog 1 ✕1</text>"))
    #expect(html.contains("Answers from to services"))
    #expect(html.contains("&lt;script&gt;x&lt;/script&gt;"))
  }
}
