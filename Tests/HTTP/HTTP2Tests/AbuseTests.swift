// SPDX-License-Identifier: Apache-2.0

import HTTP2
import HTTPValues
import Testing

@Suite struct `A hostile client` {
  /// A flood of one kind, and the fault that ends it.
  struct Flood: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kind: HTTP2Fault.Kind
    /// The frames of round `n`.
    let round: @Sendable (UInt32) -> [Frame]

    init(
      _ description: String,
      _ kind: HTTP2Fault.Kind,
      _ round: @escaping @Sendable (UInt32) -> [Frame]
    ) {
      testDescription = description
      self.kind = kind
      self.round = round
    }
  }

  /// Five of everything, and none a second but settings.
  private static let limits = {
    var limits = HTTP2Limits()
    let few = HTTP2Allowance(burst: 5, perSecond: 0)
    limits.resets = few
    limits.provokedResets = HTTP2Allowance(burst: 4, perSecond: 0)
    limits.settings = HTTP2Allowance(burst: 5, perSecond: 2)
    limits.pings = few
    limits.priorities = few
    limits.emptyFrames = few
    limits.windowUpdates = few
    limits.ignoredFrames = few
    return limits
  }()

  private static func stream(_ round: UInt32) -> UInt32 { round * 2 + 3 }

  static let floods: [Flood] = [
    Flood("that resets its requests", .resetFlood) {
      [.headers(stream($0), post, end: false), .reset(stream($0))]
    },
    Flood("that makes us reset by malformed requests", .provokedResetFlood) {
      [.headers(stream($0), [(":method", "GET")])]
    },
    Flood("that makes us reset by windows too large", .provokedResetFlood) {
      [.headers(stream($0), post, end: false), .windowUpdate(stream($0), .max >> 1)]
    },
    Flood("that makes us reset by too much content", .provokedResetFlood) {
      [
        .headers(stream($0), post + [("content-length", "0")], end: false),
        .data(stream($0), [1]),
      ]
    },
    Flood("that sends SETTINGS", .settingsFlood) { _ in [.settings()] },
    Flood("that sends PING", .pingFlood) { _ in [.ping()] },
    Flood("that sends PRIORITY", .priorityFlood) { [.priority(stream($0))] },
    Flood("that sends PRIORITY_UPDATE", .priorityFlood) { _ in [.priorityUpdate(1, "u=1")] },
    Flood("that sends empty DATA", .emptyFrameFlood) { _ in [.data(1)] },
    Flood("that sends padding only", .emptyFrameFlood) { _ in
      [Frame(type: 0, flags: Frame.padded, stream: 1, payload: [3, 0, 0, 0])]
    },
    Flood("that sends WINDOW_UPDATE", .windowUpdateFlood) { _ in [.windowUpdate(0, 1)] },
    Flood("that sends unknown frames", .ignoredFrameFlood) { _ in [Frame(type: 99)] },
    Flood("that sends GOAWAY", .ignoredFrameFlood) { _ in [.goAway()] },
  ]

  @Test(arguments: floods) func `is cut off`(flood: Flood) {
    let server = Server.greeted(Self.limits)
    server.receive(.headers(1, post, end: false))
    var rounds: UInt32 = 0
    var code: HTTP2ErrorCode?
    while code == nil && rounds < 20 {
      for frame in flood.round(rounds) { server.receive(frame) }
      code = server.goAwayCode()
      rounds += 1
    }
    #expect(server.session.fault?.kind == flood.kind)
    #expect(code == .enhanceYourCalm)
    #expect((4...6).contains(rounds))
    #expect(server.session.isFinished)
    #expect(server.recorder.fault?.kind == flood.kind)
  }

  @Test func `has its budget filled again by time`() {
    let server = Server.greeted(Self.limits)
    for second in 1...10 {
      server.session.now = UInt32(second)
      server.receive(.settings(), .settings())
    }
    #expect(server.session.fault == nil)
    server.receive(.settings(), .settings(), .settings(), .settings())
    #expect(server.session.fault?.kind == .settingsFlood)
  }

  @Test func `may send WINDOW_UPDATE for what it was sent`() {
    let server = Server.greeted(Self.limits)
    server.answers([1, 2, 3])
    for round in 0..<20 {
      server.receive(.headers(Self.stream(UInt32(round)), get))
      _ = server.frames()
      for _ in 0..<4 { server.receive(.windowUpdate(0, 1)) }
    }
    #expect(server.session.fault == nil)
  }

  @Test func `does not provoke resets that the application wants`() {
    let server = Server.greeted(Self.limits)
    server.recorder.onHead = { session, stream in session.reset(stream, .cancel) }
    for round in 0..<20 {
      server.receive(.headers(Self.stream(UInt32(round)), get))
      _ = server.frames()
    }
    #expect(server.session.fault == nil)
    #expect(server.session.counters.resetsProvoked == 0)
  }

  @Test func `is cut off by a header block in many pieces`() {
    let server = Server.greeted()
    server.receive(.headers(1, get, isWhole: false))
    for _ in 0..<server.session.limits.continuations {
      server.receive(.continuation(1, [], isWhole: false))
    }
    #expect(server.session.fault == nil)
    server.receive(.continuation(1, [], isWhole: false))
    #expect(server.session.fault?.kind == .continuationFlood)
    #expect(server.goAwayCode() == .enhanceYourCalm)
  }

  @Test func `is cut off by a header block that is too long on the wire`() {
    var limits = HTTP2Limits()
    limits.headerBlockBytes = 1_000
    limits.headerListBytes = 100
    let server = Server.greeted(limits)
    server.receive(.headers(1, [("x", String(repeating: "y", count: 900))], isWhole: false))
    server.receive(.continuation(1, [("x", String(repeating: "y", count: 200))]))
    #expect(server.session.fault?.kind == .headerBlockTooLong)
  }

  @Test func `is cut off by a header block that unpacks to very much`() {
    var limits = HTTP2Limits()
    limits.headerBombBytes = 100_000
    let server = Server.greeted(limits)
    // One field into the table, then its index again and again: 62 is the first dynamic entry.
    let field = [0x40] + Frame.literals([("x", String(repeating: "y", count: 3_000))]).dropFirst()
    let block = Frame.literals(get) + field + [UInt8](repeating: 0x80 | 62, count: 100)
    server.receive(Frame(type: 1, flags: 5, stream: 1, payload: block))
    #expect(server.session.fault?.kind == .headerBomb)
    #expect(server.goAwayCode() == .enhanceYourCalm)
    #expect(server.recorder.requests.isEmpty)
  }

  @Test func `gets 431 for a head past the limit and may go on`() {
    let server = Server.greeted()
    server.recorder.onHead = { session, stream in
      session.respond(to: stream, .requestHeaderFieldsTooLarge, FieldsView.none, .none)
    }
    let many = (0..<200).map { ("x-\($0)", "y") }
    server.receive(.headers(1, get + many))
    let long =
      [UInt8(0x40)] + Frame.literals([("x", String(repeating: "y", count: 3_000))]).dropFirst()
    server.receive(
      Frame(
        type: 1,
        flags: 5,
        stream: 3,
        payload: Frame.literals(get) + long + [UInt8](repeating: 0x80 | 62, count: 20)
      )
    )
    #expect(server.recorder.events.contains(.refusedHead(1)))
    #expect(server.recorder.events.contains(.refusedHead(3)))
    #expect(server.session.counters.headsTooLarge == 2)
    // The table is what it must be: the indexed field is still there.
    server.recorder.onHead = nil
    server.receive(
      Frame(type: 1, flags: 5, stream: 5, payload: Frame.literals(get) + [0x80 | 62])
    )
    let fifth = server.recorder.requests[HTTP2StreamID(5)]
    #expect(fifth?.fields["x"]?.utf8.count == 3_000)
    #expect(server.session.fault == nil)
  }

  @Test func `that does not read is cut off`() {
    var limits = HTTP2Limits()
    limits.outboundFrames = 20
    limits.pings = HTTP2Allowance(burst: 1_000, perSecond: 0)
    let server = Server.greeted(limits)
    for _ in 0..<30 { server.receive(.ping()) }
    #expect(server.session.fault?.kind == .outputBacklog)
    #expect(server.goAwayCode() == .enhanceYourCalm)
  }

  @Test func `that never opens its window is found stalled`() {
    let server = Server.greeted(settings: [(4, 0)])
    server.answers([UInt8](repeating: 1, count: 1_000))
    server.receive(.headers(1, get))
    _ = server.frames()
    #expect(server.session.queuedBytes == 1_000)
    #expect(server.session.stalledStreams().isEmpty)
    server.session.now = server.session.limits.stallGrace
    #expect(server.session.stalledStreams() == [HTTP2StreamID(1)])
    server.session.reset(HTTP2StreamID(1), .cancel)
    #expect(server.frames().contains { $0.type == 3 && $0.stream == 1 })
    #expect(server.session.streamCount == 0)
  }

  @Test func `that opens its window byte by byte is found stalled`() {
    let server = Server.greeted(settings: [(4, 1)])
    server.answers([UInt8](repeating: 1, count: 1_000))
    server.receive(.headers(1, get))
    for second in 0..<server.session.limits.stallGrace {
      server.session.now = second
      server.receive(.windowUpdate(1, 1))
      #expect(server.frames().contains { $0.type == 0 })
      #expect(server.session.stalledStreams().isEmpty)
    }
    server.session.now = server.session.limits.stallGrace
    #expect(server.session.stalledStreams() == [HTTP2StreamID(1)])
  }

  @Test func `that was fast before it stopped is found stalled`() {
    let server = Server.greeted(settings: [(4, 60_000)])
    server.answers([UInt8](repeating: 1, count: 65_000))
    server.receive(.headers(1, get))
    _ = server.frames()
    let grace = server.session.limits.stallGrace
    server.session.now = grace
    #expect(server.session.stalledStreams().isEmpty)
    server.session.now = grace * 2 - 1
    #expect(server.session.stalledStreams().isEmpty)
    server.session.now = grace * 2
    #expect(server.session.stalledStreams() == [HTTP2StreamID(1)])
  }

  @Test func `is not a stream whose writer is slow`() {
    let server = Server.greeted()
    server.recorder.onEnd = { session, stream in
      session.respond(to: stream, .ok, FieldsView.none, .streaming)
      session.send("a".utf8Span.span, on: stream)
    }
    server.receive(.headers(1, get))
    _ = server.frames()
    server.session.now = 1_000
    #expect(server.session.stalledStreams().isEmpty)
    server.session.send("b".utf8Span.span, on: HTTP2StreamID(1))
    #expect(server.session.stalledStreams().isEmpty)
  }

  @Test func `loses all its streams when it is cut off`() {
    let server = Server.greeted(Self.limits)
    server.receive(.headers(1, post, end: false), .headers(3, post, end: false))
    for _ in 0..<10 { server.receive(.ping()) }
    #expect(server.recorder.end(of: 1) == HTTP2StreamEnd(.session, .enhanceYourCalm))
    #expect(server.recorder.end(of: 3) == HTTP2StreamEnd(.session, .enhanceYourCalm))
    #expect(server.recorder.events.last == .failed(.pingFlood))
    let count = server.recorder.events.count
    server.receive(.headers(5, get))
    _ = server.frames()
    #expect(server.recorder.events.count == count)
  }
}
