// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP2
import HTTPValues
import Testing

@Suite struct `Content of an HTTP/2 stream` {
  @Test func `Streamed content arrives piece by piece and ends with its trailers`() throws {
    let pair = Pair()
    pair.server.recorder.onEnd = { session, stream in
      session.respond(to: stream, .ok, FieldsView.none, .streaming)
    }
    let stream = try #require(pair.open(Request(authority: "a", target: "/")))
    pair.run()
    let session = pair.server.session
    #expect(pair.client.responses[stream]?.status == .ok)
    #expect(session.send("one ".utf8Span.span, on: stream) == .more)
    pair.run()
    #expect(pair.client.contents[stream] == Array("one ".utf8))
    #expect(session.send("two".utf8Span.span, on: stream) == .more)
    var trailers = Fields()
    trailers.append("x-checksum", "42")
    session.finish(stream, trailers: trailers)
    #expect(session.send("three".utf8Span.span, on: stream) == .gone)
    pair.run()
    #expect(pair.client.contents[stream] == Array("one two".utf8))
    #expect(pair.client.trailers[stream]?["x-checksum"] == "42")
    #expect(pair.client.end(of: 1) == HTTP2StreamEnd(.complete, .none))
    #expect(session.send("four".utf8Span.span, on: stream) == .gone)
  }

  @Test func `Streamed content may end without a byte`() throws {
    let pair = Pair()
    pair.server.recorder.onEnd = { session, stream in
      session.respond(to: stream, .ok, FieldsView.none, .streaming)
      session.finish(stream)
    }
    _ = try #require(pair.open(Request(authority: "a", target: "/")))
    pair.run()
    #expect(pair.client.events.contains(.ended(1)))
    #expect(pair.client.end(of: 1) == HTTP2StreamEnd(.complete, .none))
  }

  @Test
  func `A writer is told to wait when the queue of its stream is full, and when it has drained`()
    throws
  {
    var limits = HTTP2Limits()
    limits.queueHighMark = 100_000
    limits.queueLowMark = 20_000
    var narrow = HTTP2Limits()
    narrow.streamWindow = 65_535
    let pair = Pair(limits, client: narrow)
    pair.client.consumes = false
    pair.server.recorder.onEnd = { session, stream in
      session.respond(to: stream, .ok, FieldsView.none, .streaming)
    }
    let stream = try #require(pair.open(Request(authority: "a", target: "/")))
    pair.run()
    let session = pair.server.session
    let piece = [UInt8](repeating: 7, count: 60_000)
    #expect(session.send(piece.span, on: stream) == .more)
    #expect(session.send(piece.span, on: stream) == .full)
    pair.run()
    // The window is used up; what is left waits.
    #expect(session.queuedBytes(on: stream) == 120_000 - 65_535)
    #expect(!pair.server.recorder.events.contains(.drained(1)))
    pair.session.consume(65_535, on: stream)
    pair.run()
    #expect(pair.server.recorder.events.contains(.drained(1)))
    #expect(session.queuedBytes(on: stream) == 0)
  }

  @Test func `A megabyte passes through windows of 64 KiB when it is consumed`() throws {
    var small = HTTP2Limits()
    small.streamWindow = 65_535
    small.connectionWindow = 65_535
    let pair = Pair(client: small)
    let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    pair.server.answers(body)
    let stream = try #require(pair.open(Request(authority: "a", target: "/")))
    pair.run(atMost: 50_000)
    #expect(pair.client.contents[stream] == body)
  }

  @Test func `Content that is not consumed stops at the window of its stream and connection`()
    throws
  {
    var limits = HTTP2Limits()
    limits.streamWindow = 70_000
    limits.connectionWindow = 100_000
    let pair = Pair(limits)
    pair.server.recorder.consumes = false
    let body = HTTP2Body.bytes([UInt8](repeating: 1, count: 200_000))
    let first = try #require(pair.open(Request(.post, authority: "a", target: "/"), body))
    let second = try #require(pair.open(Request(.post, authority: "a", target: "/"), body))
    pair.run()
    let got = pair.server.recorder.contents
    let firstCount = got[first]?.count ?? 0
    let secondCount = got[second]?.count ?? 0
    #expect(firstCount <= 70_000)
    #expect(secondCount <= 70_000)
    #expect(firstCount + secondCount == 100_000)
    // A stream that goes gives back what it held of the connection's window.
    pair.session.reset(first, .cancel)
    pair.run()
    pair.server.session.consume(1_000_000, on: second)
    pair.server.recorder.consumes = true
    pair.run()
    #expect(pair.server.recorder.contents[second]?.count == 200_000)
  }

