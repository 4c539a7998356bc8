// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import HTTPForwarding
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Signals
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A handler of this process as an origin` {
  @Test func `A call is answered by the handler, and no connection is opened`() async throws {
    let local = try await LocalFixture { exchange in
      let body = try await exchange.body(atMost: 100)
      let request = exchange.request
      let text = "\(request.method.name) \(request.target) \(request.fields["x-a"] ?? "")"
      try await exchange.respond(
        Response(.created, fields: ["content-type": "text/plain"]),
        body: Array(text.utf8) + body
      )
    }
    let answer = try await local.fetch(.post, "/a?b", ["x-a": "1"], body: Array("!".utf8))
    #expect(answer.response.status == .created)
    #expect(answer.text == "POST /a?b 1!")
    #expect(answer.response.fields["content-length"] == "12")
    #expect(answer.response.fields["content-type"] == "text/plain")
    #expect(answer.response.fields["date"]?.hasSuffix(" GMT") == true)
    #expect(local.count(\.calls) == 1)
    #expect(local.count(\.connectionsOpened) == 0 && local.count(\.waits) == 0)
  }

  @Test func `Each loop's client makes its server once`() async throws {
    let local = try await LocalFixture { try await $0.respond(Response(.ok)) }
    for _ in 0..<3 { #expect(try await local.fetch().response.status == .ok) }
    #expect(local.made.value == 1)
  }

  @Test func `A server that cannot be made is a call that cannot be connected`() async throws {
    let local = try await LocalFixture(fails: true) { try await $0.respond(Response(.ok)) }
    await #expect { try await local.fetch() } throws: { ($0 as? ClientError)?.kind == .connect }
  }

  @Test(arguments: [1, 65_536, 3_000_000])
  func `Bodies stream both ways, however long they are`(_ length: Int) async throws {
    let local = try await LocalFixture { exchange in
      var buffer = ByteBuffer()
      var hasMore = try await exchange.read(into: &buffer)
      try await exchange.start(Response(.ok), length: exchange.bodyLength)
      while hasMore {
        try await exchange.write(buffer.span)
        buffer.removeAll()
        hasMore = try await exchange.read(into: &buffer)
      }
      try await exchange.finish(trailers: exchange.trailers)
    }
    let body = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) }
    for announced in [length, nil] {
      let (answer, trailers) = try await local.stream(body, length: announced)
      #expect(answer == body, "\(answer.count) bytes")
      #expect(trailers["x-end"] == (announced == nil ? "1" : nil))
    }
  }

  @Test func `The head of a response that is taken leaves its status alone`() async throws {
    let local = try await LocalFixture { exchange in
      try await exchange.start(Response(.accepted, fields: ["x-a": "1"]))
      exchange.dropRequestFields()
      #expect(exchange.request.fields.isEmpty && exchange.request.target == "/a")
      try await exchange.write([1, 2].span)
      try await exchange.finish()
    }
    try await local.with { client, destination in
      let request = Request(.get, authority: "a", target: "/a", fields: ["x-b": "1"])
      let call = try await client.open(request, to: destination)
      #expect(call.takeResponse().fields["x-a"] == "1")
      #expect(call.hasResponse && call.response == Response(.accepted))
      #expect(try await call.collect(atMost: .max).body == [1, 2])
    }
  }

  @Test func `A slow reader holds the handler back`() async throws {
    let piece = [UInt8](repeating: 7, count: 100_000)
    let written = SharedCount()
    let local = try await LocalFixture { exchange in
      try await exchange.start(Response(.ok))
      for _ in 0..<100 {
        try await exchange.write(piece.span)
        written.add()
      }
      try await exchange.finish()
    }
    try await local.with { client, destination in
      let call = try await client.open(Request(.get, authority: "a", target: "/"), to: destination)
      #expect(written.value * piece.count <= client.configuration.readAhead)
      #expect(try await call.collect(atMost: .max).body.count == 10_000_000)
      #expect(written.value == 100)
    }
  }

  @Test func `A response to HEAD, and one without content, has no body`() async throws {
    let local = try await LocalFixture { exchange in
      if exchange.request.target == "/none" {
        try await exchange.start(Response(.noContent))
        return try await exchange.finish()
      }
      try await exchange.respond(Response(.ok), body: Array("text".utf8))
    }
    let head = try await local.fetch(.head)
    #expect(head.body.isEmpty && head.response.fields["content-length"] == "4")
    let none = try await local.fetch(.get, "/none")
    #expect(none.body.isEmpty && none.response.fields["content-length"] == nil)
  }

  @Test func `A response that was prepared has its fields and its body`() async throws {
    let prepared = PreparedResponse(
      Response(.ok, fields: ["x-a": "1", "content-type": "text/plain"]),
      body: Array("kept".utf8)
    )
    let local = try await LocalFixture(ready: prepared) { _ in }
    let answer = try await local.fetch()
    #expect(answer.text == "kept" && answer.response.fields["x-a"] == "1")
    #expect(answer.response.fields["content-length"] == "4")
  }

  @Test func `Interim responses come before the head`() async throws {
    let local = try await LocalFixture { exchange in
      try exchange.inform(Response(.earlyHints, fields: ["link": "</a>"]))
      try await exchange.respond(Response(.ok))
    }
    let links = try await local.with { client, destination in
      var links: [String?] = []
      let request = Request(.get, authority: "a", target: "/")
      _ = try await client.open(request, to: destination) { links.append($0.fields["link"]) }
      return links
    }
    #expect(links == ["</a>"])
  }

  @Test func `A handler's error is a 500, and within a body a truncated response`() async throws {
    let bugs = SharedTexts()
    let report: @Sendable (String) -> Void = { bugs.add($0) }
    let local = try await LocalFixture(reportBug: report) { exchange in
      if exchange.request.target == "/begun" {
        try await exchange.start(Response(.ok), length: 10)
        let bytes: [UInt8] = [1, 2]
        try await exchange.write(bytes.span)
      }
      throw Mistake()
    }
    #expect(try await local.fetch().response.status == .internalServerError)
    #expect(bugs.all.contains { $0.contains("GET /") }, "\(bugs.all)")
    await #expect { try await local.fetch(.get, "/begun") } throws: {
      ($0 as? ClientError)?.kind == .truncated
    }
  }

  @Test func `A handler that writes more or less than it has announced breaks the response off`()
    async throws
  {
    let local = try await LocalFixture { exchange in
      try await exchange.start(Response(.ok), length: 2)
      let bytes: [UInt8] = [1, 2, 3]
      try await exchange.write(bytes.span.extracting(0..<1))
      if exchange.request.target == "/more" { try await exchange.write(bytes.span) }
      try await exchange.finish()
    }
    for target in ["/more", "/less"] {
      await #expect { try await local.fetch(.get, target) } throws: {
        ($0 as? ClientError)?.kind == .truncated
      }
    }
  }

  @Test func `A call's deadline ends it, and cancels the handler`() async throws {
    let clock = ManualClock()
    let ended = SharedCount()
    let began = SharedCount()
    let local = try await LocalFixture(clock: .manual(clock)) { exchange in
      began.add()
      var buffer = ByteBuffer()
      defer { if Task.isCancelled { ended.add() } }
      // The body does not come.
      _ = try await exchange.read(into: &buffer)
    }
    async let failure = local.failure(within: .seconds(2))
    try await waitUntil("the handler waits") { began.value == 1 }
    clock.advance(by: .seconds(2))
    await local.running.perform { _ in }
    #expect(await failure == .timeout)
    try await waitUntil("the handler has ended") { ended.value == 1 }
  }

  @Test func `A head or a body beyond the limits of the call is refused`() async throws {
    let local = try await LocalFixture { exchange in
      try await exchange.respond(
        Response(.ok, fields: ["x-long": String(repeating: "a", count: 1_000)]),
        body: [UInt8](repeating: 1, count: 2_000)
      )
    }
    for (head, body, kind) in [
      (500, Int.max, ClientError.Kind.headTooLarge), (.max, 1_999, .bodyTooLarge),
    ] {
      var options = CallOptions()
      options.headBytes = head
      options.responseBytes = body
      let limits = options
      await #expect { try await local.fetch(options: limits) } throws: {
        ($0 as? ClientError)?.kind == kind
      }
    }
  }

  @Test func `A caller that gives up is told to the handler`() async throws {
    let left = SharedCount()
    let local = try await LocalFixture { exchange in
      try await exchange.start(Response(.ok))
      defer { left.add() }
      let piece = [UInt8](repeating: 1, count: 100_000)
      while true { try await exchange.write(piece.span) }
    }
    try await local.with { client, destination in
      let call = try await client.open(Request(.get, authority: "a", target: "/"), to: destination)
      #expect(left.value == 0)
      call.cancel()
    }
    try await waitUntil("the handler has ended") { left.value == 1 }
  }
}

private struct Mistake: Error {}
