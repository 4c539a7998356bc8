// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite struct `A pass that keeps answers` {
  @Test(arguments: CacheSequences.all)
  func `A pass with a cache follows each sequence of RFC 9111`(
    _ sequence: CacheSequence
  ) async throws {
    let passed = try await PassedSite()
    passed.service.says(sequence.says)
    for (number, step) in sequence.steps.enumerated() {
      passed.clock.advance(by: .seconds(step.after))
      var fields = step.fields
      if step.method != "GET" && step.method != "HEAD" { fields["Content-Length"] = "0" }
      let reply = try await passed.site.get(step.target, fields, method: step.method)
      #expect(reply.status == step.status, "step \(number + 1)")
      if let body = step.body { #expect(reply.body == body, "step \(number + 1)") }
      for (name, value) in step.has {
        #expect(reply.fields[name]?.hasPrefix(value) == true, "\(number + 1): \(reply.fields)")
      }
      // Requests in the background have been sent, and arrive before the next step.
      let service = passed.service
      try await passed.moveClock { service.count >= step.asked }
      #expect(service.count == step.asked, "step \(number + 1)")
      if sequence.says["cache-control"]?.contains("while") == true { try await settle(passed) }
    }
  }

  /// Waits until nobody fetches anything.
  private func settle(_ passed: PassedSite) async throws {
    let store = passed.site.store
    try await passed.moveClock { store.coalescingStatistics.fetches == 0 }
  }

  @Test
  func `A stale answer is revalidated and takes over the new fields of the 304`() async throws {
    let passed = try await PassedSite { exchange, _ in
      let isKnown = exchange.request.fields["if-none-match"] == #""x""#
      let fields: Fields = [
        "etag": #""x""#, "cache-control": "max-age=10", "x-new": isKnown ? "yes" : "no",
      ]
      if isKnown { return try await exchange.respond(Response(.notModified, fields: fields)) }
      try await exchange.respond(Response(.ok, fields: fields), body: Array("body".utf8))
    }
    _ = try await passed.site.get("/kept/a")
    passed.clock.advance(by: .seconds(11))
    let second = try await passed.site.get("/kept/a")
    #expect(second.status == 200 && second.body == "body")
    #expect(second.fields["x-new"] == "yes")
    #expect(second.fields["cache-status"]?.contains("fwd=stale;fwd-status=304;stored") == true)
    passed.clock.advance(by: .seconds(9))
    #expect(try await passed.site.get("/kept/a").fields["age"] == "9")
    #expect(passed.service.count == 2)
  }

  @Test
  func `A stale answer stands in for a failing service if stale-if-error allows it`() async throws {
    for (control, status) in [
      ("max-age=1, stale-if-error=60", 200), ("max-age=1", 503),
      ("max-age=1, must-revalidate, stale-if-error=60", 503),
    ] {
      let passed = try await PassedSite()
      passed.service.says(["cache-control": control, "etag": #""x""#])
      _ = try await passed.site.get("/kept/a")
      passed.service.says([:], status: .serviceUnavailable)
      passed.clock.advance(by: .seconds(5))
      let reply = try await passed.site.get("/kept/a")
      #expect(reply.status == status, "\(control)")
      #expect(reply.body == (status == 200 ? "body 1" : "body 2"))
    }
  }

  @Test(arguments: [
    "Content-Length: 10\r\n\r\n12345", "Transfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n",
  ])
  func `An answer that was cut short is not kept and not ended as if whole`(
    _ cut: String
  ) async throws {
    let head = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nETag: \"x\"\r\n"
    let service = try ScriptedServer { socket, number in
      let request = try socket.receive(through: "\r\n\r\n")
      let isWhole = number > 1 && !request.lowercased().contains("range:")
      try socket.send(head + (isWhole ? "Content-Length: 4\r\n\r\nbody" : cut))
    }
    defer { service.stop() }
    let passed = try await PassedSite(address: "http://\(service.address)")
    let address = passed.site.address
    let text = try await onThread {
      let socket = try PlainSocket(to: address)
      try socket.send("GET /kept/a HTTP/1.1\r\nHost: a\r\n\r\n")
      // A reset is as good an end as any that is not the body's own.
      var text = ""
      while let piece = try? socket.receive(), !piece.isEmpty {
        text += String(decoding: piece, as: UTF8.self)
      }
      return text
    }
    #expect(!text.hasSuffix("0\r\n\r\n") && !text.contains("1234512345"))
    let store = passed.site.store
    try await passed.moveClock { store.coalescingStatistics.fetches == 0 }
    #expect(try await passed.site.get("/kept/a").body == "body")
    #expect(service.connections == 2)
  }

  /// A service of ten bytes, also in ranges.
  private static func tenBytes() async throws -> PassedSite {
    let content = Array("0123456789".utf8)
    return try await PassedSite { exchange, _ in
      let fields: Fields = ["cache-control": "max-age=60", "etag": #""x""#]
      let asked = exchange.request.fields
      guard let range = ByteRanges(asked.view)?.selection(of: 10),
        case .parts(let parts) = range, let part = parts.first
      else { return try await exchange.respond(Response(.ok, fields: fields), body: content) }
      var response = Response(.partialContent, fields: fields)
      response.fields.set("content-range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/10")
      try await exchange.respond(response, body: Array(content[part]))
    }
  }

  @Test
  func `The missing bytes of a kept part are fetched and kept with it`() async throws {
    let passed = try await Self.tenBytes()
    let start = try await passed.site.get("/kept/a", ["Range": "bytes=0-3"])
    #expect(start.status == 206 && start.body == "0123")
    #expect(try await passed.site.get("/kept/a", ["Range": "bytes=1-2"]).body == "12")
    #expect(passed.service.count == 1)
    let whole = try await passed.site.get("/kept/a")
    #expect(whole.status == 200 && whole.body == "0123456789")
    #expect(passed.service.seen.last?.fields["range"] == "bytes=4-")
    #expect(try await passed.site.get("/kept/a").body == "0123456789")
    #expect(passed.service.count == 2)
  }

  @Test(arguments: ["bytes=0-", "bytes=1-8", "bytes=5-9", "bytes=2-5"])
  func `A range that a client asks for extends a kept part by its own bytes`(
    _ range: String
  ) async throws {
    let passed = try await Self.tenBytes()
    let middle = try await passed.site.get("/kept/a", ["Range": "bytes=3-6"])
    #expect(middle.status == 206 && middle.body == "3456")
    let more = try await passed.site.get("/kept/a", ["Range": range, "If-Match": #""x""#])
    let asked: Fields = ["range": range]
    let parts = try #require(ByteRanges(asked.view)?.selection(of: 10))
    guard case .parts(let wanted) = parts, let wanted = wanted.first else {
      Issue.record("\(parts)")
      return
    }
    let digits = Array("0123456789")
    #expect(more.status == 206 && more.body == String(digits[wanted]))
    let whole = try await passed.site.get("/kept/a")
    #expect(whole.status == 200 && whole.body == "0123456789", "\(whole)")
    for part in ["0-0", "2-7", "9-9"] {
      let ends = part.split(separator: "-").compactMap { Int($0) }
      let reply = try await passed.site.get("/kept/a", ["Range": "bytes=\(part)"])
      #expect(reply.status == 206 && reply.body == String(digits[ends[0]...ends[1]]), "\(part)")
    }
  }

  @Test func `Ten requests for one URL at once are one request to the service`() async throws {
    let gate = Gate()
    let passed = try await PassedSite { exchange, service in
      let number = service.count
      await gate.pass()
      try await exchange.respond(
        Response(.ok, fields: ["cache-control": "max-age=60"]),
        body: Array("body \(number)".utf8)
      )
    }
    let bodies = try await together(passed, gate, waiting: 9)
    #expect(bodies == Array(repeating: "body 1", count: 10))
    #expect(passed.service.count == 1)
  }

  @Test(arguments: ["private", "no-store", "max-age=60, private", "max-age=0"])
  func `A private answer goes only to the visitor who asked, even among ten at once`(
    _ control: String
  ) async throws {
    let gate = Gate()
    let passed = try await PassedSite { exchange, _ in
      await gate.pass()
      try await exchange.respond(
        Response(.ok, fields: ["cache-control": control]),
        body: Array((exchange.request.fields["x-visitor"] ?? "").utf8)
      )
    }
    let bodies = try await together(passed, gate, waiting: 9)
    #expect(bodies == (0..<10).map { "\($0)" })
    #expect(passed.service.count == 10)
  }

  /// The answers to ten visitors who request one target at once.
  private func together(
    _ passed: PassedSite,
    _ gate: Gate,
    waiting count: Int
  ) async throws -> [String] {
    let (site, store) = (passed.site, passed.site.store)
    return try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0...count {
        group.addTask {
          let reply = try await site.get("/kept/a", ["X-Visitor": "\(number)"])
          return (number, reply.body)
        }
      }
      try await passed.moveClock { store.coalescingStatistics.waiters >= count }
      gate.open()
      var bodies = Array(repeating: "", count: count + 1)
      for try await (number, body) in group { bodies[number] = body }
      return bodies
    }
  }

  @Test
  func `Early hints are passed on to the client and not kept`() async throws {
    let passed = try await PassedSite { exchange, _ in
      try exchange.inform(Response(.earlyHints, fields: ["link": "</a.css>", "x-hint": "1"]))
      try await exchange.respond(
        Response(.ok, fields: ["cache-control": "max-age=60"]),
        body: Array("body".utf8)
      )
    }
    let address = passed.site.address
    for hasHints in [true, false] {
      let text = try await onThread {
        let socket = try PlainSocket(to: address)
        try socket.send("GET /kept/a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        return try socket.receiveAll().lowercased()
      }
      #expect(text.hasPrefix("http/1.1 103") == hasHints, "\(text)")
      #expect(text.contains("http/1.1 200") && text.hasSuffix("body"))
      #expect(text.components(of: "x-hint") == (hasHints ? 1 : 0))
    }
    #expect(passed.service.count == 1)
  }

  @Test func `An answer that is too large to be kept is streamed`() async throws {
    let size = 20 << 20
    let passed = try await PassedSite { exchange, _ in
      try await exchange.start(Response(.ok, fields: ["cache-control": "max-age=60"]))
      let piece = [UInt8](repeating: 97, count: 1 << 20)
      for _ in 0..<20 { try await exchange.write(piece.span) }
      try await exchange.finish()
    }
    for _ in 0..<2 {
      let address = passed.site.address
      let count = try await onThread {
        let socket = try PlainSocket(to: address)
        try socket.send("GET /kept/a HTTP/1.0\r\nHost: a\r\n\r\n")
        _ = try socket.receive(through: "\r\n\r\n")
        var count = 0
        while case let piece = try socket.receive(), !piece.isEmpty { count += piece.count }
        return count
      }
      #expect(count == size)
    }
    #expect(passed.service.count == 2)
  }

  @Test
  func `A kept answer is purged by path, prefix and tag, and stands in if softly`() async throws {
    let passed = try await PassedSite()
    passed.service.says(["cache-control": "max-age=60"])
    let scopes: [PurgeScope] = [
      .path(Array("kept/a".utf8)), .paths(prefix: Array("kept/".utf8)), .everything,
    ]
    for (number, scope) in scopes.enumerated() {
      #expect(try await passed.site.get("/kept/a").body == "body \(number + 1)")
      #expect(try await passed.site.get("/kept/a").body == "body \(number + 1)")
      passed.site.store.purge(scope, .hard, at: passed.clock.wallSeconds * 1_000)
    }
    passed.service.says(["cache-control": "max-age=60", "surrogate-key": "records note-7"])
    #expect(try await passed.site.get("/kept/a").body == "body 4")
    for (tag, body) in [("note", "body 4"), ("note-7", "body 5")] {
      let tag = try #require(TagName(tag))
      passed.site.store.purge(.tag(tag), .hard, at: passed.clock.wallSeconds * 1_000)
      #expect(try await passed.site.get("/kept/a").body == body)
    }
    passed.site.store.purge(.everything, .hard, at: passed.clock.wallSeconds * 1_000)
    passed.service.says(["cache-control": "max-age=60, stale-if-error=60"])
    _ = try await passed.site.get("/kept/a")
    passed.site.store.purge(.everything, .soft, at: passed.clock.wallSeconds * 1_000)
    passed.service.says([:], status: .badGateway)
    let reply = try await passed.site.get("/kept/a")
    #expect(reply.body == "body 6" && reply.status == 200, "softly purged, it may stand in")
  }

  @Test func `A softly purged answer is given for its window only, and fresh for nobody`()
    async throws
  {
    let control = "max-age=86400, s-maxage=86400, stale-while-revalidate=30"
    for (says, seconds, isGiven) in [
      (control.replacing("s-maxage=86400, ", with: ""), 10, true),
      (control.replacing("s-maxage=86400, ", with: ""), 40, false), (control, 10, false),
    ] {
      let passed = try await PassedSite()
      passed.service.says([
        "cache-control": says, "expires": "Fri, 01 Jan 2100 00:00:00 GMT",
        "cdn-cache-control": "max-age=86400", "etag": #""x""#,
      ])
      _ = try await passed.site.get("/kept/a")
      passed.clock.advance(by: .seconds(100))
      passed.site.store.purge(.everything, .soft, at: passed.clock.wallSeconds * 1_000)
      // The window begins with the purge, and not with the first request after it.
      passed.clock.advance(by: .seconds(seconds))
      let reply = try await passed.site.get("/kept/a")
      #expect(reply.body == (isGiven ? "body 1" : "body 2"), "\(says) after \(seconds)")
      guard isGiven else { continue }
      #expect(reply.fields["age"] == "110")
      #expect(reply.fields["cache-control"] == "max-age=0, stale-while-revalidate=130")
      #expect(reply.fields["expires"] == nil && reply.fields["cdn-cache-control"] == nil)
      try await settle(passed)
      let next = try await passed.site.get("/kept/a")
      #expect(next.body == "body 2" && next.fields["cache-control"] == says)
    }
  }
}

extension String {
  /// The number of times that a text occurs.
  fileprivate func components(of text: String) -> Int { split(separator: text).count - 1 }
}
