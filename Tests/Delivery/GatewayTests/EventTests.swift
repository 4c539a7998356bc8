// SPDX-License-Identifier: Apache-2.0

import Gateway
import Message
import Signals
import Testing

@Suite struct `The events of requests` {
  @Test func `The event of a request tells who asked for what and what was answered`() async throws
  {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let site = try await SiteServer(
      ["home": #"{ datatype: "screen", body: { a: 1 } }"#],
      events: log
    )
    _ = try await site.get(
      "/home?x=y&view=heavy&view&%76iew=a&&sort=a",
      [
        "X-Request-Id": "r-1", "X-App": #"session="s-1", country=??"#,
        "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      ]
    )
    _ = try await site.get("/nothing")
    let lines = try EventLines.of(log)
    let expected = [
      #""time":"2027-01-15T08:00:00Z","event":"request","level":"info","request_id":"r-1""#,
      #""trace_id":"0af7651916cd43dd8448eb211c80319c","parent_span_id":"b7ad6b7169203331""#,
      #""session":"s-1","dropped":["country"],"client":"127.0.0.0","scheme":"http","protocol":"1.1""#,
      #""method":"GET","host":"a","path":"/home""#,
      #""query":"view=heavy&view&sort=a","withheld":2,"status":200,"step":"lookup""#,
      #""source":"document","document":"home","cache_key":"/home;json;identity""#,
      #""expire_at":"2027-01-15T08:04:29Z""#,
    ]
    #expect(lines.first == "{\(expected.joined(separator: ","))}")
    #expect(lines.count == 2)
    #expect(lines.last?.contains(#""status":404,"step":"route","source":"problem""#) == true)
    #expect(lines.last?.contains(#""request_id":""#) == true)
    #expect(lines.last?.contains("trace_id") == false)
  }

  @Test func `The event of a request tells the outcome of each call of its plan`() async throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
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
      events: log
    )
    for _ in 0..<2 { _ = try await site.get("/items/7") }
    let lines = try EventLines.of(log)
    let first = try #require(lines.first)
    #expect(
      first.contains(
        #"{"call":"item","name":"shop","outcome":"fetched","begin":0.0,"duration":0.0,"#
          + #""target":"/items/7","endpoint":"\#(service.address)","status":200,"span_id":""#
      ),
      "\(first)"
    )
    #expect(first.contains(#","method":"GET","template":"/items/{id}"}"#), "\(first)")
    #expect(first.contains(#"{"call":"stars","name":"shop","outcome":"absent","#))
    #expect(first.contains(#""error_message":"status_404"}"#), "\(first)")
    #expect(
      first.contains(
        #""step":"compose","source":"plan","document":"items/7","cache_key":"/items/7;json;identity""#
      )
    )
    #expect(lines.last?.contains(#""source":"hit""#) == true)
    #expect(lines.last?.contains("backends") == false)
  }

  @Test func `An event tells once that a service's circuit has opened`() async throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let service = try await SampleService()
    service.says(.failure, to: "/items/broken")
    let site = try await SiteServer(
      [
        "items/{id}": """
        {
          datatype: "item",
          calls: { item: { backend: "shop", path: "/items/{id}" } },
          body: { title: { $pick: "$.item.title" } },
        }
        """
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"], retries: 0 } },
        }
        """,
      events: log
    )
    for number in 0..<10 { _ = try await site.get("/items/broken?limit=\(number)") }
    let lines = try EventLines.of(log).filter { $0.contains(#""event":"circuit""#) }
    #expect(
      lines == [
        #"{"time":"2027-01-15T08:00:00Z","event":"circuit","level":"warning","#
          + #""state":"open","backends":[{"name":"shop"}]}"#
      ]
    )
  }

  @Test func `A request with a failed service is a notable event, one without a result is not`()
    async throws
  {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let service = try await SampleService()
    service.says(.failure, to: "/items/broken")
    let site = try await SiteServer(
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
        }
        """,
      events: log
    )
    for path in ["/items/none", "/items/broken", "/config"] { _ = try await site.get(path) }
    var notable = EventCursor(log.notable, segment: 1)
    #expect(notable.next()?[.path] == .text("/items/broken"))
    #expect(notable.next() == nil)
  }

  @Test func `The event of a failed call tells the service's answer and what was expected`()
    async throws
  {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let service = try await SampleService()
    service.says(.failure, to: "/items/broken?secret=1&view=heavy")
    let site = try await SiteServer(
      [
        "items/{id}": """
        {
          datatype: "item",
          calls: {
            item: { backend: "shop", path: "/items/{id}?secret=1&view=heavy" },
          },
          body: { title: { $pick: "$.item.title" } },
        }
        """
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"] } },
        }
        """,
      events: log
    )
    _ = try await site.get("/items/broken")
    let line = try #require(try EventLines.of(log).first)
    #expect(line.contains(#""failed_call":"item","error_message":"status_500""#), "\(line)")
    #expect(line.contains("backend shop at \(service.address): "), "\(line)")
    #expect(line.contains(#""target":"/items/broken?view=heavy""#), "\(line)")
    #expect(line.contains(#""status":500,"#) && line.contains("expected"), "\(line)")
    #expect(!line.contains("secret"))
  }

  @Test
  func `The event of a request cannot be broken or forged by what a client sends`() async throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let site = try await SiteServer([:], events: log)
    _ = try await site.get(
      "/%0A%22%7D?view=%0A%22%7D",
      ["X-Request-Id": #"a"},{"status":200"#, "X-App": #"session="a\"b\\""#]
    )
    let lines = try EventLines.of(log)
    #expect(lines.count == 1)
    #expect(lines.first?.contains(#""request_id":"a\"},{\"status\":200""#) == true, "\(lines)")
    #expect(lines.first?.contains("\n") == false)
  }
}

enum EventLines {
  /// The events of a log, each as JSON.
  static func of(_ log: EventLog) throws -> [String] {
    var reader = EventReader(log)
    return try reader.read().map { record in
      var bytes: [UInt8] = []
      record.writeJSON(to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
