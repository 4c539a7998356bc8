// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import LoopTesting
import Message
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `What a site's services are sent` {
  private func service() async throws -> PlainService {
    try await PlainService(clock: ManualClock(wallSeconds: SiteServer.start)) { exchange, _ in
      var fields: Fields = ["content-type": "application/json", "cache-control": "max-age=60"]
      if exchange.request.method == .post { fields.set("location", "/v2/kept/a") }
      try await exchange.respond(
        Response(.ok, fields: fields),
        body: Array(#"{"tenant":"\#(exchange.request.fields["x-tenant"] ?? "none")"}"#.utf8)
      )
    }
  }

  private func site(_ service: PlainService, events: EventLog? = nil) async throws -> SiteServer {
    func part(_ tenant: String) -> String {
      """
      {
        datatype: "part",
        calls: {
          one: { backend: "shop", path: "/part{?limit}", with: { limit: 2 },
            send: { fields: { "x-tenant": "\(tenant)" }, query: { sort: "name" } } },
        },
        body: { tenant: { $pick: "$.one.tenant" } },
      }
      """
    }
    return try await SiteServer(
      ["roses": part("roses"), "tulips": part("tulips")],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: {
            shop: { addresses: "\(service.address)/v2", send: { fields: { "x-all": "yes" } } },
            lost: { addresses: { $env: "PORTICO_TEST_NO_SUCH_ADDRESS" } },
            found: { addresses: {
              $env: "PORTICO_TEST_NO_SUCH_ADDRESS", otherwise: "\(service.address)",
            } },
          },
          passes: {
            "/open": { backend: "shop", strip: true, send: { host: true } },
            "/named": { backend: "shop", send: { host: "shop.example.com:81" } },
            "/kept": { backend: "shop", cache: "standard" },
            "/lost": { backend: "lost" },
            "/found": { backend: "found" },
          },
        }
        """,
      events: events,
      clock: service.clock
    )
  }

  @Test(arguments: [
    ("/open/a", "/v2/a", ""), ("/named/a", "/v2/named/a", "shop.example.com:81"),
    ("/kept/a", "/v2/kept/a", "a"),
  ])
  func `A pass has the path of its service's address, and a host of its own if declared`(
    path: String,
    target: String,
    host: String
  ) async throws {
    let service = try await service()
    let site = try await site(service)
    _ = try await site.get(path)
    let seen = try #require(service.seen.first)
    #expect(seen.target == target && seen.fields["x-all"] == "yes")
    #expect("http://\(seen.authority)" == (host.isEmpty ? service.address : "http://\(host)"))
  }

  @Test
  func `An address of the environment that is not there fails its requests, and has a fallback`()
    async throws
  {
    let service = try await service()
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let site = try await site(service, events: log)
    #expect(try await site.get("/lost").status == 503)
    #expect(try await site.get("/found").status == 200)
    try await site.settle()
    let line = try #require(try EventLines.of(log).first { $0.contains("/lost") })
    #expect(line.contains("the environment has no PORTICO_TEST_NO_SUCH_ADDRESS"), "\(line)")
  }

  @Test(arguments: ["/roses", "/open/a", "/kept/a"], [nil, "abc-1"])
  func `A service is told the id that the event of the request has`(
    path: String,
    id: String?
  ) async throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let service = try await service()
    let site = try await site(service, events: log)
    _ = try await site.get(path, id.map { ["x-request-id": $0] } ?? [:])
    try await site.settle()
    let told = try #require(service.seen.first).fields.values(of: "x-request-id")
    #expect(told.count == 1 && (id == nil || told == [id]))
    let line = try #require(try EventLines.of(log).first)
    #expect(line.contains(#""request_id":"\#(told.first ?? "")""#), "\(line)")
  }
}

extension Fields {
  fileprivate init(type: String) {
    self.init()
    append("content-type", type)
  }
}
