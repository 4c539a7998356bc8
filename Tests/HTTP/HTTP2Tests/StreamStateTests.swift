// SPDX-License-Identifier: Apache-2.0

import HTTP2
import Testing

@Suite struct `HTTP/2 frames and the state of their stream` {
  static let idle: [Case] = [
    Case("DATA on an idle stream", [.data(1, [1])], .ends([.protocolError])),
    Case("RST_STREAM on an idle stream", [.reset(1)], .ends([.protocolError])),
    Case("WINDOW_UPDATE on an idle stream", [.windowUpdate(1, 100)], .ends([.protocolError])),
    Case("CONTINUATION on an idle stream", [.continuation(1, get)], .ends([.protocolError])),
    Case("PRIORITY on an idle stream", [.priority(3)], .goesOn),
    Case("PRIORITY_UPDATE on an idle stream", [.priorityUpdate(1, "u=1")], .goesOn),
  ]

  @Test(arguments: idle) func `A frame on an idle stream that does not open it ends the connection`(
    test: Case
  ) { test.check() }

  /// The server does not answer before the request is complete, so the stream stays open.
  static let halfClosed: [Case] = [
    Case("DATA", [.data(1, [1], end: true)], .ends([.streamClosed])),
    Case("HEADERS", [.headers(1, get)], .ends([.streamClosed])),
    Case("CONTINUATION", [.continuation(1, get)], .ends([.streamClosed, .protocolError])),
    Case("WINDOW_UPDATE", [.windowUpdate(1, 100)], .goesOn),
    Case("PRIORITY", [.priority(1)], .goesOn),
    Case("RST_STREAM", [.reset(1)], .goesOn),
  ]

  @Test(arguments: halfClosed)
  func `DATA and HEADERS on a stream that the client has ended end the connection`(test: Case) {
    // A window of zero keeps the answer, and so the stream, from ending.
    let frames = [Frame.settings([(4, 0)]), .headers(1, get)] + test.frames
    Case(test.testDescription, frames, test.outcome).check()
  }

  static let closed: [Case] = [
    Case("DATA", [.data(1, [1], end: true)], .ends([.streamClosed])),
    Case("HEADERS", [.headers(1, get)], .ends([.streamClosed])),
    Case("CONTINUATION", [.continuation(1, get)], .ends([.streamClosed, .protocolError])),
    Case("WINDOW_UPDATE", [.windowUpdate(1, 100)], .goesOn),
    Case("PRIORITY", [.priority(1)], .goesOn),
    Case("RST_STREAM", [.reset(1)], .goesOn),
  ]

  @Test(arguments: closed) func `DATA and HEADERS on a closed stream end the connection`(test: Case)
  {
    Case(test.testDescription, [.headers(1, get)] + test.frames, test.outcome).check()
  }

  static let reset: [Case] = [
    Case("DATA", [.data(1, [1], end: true)], .ends([.streamClosed])),
    Case("HEADERS", [.headers(1, get)], .ends([.streamClosed])),
    Case("CONTINUATION", [.continuation(1, get)], .ends([.streamClosed, .protocolError])),
    Case("another RST_STREAM", [.reset(1)], .goesOn),
  ]

  @Test(arguments: reset)
  func `DATA and HEADERS on a stream that the client has reset end the connection`(test: Case) {
    let frames = [Frame.headers(1, post, end: false), .reset(1)] + test.frames
    Case(test.testDescription, frames, test.outcome).check()
  }

  static let numbers: [Case] = [
    Case("an even number", [.headers(2, get)], .ends([.protocolError])),
    Case("zero", [.headers(0, get)], .ends([.protocolError])),
    Case("a lower one", [.headers(5, get), .headers(3, get)], .ends([.protocolError])),
    Case("a gap", [.headers(1, get), .headers(101, get)], .goesOn),
    Case(
      "a lower one that had its PRIORITY",
      [.priority(3), .headers(5, get), .headers(3, get)],
      .ends([.protocolError])
    ),
  ]

  @Test(arguments: numbers)
  func `A stream number that is even or does not rise ends the connection`(test: Case) {
    test.check()
  }

  @Test func `Frames on their way to a stream that we have reset are dropped`() {
    let server = Server.greeted()
    server.recorder.onHead = { session, stream in session.reset(stream, .cancel) }
    server.receive(.headers(1, post, end: false))
    let sent = server.frames()
    #expect(sent.contains { $0.type == 3 && $0.stream == 1 && $0.code == .cancel })
    server.receive(.data(1, [1, 2, 3]), .headers(1, [("x", "y")]), .windowUpdate(1, 5), .ping())
    #expect(server.session.fault == nil)
    #expect(server.frames().contains { $0.type == 6 })
    #expect(server.recorder.contents.isEmpty)
  }

  @Test func `Dropped DATA frames return their bytes to the connection's window`() {
    var limits = HTTP2Limits()
    limits.connectionWindow = 65_535
    let server = Server.greeted(limits)
    server.recorder.onHead = { session, stream in session.reset(stream, .cancel) }
    server.receive(.headers(1, post, end: false))
    var credit = 65_535
    for _ in 0..<20 {
      let piece = [UInt8](repeating: 0, count: 16_384)
      credit -= piece.count
      #expect(credit >= 0)
      server.receive(.data(1, piece))
      for frame in server.frames() where frame.type == 8 && frame.stream == 0 {
        credit += Int(UInt32(bigEndianBytes: frame.payload[...]))
      }
    }
    #expect(server.session.fault == nil)
  }

  @Test func `Trailers of a stream that came after the shutdown are dropped`() {
    let server = Server.greeted()
    server.session.shutDown()
    _ = server.frames()
    server.receive(.headers(1, post, end: false), .data(1, [1]), .headers(1, [("x", "y")]))
    #expect(server.session.fault == nil)
    #expect(server.recorder.requests.isEmpty)
  }

  @Test func `One stream more than the acknowledged limit ends the connection`() {
    var limits = HTTP2Limits()
    limits.concurrentStreams = 2
    let server = Server.greeted(limits)
    server.receive(.headers(1, get), .headers(3, get))
    #expect(server.session.fault == nil)
    server.receive(.headers(5, get))
    #expect(server.session.fault?.kind == .tooManyStreams)
    #expect(server.goAwayCode() == .protocolError)
    #expect(server.session.counters.streamsRefused == 1)
  }

  @Test func `One stream more than a limit that is not yet acknowledged is refused alone`() {
    var limits = HTTP2Limits()
    limits.concurrentStreams = 2
    let server = Server(limits)
    server.receive(Server.preface)
    server.receive(.settings(), .headers(1, get), .headers(3, get), .headers(5, get))
    #expect(server.session.fault == nil)
    #expect(
      server.frames().contains { $0.type == 3 && $0.stream == 5 && $0.code == .refusedStream }
    )
    #expect(server.recorder.requests.count == 2)
    // What was on its way to the refused stream is no offence.
    server.receive(.data(5, [1]), .headers(5, [("x", "y")]), .ping())
    #expect(server.session.fault == nil)
  }
}
