// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import LoopTesting
import Message
import Signals
import SiteTesting
import Testing

@testable import Gateway

@Suite struct `The values that a declared log captures` {
  private static func settings(_ more: String) -> String {
    """
    {
      languages: { published: ["en", "fr-CA", "fr"], source: "en", default: "en" }, roots: ["*"],
      \(more)
    }
    """
  }

  @Test func `A log's captured values are in the events of composed, kept and failed answers`()
    async throws
  {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let service = try await SampleService()
    service.says(.init(#"{"title":"Rose","price":5.5,"sizes":[1,2],"secret":"x"}"#), to: "/items/7")
    service.says(.failure, to: "/items/8")
    let site = try await SiteServer(
      [
        "items/{id}": """
        {
          datatype: "item",
          calls: { item: { backend: "shop", path: "/items/{id}" } },
          log: { capture: ["id", "price", "sizes", "note"], slow: "20ms" },
          body: {
            price: { $pick: "$.item.price" }, sizes: { $pick: "$.item.sizes" },
            secret: { $pick: "$.item.secret" },
            note: "\(String(repeating: "é", count: 100))",
          },
        }
        """,
        "home": #"{ datatype: "a", log: { capture: "kind" }, body: { kind: "a\"b\nc", x: 1 } }"#,
      ],
      settings: Self.settings(
        #"backends: { shop: { addresses: ["\#(service.address)"], retries: 0 } },"#
      ),
      events: log
    )
    for path in ["/items/7", "/items/7", "/items/8", "/home"] { _ = try await site.get(path) }
    let lines = try EventLines.of(log)
    #expect(lines.count == 4)
    let note = String(repeating: "é", count: 64)
    let item = #""captured":["id=7","price=5.5","sizes=1,2","note=\#(note)"]"#
    for line in lines.prefix(2) { #expect(line.contains(item), "\(line)") }
    #expect(lines.first?.contains(#""is_slow":false"#) == true, "\(lines)")
    #expect(lines[2].contains(#""status":502"#) && lines[2].contains(#""captured":["id=8"]"#))
    #expect(lines[3].contains(#""captured":["kind=a\"b\nc"]"#), "\(lines[3])")
    #expect(!lines.joined().contains("secret"))
  }

  @Test
  func `A pass captures query parameters and has its own limit of slow requests`() async throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let service = try await SampleService()
    service.says(.init("{}"), to: "/account/a?sku=7&token=t")
    let site = try await SiteServer(
      ["home": #"{ datatype: "a", body: { x: 1 } }"#],
      settings: Self.settings(
        """
        backends: { shop: { addresses: ["\(service.address)"] } },
        passes: { "/account": { backend: "shop", log: { capture: "sku", slow: "1ms" } } },
        """
      ),
      events: log
    )
    _ = try await site.get("/account/a?sku=7&token=t")
    try await waitUntil("the event is recorded") { try EventLines.of(log).isEmpty == false }
    let line = try #require(try EventLines.of(log).first)
    #expect(line.contains(#""captured":["sku=7"],"is_slow":false"#), "\(line)")
    #expect(!line.contains("token"))
  }

  @Test func `The declared limit of slow requests decides over the sampling's own`() throws {
    let sampling = EventSampling(share: 0, slow: 1_000)
    func verdict(_ duration: Int64, isSlow: Bool?) throws -> Bool {
      let log = try EventLog(state: nil, loops: 1, at: 0)
      log.makeRecorder().record(.request, .info, at: 0, isNotable: false) { event in
        event.add(.duration, nanoseconds: duration)
        if let isSlow { event.add(.isSlow, isSlow) }
      }
      var reader = EventReader(log)
      let record = try #require(try reader.read().first)
      return sampling.verdict(on: record) != nil
    }
    let (slow, fast) = (try verdict(1_000, isSlow: nil), try verdict(999, isSlow: nil))
    #expect(slow && !fast)
    let (declared, not) = (try verdict(1, isSlow: true), try verdict(5_000, isSlow: false))
    #expect(declared && !not)
  }
}

@Suite struct `The visitor in the event of a request` {
  @Test func `The event of a request has the visitor's country, device, network and language`()
    async throws
  {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let site = try await SiteServer(
      [
        "home": #"{ datatype: "a", body: { title: { $t: "hello" }, more: { $ref: "about" } } }"#,
        "about": #"{ datatype: "a", body: { title: { $t: "more" } } }"#,
        "Locales/en.json": #"{ "hello": "Hello", "more": "More" }"#,
        "Locales/fr.json": #"{ "more": "Plus" }"#,
      ],
      settings: """
        {
          languages: { published: ["en", "fr"], source: "en", default: "en" }, roots: ["*"],
          edges: { cdn: { peers: ["127.0.0.0/8"], country: "X-Country", client: "X-Forwarded-For" } },
        }
        """,
      events: log
    )
    let fields = [
      "Accept-Language": "fr, en", "X-App": "device=phone", "X-Forwarded-For": "203.0.113.77",
      "X-Country": "CA",
    ]
    let answer = try await site.get("/home", fields)
    #expect(answer.body.contains("Hello"), "\(answer.body)")
    let line = try #require(try EventLines.of(log).first)
    #expect(line.contains(#""country":"CA","device":"phone","client":"203.0.113.0""#), "\(line)")
    #expect(
      line.contains(#""language":"en","language_asked":"fr","fallback_steps":1"#),
      "\(line)"
    )
  }

  @Test(arguments: [
    (EventAddresses.none, "203.0.113.77", nil), (.network, "203.0.113.77", "203.0.113.0"),
    (.full, "203.0.113.77", "203.0.113.77"),
    (.network, "2001:db8:1:2:3:4:5:6", "2001:db8:1::"),
  ])
  func `The event of a request shows as much of an address as the policy allows`(
    policy: EventAddresses,
    address: String,
    shown: String?
  ) throws {
    let client = try #require(IPAddress(address))
    #expect(policy.shown(client).map(\.description) == shown)
  }
}
