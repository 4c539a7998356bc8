// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP2
import HTTPValues
import Testing

@Suite struct `A hostile HTTP/2 server` {
  /// A client with one request on its way, fed by hand.
  private final class Client {
    let session: HTTP2Session
    let recorder = Recorder()

    init(_ method: Method = .get, limits: HTTP2Limits = HTTP2Limits()) {
      session = HTTP2Session(.client, limits: limits, now: 0)
      receive(.settings())
      _ = session.open(
        RequestView(
          method: method,
          scheme: .https,
          version: .http2,
          authority: "a".utf8Span.span,
          target: "/".utf8Span.span,
          fields: FieldsView.none
        ),
        .none
      )
      _ = frames()
      receive(.settingsAcknowledgement)
      recorder.events = []
    }

    func receive(_ frames: Frame...) {
      for frame in frames { session.receive(frame.bytes.span, for: recorder) }
    }

    func frames() -> [Frame] {
      var output = ByteBuffer()
      session.emit(into: &output, atMost: .max, for: recorder)
      return Frame.all(in: output.span.array)
    }
  }

  struct Refused: CustomTestStringConvertible {
    let testDescription: String
    let frames: [Frame]
    let reason: HTTP2Malformation

    init(_ description: String, _ frames: [Frame], _ reason: HTTP2Malformation) {
      testDescription = description
      self.frames = frames
      self.reason = reason
    }
  }

  private static let ok = [(":status", "200")]

  private static let hints = Frame.headers(1, [(":status", "103")], end: false)

  static let answers: [Refused] = [
    Refused("no status", [.headers(1, [("x", "y")])], .missingPseudoField),
    Refused("two statuses", [.headers(1, ok + ok)], .repeatedPseudoField),
    Refused("a status of two digits", [.headers(1, [(":status", "20")])], .invalidStatus),
    Refused("a status of letters", [.headers(1, [(":status", "abc")])], .invalidStatus),
    Refused("status 101", [.headers(1, [(":status", "101")], end: false)], .invalidStatus),
    Refused("status 999", [.headers(1, [(":status", "999")])], .invalidStatus),
    Refused("1xx at the end", [.headers(1, [(":status", "103")])], .invalidStatus),
    Refused(
      "a pseudo-field of requests",
      [.headers(1, ok + [(":path", "/")])],
      .unknownPseudoField
    ),
    Refused("content before the head", [hints, .data(1, [1])], .contentBeforeHead),
    Refused("the end before the head", [hints, .data(1, [], end: true)], .contentBeforeHead),
    Refused(
      "less content than promised",
      [.headers(1, ok + [("content-length", "3")], end: false), .data(1, [1], end: true)],
      .contentLengthMismatch
    ),
    Refused(
      "no content where some was promised",
      [.headers(1, ok + [("content-length", "3")])],
      .contentLengthMismatch
    ),
    Refused(
      "content of 204",
      [.headers(1, [(":status", "204")], end: false), .data(1, [1])],
      .contentLengthMismatch
    ),
    Refused(
      "informational answers without end",
      [Frame](repeating: hints, count: 33),
      .tooManyInterimHeads
    ),
    Refused(
      "a second head",
      [.headers(1, ok, end: false), .headers(1, ok, end: true)],
      .pseudoFieldInTrailers
    ),
    Refused(
      "connection fields",
      [.headers(1, ok + [("transfer-encoding", "chunked")])],
      .connectionSpecificField
    ),
  ]

  @Test(arguments: answers)
  func `A malformed response fails its request alone, and the connection goes on`(
    test: Refused
  ) throws {
    let client = Client()
    for frame in test.frames { client.receive(frame) }
    #expect(client.recorder.events.contains(.rejected(1, test.reason)))
    let sent = client.frames()
    #expect(sent.contains { $0.type == 3 && $0.code == .protocolError })
    let end = try #require(client.recorder.end(of: 1))
    #expect(end == HTTP2StreamEnd(.local, .protocolError, malformation: test.reason))
    #expect(client.session.fault == nil)
    #expect(client.session.canOpenStream)
  }

  @Test func `DATA before any response head ends the connection`() {
    let client = Client()
    client.receive(.data(1, [1]))
    #expect(client.frames().contains { $0.type == 7 && $0.code == .protocolError })
    #expect(client.recorder.end(of: 1)?.origin == .session)
  }

  @Test func `PUSH_PROMISE ends the connection`() {
    let client = Client()
    client.receive(
      Frame(type: 5, flags: 4, stream: 1, payload: [0, 0, 0, 2] + Frame.literals(get))
    )
    #expect(client.frames().contains { $0.type == 7 && $0.code == .protocolError })
    #expect(client.session.fault?.code == .protocolError)
  }

  @Test func `A response head past the limit resets its stream`() {
    let client = Client()
    client.receive(.headers(1, Self.ok + (0..<200).map { ("x-\($0)", "y") }, end: false))
    #expect(client.frames().contains { $0.type == 3 && $0.stream == 1 })
    #expect(client.recorder.end(of: 1)?.origin == .local)
    #expect(client.session.counters.headsTooLarge == 1)
  }

  @Test func `Content in a response to HEAD is refused`() {
    let client = Client(.head)
    client.receive(.headers(1, Self.ok + [("content-length", "3")], end: false), .data(1, [1]))
    #expect(client.recorder.events.contains(.rejected(1, .contentLengthMismatch)))
  }

  @Test func `A 304 may have the Content-Length of content that it does not send`() {
    let client = Client()
    client.receive(.headers(1, [(":status", "304"), ("content-length", "3")]))
    #expect(client.recorder.end(of: 1) == HTTP2StreamEnd(.complete, .none))
  }

  @Test func `A flood of PING frames from a server ends the connection`() {
    var limits = HTTP2Limits()
    limits.pings = HTTP2Allowance(burst: 3, perSecond: 0)
    let client = Client(limits: limits)
    for _ in 0..<4 { client.receive(.ping()) }
    #expect(client.session.fault?.kind == .pingFlood)
    #expect(client.recorder.end(of: 1)?.origin == .session)
  }
}
