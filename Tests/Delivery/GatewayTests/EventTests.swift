// SPDX-License-Identifier: Apache-2.0

import Files
import Foundation
import Gateway
import LoopTesting
import Signals
import Synchronization
import Testing

@Suite struct `The events of requests` {
  private let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("portico-events-\(UUID().uuidString)").path

  private func events(of site: SiteServer, _ sink: EventSink) async throws -> [String] {
    try await site.settle()
    return try await onThread {
      sink.close()
      return String(decoding: try Files.read(file), as: UTF8.self)
        .split(separator: "\n").map(String.init)
    }
  }

  @Test func `say who asked for what and what came of it, a line each`() async throws {
    defer { try? FileManager.default.removeItem(atPath: file) }
    let sink = try EventSink(try AppendedFile(file), SignalRegistry())
    let site = try await SiteServer(
      ["home": #"{ datatype: "screen", body: { a: 1 } }"#],
      events: sink
    )
    _ = try await site.get(
      "/home?x=y&view=heavy&view&%76iew=a&&sort=a",
      ["X-Request-Id": "r-1", "X-App": #"session="s-1""#, "traceparent": "00-ab-cd-01"]
    )
    try await site.settle()
    _ = try await site.get("/nothing")
    let lines = try await events(of: site, sink)
    #expect(
      lines.first
        == #"{"time":1800000000,"id":"r-1","traceparent":"00-ab-cd-01","session":"s-1","method":"GET","#
        + #""target":"/home?view=heavy&view&sort=a","withheld":2,"status":200,"step":"lookup","source":"document","document":"home","#
        + #""key":"/home;json;identity","expire":1800000269,"microseconds":0}"#
    )
    #expect(lines.count == 2)
    #expect(lines.last?.contains(#""status":404,"step":"route","source":"problem""#) == true)
    #expect(lines.last?.contains(#""id":""#) == true)
  }

  @Test func `say what each call of a plan came to`() async throws {
    defer { try? FileManager.default.removeItem(atPath: file) }
    let sink = try EventSink(try AppendedFile(file), SignalRegistry())
    let service = try await SampleService()
    service.says(.init(#"{"title":"Rose"}"#), to: "/items/7")
    let site = try await SiteServer(
      [
        "items/{id}": """
        {
          datatype: "item",
          calls: {
            item: { backend: "shop", path: "/items/{id}" },
            stars: { backend: "shop", path: "/stars/{id}", optional: true },
          },
          body: { title: { $pick: "$.item.title" }, stars: { $pick: "$.stars.stars" } },
        }
        """
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"] } },
        }
        """,
      events: sink
    )
    _ = try await site.get("/items/7")
    // A line is written after its answer, and the next request may be answered before that.
    try await site.settle()
    _ = try await site.get("/items/7")
    let lines = try await events(of: site, sink)
    let first = try #require(lines.first)
    #expect(
      first.contains(
        #"{"call":"item","backend":"shop","outcome":"fetched","microseconds":0}"#
      ),
      "\(first)"
    )
    #expect(
      first.contains(
        #"{"call":"stars","backend":"shop","outcome":"absent","reason":"status_404","microseconds":0}"#
      )
    )
    #expect(
      first.contains(
        #""step":"compose","source":"plan","document":"items/7","key":"/items/7;json;identity""#
      )
    )
    #expect(lines.last?.contains(#""source":"hit""#) == true)
    #expect(lines.last?.contains("calls") == false)
  }

  @Test func `are counted when nobody can write them`() async throws {
    let told = Mutex<[LostEvents]>([])
    let sink = try EventSink(try AppendedFile("/dev/full"), SignalRegistry()) { lost in
      told.withLock { $0.append(lost) }
    }
    let site = try await SiteServer([:], events: sink)
    for _ in 0..<3 {
      _ = try await site.get("/config")
      try await site.settle()
    }
    try await onThread { sink.close() }
    #expect(told.withLock { $0.reduce(0) { $0 + $1.count } } == 3)
    #expect(told.withLock { $0.count } <= 2)
    let why = "cannot write /dev/full: No space left on device"
    #expect(told.withLock { $0.allSatisfy { $0.reason == .failed(why) } })
  }
}
