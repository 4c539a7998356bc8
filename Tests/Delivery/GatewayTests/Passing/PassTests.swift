// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite struct `A pass` {
  @Test(arguments: [
    ("/open/a/b?c=d", "/a/b?c=d"), ("/open", "/"), ("/open?x", "/?x"),
    ("/open/deep/a", "/open/deep/a"), ("/open/./a%7E", "/a~"), ("/mine/%2Fa", "/mine/%2Fa"),
  ])
  func `A pass asks the service for the whole path or for what follows the prefix`(
    _ asked: String,
    _ seen: String
  ) async throws {
    let passed = try await PassedSite()
    #expect(try await passed.site.get(asked).body == seen)
  }

  @Test(arguments: ["/opened", "/open/../home", "/home", "/en/open/a"])
  func `A path outside the passes is not sent to a service`(_ path: String) async throws {
    let passed = try await PassedSite()
    _ = try await passed.site.get(path)
    #expect(passed.service.count == 0)
  }

  @Test func `A pass shows credentials only to a service that declares them`() async throws {
    let passed = try await PassedSite { exchange, _ in
      try await exchange.respond(Response(.ok, fields: ["set-cookie": "session=1"]))
    }
    let fields = ["Cookie": "session=2", "Authorization": "Bearer x", "Idempotency-Key": "k"]
    let open = try await passed.site.get("/open/a", fields)
    let mine = try await passed.site.get("/mine/a", fields)
    let seen = passed.service.seen
    try #require(seen.count == 2)
    #expect(seen[0].fields["cookie"] == nil && seen[0].fields["authorization"] == nil)
    #expect(seen[0].fields["idempotency-key"] == "k")
    #expect(seen[1].fields["cookie"] == "session=2")
    #expect(seen[1].fields["authorization"] == "Bearer x")
    #expect(open.fields["set-cookie"] == nil)
    #expect(mine.fields["set-cookie"] == "session=1")
  }

  @Test func `A pass shows and sets only the cookies that its service names`() async throws {
    let service = try await PlainService(clock: ManualClock(wallSeconds: SiteServer.start)) {
      exchange,
      _ in
      var fields = Fields()
      for cookie in ["session=1; Path=/", "other=2", "session=3"] {
        fields.append("set-cookie", cookie)
      }
      try await exchange.respond(Response(.ok, fields: fields))
    }
    let passed = try await PassedSite(
      passes: #""/some": { backend: "some" },"#,
      backends: #"some: { addresses: ["\#(service.address)"], credentials: "cookie:session" },"#
    )
    let address = passed.site.address
    let text = try await onThread {
      let socket = try PlainSocket(to: address, keeping: passed.site)
      try socket.send(
        "GET /some HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: x\r\n"
          + "Cookie: other=1; session=2\r\n\r\n"
      )
      return try socket.receiveAll()
    }
    let lines = text.split(separator: "\r\n").filter { $0.hasPrefix("set-cookie") }
    #expect(lines == ["set-cookie: session=1; Path=/", "set-cookie: session=3"])
    let seen = try #require(service.seen.first).fields
    #expect(seen["cookie"] == "session=2" && seen["authorization"] == nil)
  }

  @Test(arguments: [
    ("", "no-store"), ("max-age=60", "no-store"), ("private, max-age=1", "no-store"),
    ("no-store, private", "no-store, private"),
  ])
  func `An answer to a pass with credentials is no-store`(
    _ said: String,
    _ expected: String
  ) async throws {
    let passed = try await PassedSite { exchange, _ in
      let fields: Fields = said.isEmpty ? [:] : ["cache-control": said]
      try await exchange.respond(Response(.ok, fields: fields))
    }
    #expect(try await passed.site.get("/mine").fields["cache-control"] == expected)
  }

  @Test func `A pass answers 405 to methods that it does not declare`() async throws {
    let passed = try await PassedSite()
    for (method, status) in [("GET", 200), ("HEAD", 200), ("POST", 200), ("DELETE", 405)] {
      let reply = try await passed.site.get("/mine", ["Content-Length": "0"], method: method)
      #expect(reply.status == status, "\(method)")
      #expect(reply.fields["allow"] == (status == 405 ? "GET, POST, HEAD" : nil))
    }
    #expect(try await passed.site.get("/open", method: "PURGE").status == 200)
  }

  @Test(arguments: [true, false])
  func `A pass refuses a body that is too large with 413`(_ isAnnounced: Bool) async throws {
    let passed = try await PassedSite()
    let body = String(repeating: "a", count: 1_001)
    let address = passed.site.address
    let text = try await onThread {
      let socket = try PlainSocket(to: address)
      let framing =
        isAnnounced
        ? "Content-Length: 1001\r\n\r\n\(body)"
        : "Transfer-Encoding: chunked\r\n\r\n3e9\r\n\(body)\r\n0\r\n\r\n"
      try socket.send("POST /mine HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(framing)")
      return try socket.receiveAll()
    }
    #expect(text.hasPrefix("HTTP/1.1 413"), "\(text)")
    #expect(!passed.service.seen.contains { $0.body.count > 1_000 })
  }

  @Test func `An upload that grows too large on its way gets 413 and never looks whole`()
    async throws
  {
    let passed = try await PassedSite(
      passes: #""/limited": { backend: "open", bodyBytes: 100000 },"#
    )
    let address = passed.site.address
    let head = try await onThread {
      let socket = try PlainSocket(to: address, keeping: passed.site)
      try socket.send("POST /limited HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      let piece = "1000\r\n\(String(repeating: "a", count: 4_096))\r\n"
      for _ in 0..<25 { try socket.send(piece) }
      return try socket.receive(through: "\r\n\r\n")
    }
    #expect(head.hasPrefix("HTTP/1.1 413"), "\(head)")
    #expect(passed.service.count == 0)
  }

  @Test func `A pass answers 504 when its service does not answer in time`() async throws {
    let passed = try await PassedSite { _, _ in await Waiter().wait() }
    async let asked = passed.site.get("/mine")
    try await passed.moveClock { passed.service.count == 1 }
    let isOver = Atomic(false)
    async let moving: Void = passed.moveClock(by: .seconds(1)) { isOver.load(ordering: .relaxed) }
    let reply = try await asked
    isOver.store(true, ordering: .relaxed)
    try await moving
    #expect(reply.status == 504)
    #expect(passed.service.count == 1, "it is not asked again")
  }

  @Test func `A pass streams bodies larger than every buffer both ways`() async throws {
    let size = 24 << 20
    let passed = try await PassedSite { exchange, service in
      let body = service.seen.last?.body ?? []
      try await exchange.start(Response(.ok))
      var place = 0
      while place < body.count {
        let end = min(place + 65_536, body.count)
        try await exchange.write(body.span.extracting(place..<end))
        place = end
      }
      try await exchange.finish()
    }
    let address = passed.site.address
    let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 13) }
    let received = try await onThread {
      let socket = try PlainSocket(to: address)
      try socket.send(
        "PUT /large/a HTTP/1.0\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n"
      )
      try socket.send(body)
      _ = try socket.receive(through: "\r\n\r\n")
      return try socket.receive(exactly: size)
    }
    #expect(received == body)
  }

  @Test func `A passed answer names the gateway in Cache-Status and Via`() async throws {
    let passed = try await PassedSite()
    let reply = try await passed.site.get("/open")
    #expect(reply.fields["cache-status"] == "portico;fwd=bypass")
    #expect(reply.fields["via"] == "1.1 portico")
  }

  @Test func `A pass is closed with the site, unless it is declared to stay open`() async throws {
    let passed = try await PassedSite(
      passes: """
        "/open": { backend: "open" }, "/kept": { backend: "open", cache: "standard" },
        "/status": { backend: "open", staysOpen: true },
        """
    )
    passed.service.says(["cache-control": "max-age=60"])
    _ = try await passed.site.get("/kept/a")
    passed.publish(#"{ maintenance: { message: { en: "Closed" }, retryAfter: 90 } }"#)
    for target in ["/open/a", "/kept/a"] {
      let reply = try await passed.site.get(target)
      #expect(reply.status == 503 && reply.fields["retry-after"] == "90", "\(target)")
      #expect(reply.body.contains("Closed"))
    }
    let post = try await passed.site.get("/open/a", ["Content-Length": "0"], method: "POST")
    #expect(post.status == 503)
    #expect(try await passed.site.get("/status").status == 200)
    #expect(passed.service.seen.map(\.target) == ["/kept/a", "/status"])
    passed.publish(nil)
    #expect(try await passed.site.get("/kept/a").body == "body 1")
  }

  @Test func `A pass is closed only for the visitors that the maintenance names`() async throws {
    let passed = try await PassedSite()
    passed.publish(#"{ maintenance: { when: { country: "FR" }, message: "Closed" } }"#)
    #expect(try await passed.site.get("/open/a", ["X-App": "country=FR"]).status == 503)
    #expect(try await passed.site.get("/open/a", ["X-App": "country=DE"]).status == 200)
    #expect(try await passed.site.get("/open/a?country=FR").status == 200, "its query is its own")
  }

  @Test func `A pass with a hidden path answers 404`() async throws {
    let passed = try await PassedSite()
    passed.publish(#"{ hide: ["open/secret*"] }"#)
    #expect(try await passed.site.get("/open/secret/a").status == 404)
    #expect(try await passed.site.get("/open/%73ecret").status == 404)
    #expect(try await passed.site.get("/open/other").status == 200)
    #expect(passed.service.count == 1)
  }

  @Test func `A pass for the rest gets all but documents and other passes`() async throws {
    let passed = try await PassedSite(
      passes: """
        "/": { backend: "open", cache: "standard" }, "/mine": { backend: "closed", strip: true },
        """
    )
    for (asked, seen) in [
      ("/", "/"), ("/a/b?c", "/a/b?c"), ("/mine/a", "/a"), ("/en/nothing", "/en/nothing"),
      ("/a/../b", "/b"), ("/home/x", "/home/x"),
    ] {
      #expect(try await passed.site.get(asked).body == seen)
    }
    let fields = ["Content-Length": "0"]
    #expect(try await passed.site.get("/a", fields, method: "POST").status == 200)
    #expect(try await passed.site.get("/home", fields, method: "POST").status == 405)
    #expect(try await passed.site.get("/a%00b").status == 400)
    let count = passed.service.count
    #expect(try await passed.site.get("/home").body.contains("Home"))
    #expect(try await passed.site.get("/en/home").body.contains("Home"))
    #expect(passed.service.count == count)
    passed.publish(#"{ hide: ["home"] }"#)
    #expect(try await passed.site.get("/home").status == 404)
    #expect(passed.service.count == count)
  }
}
