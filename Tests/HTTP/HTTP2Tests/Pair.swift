// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP2
import HTTPValues

/// A client session and a server session, back to back.
final class Pair {
  let server: Server
  let session: HTTP2Session
  let client = Recorder()

  init(_ limits: HTTP2Limits = HTTP2Limits(), client clientLimits: HTTP2Limits = HTTP2Limits()) {
    server = Server(limits)
    session = HTTP2Session(.client, limits: clientLimits, now: 0)
    run()
  }

  func open(_ request: Request, _ body: HTTP2Body = .none) -> HTTP2StreamID? {
    session.open(
      RequestView(
        method: request.method,
        scheme: request.scheme,
        version: .http2,
        authority: request.authority.utf8Span.span,
        target: request.target.utf8Span.span,
        fields: request.fields.view
      ),
      body
    )
  }

  /// Passes bytes both ways until neither side has any.
  func run(atMost limit: Int = .max) {
    var isIdle = false
    while !isIdle {
      var up = ByteBuffer()
      session.emit(into: &up, atMost: limit, for: client)
      server.session.receive(up.span, for: server.recorder)
      var down = ByteBuffer()
      server.session.emit(into: &down, atMost: limit, for: server.recorder)
      session.receive(down.span, for: client)
      isIdle = up.isEmpty && down.isEmpty
    }
  }
}
