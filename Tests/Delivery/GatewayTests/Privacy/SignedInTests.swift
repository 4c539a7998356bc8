// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A document of a service that declares credentials` {
  /// Answers with who asks, by the cookie or the token, and how often anybody asked.
  private static let customers: PlainService.Script = { exchange, service in
    let fields = exchange.request.fields
    guard let name = fields["authorization"] ?? fields["cookie"] else {
      return try await exchange.respond(Response(.notFound))
    }
    try await TwoServices.json(#"{"name":"\#(name) \#(service.count)"}"#)(exchange, service)
  }

  private func start(
    _ script: @escaping PlainService.Script = Self.customers
  ) async throws -> TwoServices {
    try await TwoServices(accounts: ", credentials: true", script)
  }

  @Test(arguments: ["Cookie", "Authorization"], ["/en/mine", "/en/around"])
  func `An answer of a service with credentials is composed for each customer`(
    _ field: String,
    _ path: String
  ) async throws {
    let services = try await start()
    for (number, customer) in ["session=anna", "session=bert", "session=anna"].enumerated() {
      let reply = try await services.site.get(path, [field: customer, "X-Other": "secret"])
      #expect(reply.body.contains("\"name\":\"\(customer) \(number + 1)\""), "\(reply)")
      #expect(reply.fields["cache-control"] == "private, max-age=0")
      #expect(reply.fields["vary"]?.hasSuffix(", cookie, authorization") == true)
      #expect(reply.fields["cache-groups"] == nil)
    }
    // The public part is kept, and its service never sees who asks.
    #expect(services.shop.count == 1)
    #expect(services.shop.seen.allSatisfy { !$0.fields.contains("cookie") })
    #expect(services.shop.seen.allSatisfy { !$0.fields.contains("authorization") })
    #expect(services.accounts.seen.allSatisfy { !$0.fields.contains("x-other") })
  }

  @Test func `Customers who ask at once each get their own answer`() async throws {
    let gate = Gate()
    let services = try await start { exchange, service in
      await gate.pass()
      try await Self.customers(exchange, service)
    }
    let (site, accounts) = (services.site, services.accounts)
    let customers = (0..<16).map { "session=\($0)" }
    async let replies = withThrowingTaskGroup(of: (String, String).self) { group in
      for customer in customers {
        group.addTask { (customer, try await site.get("/en/mine", ["Cookie": customer]).body) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    try await waitUntil("all sixteen are asked for or wait") {
      accounts.count + site.store.coalescingStatistics.waiters >= 16
    }
    gate.open()
    for (customer, body) in try await replies {
      #expect(body.contains("\"name\":\"\(customer) "), "\(customer): \(body)")
    }
    #expect(accounts.count == 16 && services.shop.count == 1)
  }

  @Test func `A service's 404 to a stranger is not kept for a customer`() async throws {
    let services = try await start()
    let stranger = try await services.site.get("/en/mine")
    #expect(stranger.status == 404 && stranger.fields["cache-control"] == "private, no-store")
    #expect(stranger.fields["cache-groups"] == nil)
    let customer = try await services.site.get("/en/mine", ["Cookie": "a"])
    #expect(customer.status == 200 && customer.body.contains("\"name\":\"a 2\""))
    #expect(try await services.site.get("/en/mine").status == 404)
    #expect(try await services.site.get("/en/optional").body.contains("nobody"))
  }

  @Test func `A service's 401 is passed on to the visitor whom it concerns alone`() async throws {
    let services = try await start { exchange, service in
      guard exchange.request.fields["cookie"] == "good" else {
        return try await exchange.respond(
          Response(.unauthorized, fields: ["www-authenticate": "Bearer realm=\"shop\""])
        )
      }
      try await Self.customers(exchange, service)
    }
    let bad = try await services.site.get("/en/mine", ["Cookie": "bad"])
    #expect(bad.status == 401 && bad.fields["cache-control"] == "private, no-store")
    #expect(bad.fields["www-authenticate"] == "Bearer realm=\"shop\"")
    #expect(bad.body.contains("urn:portico:problem:sign-in-needed"))
    #expect(try await services.site.get("/en/mine", ["Cookie": "good"]).status == 200)
  }

  @Test func `A visitor who asks while others are refused one by one gets an answer`() async throws
  {
    let (refused, later) = (Gate(), Gate())
    let services = try await start { exchange, service in
      let isFirst = service.count == 1
      await (isFirst ? refused : later).pass()
      guard !isFirst else { return try await exchange.respond(Response(.unauthorized)) }
      try await Self.customers(exchange, service)
    }
    let (site, accounts) = (services.site, services.accounts)
    let waiting: @Sendable () -> Int = { site.store.coalescingStatistics.waiters }
    async let first = site.get("/en/mine", ["Cookie": "first"]).status
    try await waitUntil("the first is asked for") { accounts.count == 1 }
    async let second = site.get("/en/mine", ["Cookie": "second"]).body
    try await waitUntil("the second waits") { waiting() == 1 }
    refused.open()
    #expect(try await first == 401)
    try await waitUntil("the second is asked for") { accounts.count == 2 }
    // Who comes now is told at once to compose for itself.
    async let third = site.get("/en/mine", ["Cookie": "third"]).body
    try await waitUntil("the third is asked for") { accounts.count == 3 }
    later.open()
    #expect(try await second.contains("second"))
    #expect(try await third.contains("third"))
  }

  @Test
  func `A service's 403 is passed on unless its part is optional`() async throws {
    let services = try await start(TwoServices.failing(.forbidden))
    let reply = try await services.site.get("/en/mine", ["Cookie": "a"])
    #expect(reply.status == 403 && reply.fields["cache-control"] == "private, no-store")
    #expect(reply.body.contains("urn:portico:problem:not-allowed"))
    let optional = try await services.site.get("/en/optional", ["Cookie": "a"])
    #expect(optional.status == 200 && optional.body.contains("nobody"))
  }

  @Test(arguments: [Status.unauthorized, .forbidden])
  func `A 401 or 403 of a service that sees no credentials becomes 502`(
    _ status: Status
  ) async throws {
    let services = try await TwoServices(TwoServices.failing(status))
    let reply = try await services.site.get("/en/mine", ["Cookie": "a"])
    #expect(reply.status == 502 && reply.fields["www-authenticate"] == nil)
  }

  @Test(arguments: [
    (#"["authorization"]"#, "Bearer x", nil), (#"["cookie"]"#, nil, "a=1; session=2; b=3"),
    (#"["cookie:session"]"#, nil, "session=2"), (#"["cookie:b", "cookie:a"]"#, nil, "a=1; b=3"),
    (#"["authorization", "cookie:session"]"#, "Bearer x", "session=2"),
    (#"["cookie:nothing"]"#, nil, nil), (#""authorization""#, "Bearer x", nil),
  ])
  func `A service sees the credentials that it names and no more`(
    _ names: String,
    _ authorization: String?,
    _ cookie: String?
  ) async throws {
    let services = try await TwoServices(
      accounts: ", credentials: \(names)",
      TwoServices.json(#"{"name":"x"}"#)
    )
    let reply = try await services.site.get(
      "/en/mine",
      ["Cookie": "a=1; session=2; b=3", "Authorization": "Bearer x"]
    )
    #expect(reply.status == 200 && reply.fields["cache-control"]?.hasPrefix("private") == true)
    let seen = try #require(services.accounts.seen.first).fields
    #expect(seen["authorization"] == authorization && seen["cookie"] == cookie)
  }

  @Test func `A view without the parts of a service with credentials is public`() async throws {
    let services = try await start()
    for _ in 0..<2 {
      let light = try await services.site.get("/en/mine?view=light", ["Cookie": "a"])
      #expect(light.fields["cache-control"]?.hasPrefix("public, max-age=") == true, "\(light)")
    }
    #expect(services.accounts.count == 0 && services.shop.count == 1)
  }

  @Test
  func `A public answer of a service with credentials is shared, unless it varies`() async throws {
    let services = try await start(TwoServices.counting(cacheControl: "public, max-age=60"))
    for customer in ["a", "b"] {
      let reply = try await services.site.get("/en/mine", ["Cookie": customer])
      #expect(reply.body.contains("\"name\":\"1\""))
      #expect(reply.fields["cache-control"]?.hasPrefix("public, max-age=60") == true)
    }
    services.accounts.answers { exchange, _ in
      let fields: Fields = [
        "content-type": "application/json", "cache-control": "public, max-age=60",
        "vary": "Accept, Cookie",
      ]
      try await exchange.respond(Response(.ok, fields: fields), body: Array("{}".utf8))
    }
    services.site.clock.advance(by: .seconds(700))
    let varying = try await services.site.get("/en/mine", ["Cookie": "a"])
    #expect(varying.fields["cache-control"] == "private, max-age=60")
  }

  @Test func `A service that declares no credentials is not shown any`() async throws {
    let services = try await TwoServices(TwoServices.counting(cacheControl: "max-age=60"))
    let fields = ["Cookie": "a", "Authorization": "b"]
    let reply = try await services.site.get("/en/mine", fields)
    #expect(reply.fields["cache-control"]?.hasPrefix("public, max-age=60") == true)
    let seen = services.accounts.seen
    #expect(seen.count == 1)
    #expect(seen.allSatisfy { !$0.fields.contains("cookie") })
    #expect(seen.allSatisfy { !$0.fields.contains("authorization") })
  }

  @Test
  func `An answer for a customer has every format and coding, and a tag of its own`() async throws {
    let services = try await start()
    for (path, coding) in [("/en/mine.plist", "gzip"), ("/en/mine", "br"), ("/en/mine", "")] {
      let reply = try await services.site.get(
        path,
        ["Cookie": "a", "Accept-Encoding": coding]
      )
      #expect(reply.status == 200 && reply.fields["cache-control"] == "private, max-age=0")
    }
    let first = try await services.site.get("/en/mine", ["Cookie": "a"])
    let tag = try #require(first.fields["etag"])
    let other = try await services.site.get("/en/mine", ["Cookie": "b", "If-None-Match": tag])
    #expect(other.status == 200 && other.body.contains("\"name\":\"b "))
  }
}
