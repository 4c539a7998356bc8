// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import Message
import Reactor
import Testing

@Suite struct `The trace of a request` {
  private static let sender = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
  private static let trace = "0af7651916cd43dd8448eb211c80319c"

  /// A site whose document asks one service, and that passes requests on to it.
  private func site(_ service: PlainService, _ events: EventLog? = nil) async throws -> SiteServer {
    try await SiteServer(
      [
        "items/{id}": """
        {
          datatype: "item", calls: { item: { backend: "shop", path: "/items/{id}" } },
          body: { title: { $pick: "$.item.title" } },
        }
        """
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"] } },
          passes: {
            "/open": { backend: "shop" },
            "/kept": { backend: "shop", cache: "standard" },
          },
        }
        """,
      events: events,
      clock: service.clock
    )
  }

  private func read(_ sent: String) -> TraceContext? { TraceContext(sent.utf8Span.span) }

  private func service() async throws -> PlainService {
    try await PlainService(clock: ManualClock(wallSeconds: SiteServer.start)) { exchange, _ in
      try await exchange.respond(
        Response(.ok, fields: ["content-type": "application/json"]),
        body: Array(#"{"title":"Rose"}"#.utf8)
      )
    }
  }

  @Test(arguments: ["/items/7", "/open/a", "/kept/a"])
  func `A request's trace goes on at the service with a new span and its state`(
    path: String
  ) async throws {
    let service = try await service()
    let site = try await site(service)
    _ = try await site.get(path, ["traceparent": Self.sender, "tracestate": "a=1,b=2"])
    let seen = try #require(service.seen.first)
    let sent = try #require(seen.fields["traceparent"])
    let context = try #require(read(sent))
    #expect("\(context.trace)" == Self.trace)
    #expect("\(context.span)" != "b7ad6b7169203331")
    #expect(context.flags == .sampled)
    #expect(seen.fields.values(of: "traceparent").count == 1)
    #expect(seen.fields["tracestate"] == "a=1,b=2")
  }

  @Test(arguments: ["/items/7", "/open/a", "/kept/a"], [nil, "00-00-00-01"])
  func `A new trace begins at the service if the request has no valid one`(
    path: String,
    sender: String?
  ) async throws {
    let service = try await service()
    let site = try await site(service)
    var fields = ["tracestate": "a=1"]
    fields["traceparent"] = sender
    _ = try await site.get(path, fields)
    let seen = try #require(service.seen.first)
    let sent = try #require(seen.fields["traceparent"])
    let context = try #require(read(sent))
    #expect(context.flags == [.sampled, .random])
    #expect(seen.fields["tracestate"] == nil)
  }

  @Test(arguments: ["/items/7", "/open/a", "/kept/a"])
  func `The event of a request has its trace and the spans of its calls`(path: String) async throws
  {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let service = try await service()
    let site = try await site(service, log)
    _ = try await site.get(path, ["traceparent": Self.sender])
    try await site.settle()
    let sent = try #require(service.seen.first?.fields["traceparent"])
    let span = try #require(read(sent)?.span)
    let line = try #require(try EventLines.of(log).first)
    #expect(line.contains(#""trace_id":"\#(Self.trace)","span_id":""#), "\(line)")
    #expect(line.contains(#""parent_span_id":"b7ad6b7169203331""#), "\(line)")
    #expect(line.contains(#""name":"shop""#) && line.contains(#""span_id":"\#(span)""#), "\(line)")
  }
}
