// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `An answer with a part that a service calls private` {
  @Test(
    arguments: [
      ("private", "private, max-age=0"), ("private, max-age=60", "private, max-age=60"),
      ("private=\"set-cookie\", max-age=60", "private, max-age=60"),
      ("no-store", "private, no-store"), ("no-store, max-age=60", "private, no-store"),
    ],
    ["/en/mine", "/en/around", "/en/optional"]
  )
  func `An answer with a private part is private and composed for each request`(
    _ said: (service: String, whole: String),
    _ path: String
  ) async throws {
    let services = try await TwoServices(TwoServices.counting(cacheControl: said.service))
    for number in 1...3 {
      let reply = try await services.site.get(path)
      #expect(reply.status == 200 && reply.body.contains("\"name\":\"\(number)\""), "\(reply)")
      #expect(reply.fields["cache-control"] == said.whole)
      #expect(reply.fields["cache-status"]?.contains("stored") == false)
      #expect(reply.fields["cache-groups"] == nil)
      #expect(reply.fields["vary"]?.hasSuffix(", cookie, authorization") == true)
    }
    #expect(services.shop.count == (path == "/en/optional" ? 0 : 1))
  }

  @Test(arguments: ["private", "no-store"], [0, 30, 700])
  func `A private part's answer is not served again, nor in an outage`(
    _ said: String,
    _ seconds: Int
  ) async throws {
    let services = try await TwoServices(TwoServices.counting(cacheControl: said))
    #expect(try await services.site.get("/en/mine").status == 200)
    services.site.clock.advance(by: .seconds(seconds))
    services.accounts.answers(TwoServices.failing(.internalServerError))
    let reply = try await services.site.get("/en/mine")
    #expect(reply.status == 502 && !reply.body.contains("\"name\""), "\(reply)")
    services.accounts.answers { exchange, _ in exchange.abort() }
    #expect(try await !services.site.get("/en/mine").body.contains("\"name\""))
  }

  @Test(arguments: ["private", "no-store"])
  func `Requests at once for an answer with a private part each get their own`(
    _ said: String
  ) async throws {
    let gate = Gate()
    let counting = TwoServices.counting(cacheControl: said)
    let services = try await TwoServices { exchange, service in
      await gate.pass()
      try await counting(exchange, service)
    }
    let site = services.site
    async let replies = withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<12 { group.addTask { try await site.get("/en/mine").body } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    try await waitUntil("eleven wait") { site.store.coalescingStatistics.waiters >= 11 }
    gate.open()
    // Each is made of an answer of its own.
    let bodies = try await replies
    #expect(bodies.allSatisfy { $0.contains("\"name\"") }, "\(bodies)")
    #expect(services.accounts.count == 12)
    #expect(services.shop.count == 1)
  }

  @Test func `A private part replaces what was kept for everybody before`() async throws {
    let services = try await TwoServices(TwoServices.counting(cacheControl: "max-age=60"))
    #expect(try await services.site.get("/en/mine").body.contains("\"name\":\"1\""))
    services.accounts.answers(TwoServices.counting(cacheControl: "private"))
    services.site.clock.advance(by: .seconds(61))
    // Somebody gets the old answer while it is found out that the new one is private.
    try await waitUntil("the first customer's name is gone") {
      try await !services.site.get("/en/mine").body.contains("\"name\":\"1\"")
    }
    services.accounts.answers(TwoServices.failing(.internalServerError))
    #expect(try await services.site.get("/en/mine").status == 502)
  }

  @Test func `An answer with a private part is kept by no kind of edge`() async throws {
    for (kind, name) in [
      ("nginx", "x-accel-expires"), ("cloudflare", "cloudflare-cdn-cache-control"),
      ("akamai", "akamai-cache-control"), ("fastly", "surrogate-control"),
    ] {
      let services = try await TwoServices(
        edges: "front: { kind: \"\(kind)\", peers: [\"127.0.0.0/8\"] }",
        TwoServices.counting(cacheControl: "no-store")
      )
      let reply = try await services.site.get("/en/mine")
      #expect(["0", "no-store", nil].contains(reply.fields[name]), "\(reply.fields)")
      #expect(reply.fields["cache-control"] == "private, no-store")
    }
  }
}
