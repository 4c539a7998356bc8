// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP2
import HTTPValues

/// A server session that is fed by hand.
final class Server {
  let session: HTTP2Session
  let recorder = Recorder()
  /// What the session has sent since it was last asked.
  private var sent: [UInt8] = []

  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  init(_ limits: HTTP2Limits = HTTP2Limits()) {
    session = HTTP2Session(.server, limits: limits, now: 0)
  }

  /// A server that has exchanged settings with its client.
  static func greeted(
    _ limits: HTTP2Limits = HTTP2Limits(),
    settings: [(UInt16, UInt32)] = []
  ) -> Server {
    let server = Server(limits)
    server.receive(preface)
    server.receive(.settings(settings), .settingsAcknowledgement)
    _ = server.frames()
    server.recorder.events = []
    return server
  }

  func receive(_ bytes: [UInt8]) { session.receive(bytes.span, for: recorder) }

  func receive(_ frames: Frame...) { for frame in frames { receive(frame.bytes) } }

  /// The frames that the session wants to send.
  func frames(atMost limit: Int = .max) -> [Frame] {
    var output = ByteBuffer()
    session.emit(into: &output, atMost: limit, for: recorder)
    return Frame.all(in: output.span.array)
  }

  /// The code with which the connection ends, if it does.
  func goAwayCode() -> HTTP2ErrorCode? { frames().first { $0.type == 7 }?.code }

  /// Answers every request with 200 and `body` when it is complete.
  func answers(_ body: [UInt8] = []) {
    recorder.onEnd = { session, stream in
      session.respond(to: stream, okay, FieldsView.none, .bytes(body))
    }
  }
}

let get: [(String, String)] = [
  (":method", "GET"), (":scheme", "https"), (":path", "/"), (":authority", "example.com"),
]

let post: [(String, String)] = [
  (":method", "POST"), (":scheme", "https"), (":path", "/"), (":authority", "example.com"),
]

let okay = Status.ok

extension FieldsView {
  static var none: FieldsView {
    @_lifetime(immortal)
    get { FieldsView(bytes: Span(), slots: Span()) }
  }
}
