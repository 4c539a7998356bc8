// SPDX-License-Identifier: Apache-2.0

import HTTP2
import HTTPValues
import Testing

@Suite struct `A hostile HTTP/2 client` {
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
    Flood("requests that are reset", .resetFlood) {
      [.headers(stream($0), post, end: false), .reset(stream($0))]
    },
    Flood("malformed requests", .provokedResetFlood) {
      [.headers(stream($0), [(":method", "GET")])]
    },
    Flood("windows too large", .provokedResetFlood) {
      [.headers(stream($0), post, end: false), .windowUpdate(stream($0), .max >> 1)]
    },
    Flood("content past Content-Length", .provokedResetFlood) {
      [
        .headers(stream($0), post + [("content-length", "0")], end: false),
        .data(stream($0), [1]),
      ]
    },
    Flood("SETTINGS", .settingsFlood) { _ in [.settings()] },
    Flood("PING", .pingFlood) { _ in [.ping()] },
    Flood("PRIORITY", .priorityFlood) { [.priority(stream($0))] },
    Flood("PRIORITY_UPDATE", .priorityFlood) { _ in [.priorityUpdate(1, "u=1")] },
    Flood("empty DATA", .emptyFrameFlood) { _ in [.data(1)] },
    Flood("padding only", .emptyFrameFlood) { _ in
      [Frame(type: 0, flags: Frame.padded, stream: 1, payload: [3, 0, 0, 0])]
    },
    Flood("WINDOW_UPDATE", .windowUpdateFlood) { _ in [.windowUpdate(0, 1)] },
    Flood("unknown frames", .ignoredFrameFlood) { _ in [Frame(type: 99)] },
    Flood("GOAWAY", .ignoredFrameFlood) { _ in [.goAway()] },
  ]

  @Test(arguments: floods)
  func `A flood of HTTP/2 frames of one kind ends the connection with ENHANCE_YOUR_CALM`(
    flood: Flood
  ) {
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

  @Test func `The allowance of SETTINGS frames refills with time`() {
    let server = Server.greeted(Self.limits)
    for second in 1...10 {
      server.session.now = UInt32(second)
      server.receive(.settings(), .settings())
    }
    #expect(server.session.fault == nil)
    server.receive(.settings(), .settings(), .settings(), .settings())
    #expect(server.session.fault?.kind == .settingsFlood)
  }

  @Test func `WINDOW_UPDATE frames for content that was sent do not count as a flood`() {
    let server = Server.greeted(Self.limits)
    server.answers([1, 2, 3])
    for round in 0..<20 {
      server.receive(.headers(Self.stream(UInt32(round)), get))
      _ = server.frames()
      for _ in 0..<4 { server.receive(.windowUpdate(0, 1)) }
    }
    #expect(server.session.fault == nil)
  }

  @Test func `Streams reset by the application do not count against the client`() {
    let server = Server.greeted(Self.limits)
    server.recorder.onHead = { session, stream in session.reset(stream, .cancel) }
    for round in 0..<20 {
      server.receive(.headers(Self.stream(UInt32(round)), get))
      _ = server.frames()
    }
    #expect(server.session.fault == nil)
    #expect(server.session.counters.resetsProvoked == 0)
  }

  @Test func `A header block in too many CONTINUATION frames ends the connection`() {
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

  @Test func `A header block longer than the limit ends the connection`() {
    var limits = HTTP2Limits()
    limits.headerBlockBytes = 1_000
    limits.headerListBytes = 100
    let server = Server.greeted(limits)
    server.receive(.headers(1, [("x", String(repeating: "y", count: 900))], isWhole: false))
    server.receive(.continuation(1, [("x", String(repeating: "y", count: 200))]))
    #expect(server.session.fault?.kind == .headerBlockTooLong)
  }

  @Test func `A header block that decompresses to more than the limit ends the connection`() {
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

  @Test func `A head past the limit is answered with 431, and the connection goes on`() {
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

  @Test func `An HTTP/2 client that does not read ends its connection by the backlog of frames`() {
    var limits = HTTP2Limits()
    limits.outboundFrames = 20
    limits.pings = HTTP2Allowance(burst: 1_000, perSecond: 0)
    let server = Server.greeted(limits)
    for _ in 0..<30 { server.receive(.ping()) }
    #expect(server.session.fault?.kind == .outputBacklog)
    #expect(server.goAwayCode() == .enhanceYourCalm)
  }

  @Test func `A stream whose window the client never opens is found stalled`() {
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

  @Test func `A stream whose window the client opens byte by byte is found stalled`() {
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

  @Test func `A stream whose client stops reading after a fast start is found stalled`() {
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

  @Test func `A stream that waits for its writer is not found stalled`() {
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

  @Test func `All streams end when a flood ends the connection, and nothing more is read`() {
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