  @Test func `A request body is received while the response is being sent`() throws {
    let pair = Pair()
    pair.server.recorder.onHead = { session, stream in
      session.respond(to: stream, .ok, FieldsView.none, .streaming)
    }
    pair.server.recorder.onEnd = { session, stream in session.finish(stream) }
    let stream = try #require(pair.open(Request(.post, authority: "a", target: "/"), .streaming))
    pair.run()
    #expect(pair.client.responses[stream]?.status == .ok)
    pair.session.send("up".utf8Span.span, on: stream)
    pair.server.session.send("down".utf8Span.span, on: stream)
    pair.run()
    #expect(pair.server.recorder.contents[stream] == Array("up".utf8))
    #expect(pair.client.contents[stream] == Array("down".utf8))
    var trailers = Fields()
    trailers.append("x-end", "1")
    pair.session.finish(stream, trailers: trailers)
    pair.run()
    #expect(pair.server.recorder.trailers[stream]?["x-end"] == "1")
    #expect(pair.client.end(of: 1)?.origin == .complete)
    #expect(pair.server.recorder.end(of: 1)?.origin == .complete)
  }

  @Test func `A request body may be written before its head is sent`() throws {
    let pair = Pair()
    let stream = try #require(pair.open(Request(.post, authority: "a", target: "/"), .streaming))
    #expect(pair.session.send("early".utf8Span.span, on: stream) == .more)
    #expect(pair.session.queuedBytes(on: stream) == 5)
    pair.session.finish(stream)
    pair.run()
    #expect(pair.server.recorder.contents[stream] == Array("early".utf8))
    #expect(pair.server.recorder.events.contains(.ended(1)))
  }

  @Test(arguments: [1, 100, 5_000, 20_000])
  func `Content is sent in portions of the output limit`(limit: Int) throws {
    let server = Server.greeted(settings: [(4, 1 << 20)])
    server.receive(.windowUpdate(0, 1 << 20))
    let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    server.answers(body)
    server.receive(.headers(1, get))
    var got: [UInt8] = []
    var turns = 0
    while server.session.wantsToEmit && turns < 1_000 {
      let frames = server.frames(atMost: limit)
      let bytes = frames.reduce(0) { $0 + $1.bytes.count }
      #expect(bytes < limit + 16_384 + 9)
      got += frames.filter { $0.type == 0 }.flatMap(\.payload)
      turns += 1
    }
    #expect(got == body)
    #expect(turns > 1)
  }

  @Test func `Content stops while a window that SETTINGS made smaller is below zero`() {
    let server = Server.greeted(settings: [(4, 3)])
    server.answers(Array("abcdefgh".utf8))
    server.receive(.headers(1, get))
    #expect(data(server.frames()) == Array("abc".utf8))
    server.receive(.settings([(4, 2)]))
    #expect(data(server.frames()).isEmpty)
    server.receive(.windowUpdate(1, 2))
    #expect(data(server.frames()) == Array("d".utf8))
    server.receive(.settings([(4, 100), (4, 3)]))
    #expect(data(server.frames()) == Array("e".utf8))
    server.receive(.settings([(4, 100)]))
    #expect(data(server.frames()) == Array("fgh".utf8))
  }

  private func data(_ frames: [Frame]) -> [UInt8] {
    frames.filter { $0.type == 0 }.flatMap(\.payload)
  }

  @Test func `Content past the window of its stream is a flow control error`() {
    var limits = HTTP2Limits()
    limits.streamWindow = 100
    let server = Server.greeted(limits)
    server.recorder.consumes = false
    server.receive(.headers(1, post, end: false))
    server.receive(.data(1, [UInt8](repeating: 0, count: 101)))
    let sent = server.frames()
    #expect(sent.contains { $0.code == .flowControlError })
  }
}
