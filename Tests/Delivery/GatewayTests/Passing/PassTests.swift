// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite struct `A pass` {
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
}
