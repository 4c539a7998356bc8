// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP2
import HTTPValues
import Reactor

/// Reports of the session: requests, and events of their streams.
extension HTTP2Connection: HTTP2Delegate {
  func session(
    _ session: HTTP2Session,
    received request: borrowing RequestView,
    on stream: HTTP2StreamID,
    isComplete: Bool
  ) {
    server.counters.requestReceived(.http2)
    // Idle time begins anew behind every request, also one that is answered at once.
    deadline.wait(for: .handler, server.core.now)
    setActive(true)
    switch server.handler.answer(request, from: peer) {
    case .ready(let answer):
      send(answer, on: stream, isHead: request.method == .head)
      if !isComplete { discard(stream) }
    case .later(let task): later(.task(task), request, stream, isComplete: isComplete)
    case .begun(let begin): later(.events(begin), request, stream, isComplete: isComplete)
    }
    // The next one's frames follow.
    server.times?.beginParsing()
  }

  private func later(
    _ handler: Exchange.Handler,
    _ request: borrowing RequestView,
    _ stream: HTTP2StreamID,
    isComplete: Bool
  ) {
    let exchange = HTTP2Exchange(self, stream, request, isComplete: isComplete)
    exchanges[stream.number] = exchange
    exchange.begin(Exchange(Request(copying: request), from: peer, on: server, exchange, handler))
  }

  /// Sends a whole response.
  func send(_ answer: ReadyAnswer, on stream: HTTP2StreamID, isHead: Bool) {
    if let asked = server.times?.takeWriting() { writing.append((stream.number, asked)) }
    switch answer {
    case .prepared(let prepared):
      server.counters.answered(prepared.status)
      let date = prepared.hasDate ? nil : server.dateHead
      let body = prepared.http2Body(isHead: isHead)
      session.respond(to: stream, with: prepared.http2Head, date, body)
    case .response(let response, let body):
      server.counters.answered(response.status)
      let isSilent = isHead || response.status.forbidsContent
      respond(to: stream, response, isSilent ? [] : body, length: body.count)
    }
  }

  private func respond(to stream: HTTP2StreamID, _ response: Response, _ body: [UInt8], length: Int)
  {
    var fields = response.fields
    fields.remove("content-length")
    if !response.status.forbidsContent {
      fields.append("content-length", "\(length)")
    }
    server.addDate(to: &fields)
    session.respond(to: stream, response.status, fields.view, body.isEmpty ? .none : .bytes(body))
  }

  /// The rest of a request that is answered already is thrown away.
  private func discard(_ stream: HTTP2StreamID) {
    let rest = HTTP2Exchange(discarding: stream, self)
    exchanges[stream.number] = rest
  }

  func session(_ session: HTTP2Session, refusedHeadOn stream: HTTP2StreamID) {
    server.counters.refused("fields", of: peer.client)
    let status = Status.requestHeaderFieldsTooLarge
    let body = Problems.body(status)
    respond(to: stream, Problems.response(status), body, length: body.count)
  }

  func session(
    _ session: HTTP2Session,
    received content: Span<UInt8>,
    on stream: HTTP2StreamID
  ) {
    guard let exchange = exchanges[stream.number] else {
      session.consume(content.count, on: stream)
      return
    }
    exchange.received(content)
  }

  func session(
    _ session: HTTP2Session,
    received trailers: borrowing FieldsView,
    on stream: HTTP2StreamID
  ) {
    exchanges[stream.number]?.received(trailers: Fields(copying: trailers))
  }

  func session(_ session: HTTP2Session, ended stream: HTTP2StreamID) {
    exchanges[stream.number]?.ended()
  }

  func session(
    _ session: HTTP2Session,
    closed stream: HTTP2StreamID,
    _ end: HTTP2StreamEnd
  ) {
    if let index = writing.firstIndex(where: { $0.stream == stream.number }) {
      let answer = writing.remove(at: index).answer
      if case .complete = end.origin { leaving.append(answer) }
    }
    exchanges.removeValue(forKey: stream.number)?.closed()
  }

  func session(
    _ session: HTTP2Session,
    rejected stream: HTTP2StreamID,
    because malformation: HTTP2Malformation
  ) {
    server.counters.refused(malformation.label, of: peer.client)
  }

  func session(_ session: HTTP2Session, drained stream: HTTP2StreamID) {
    exchanges[stream.number]?.outputDrained()
  }

  func session(_ session: HTTP2Session, failed fault: HTTP2Fault) {
    server.counters.faulted(fault.kind, of: peer.client)
  }

  func session(
    _ session: HTTP2Session,
    peerGoesAwayAfter last: HTTP2StreamID,
    _ code: HTTP2ErrorCode
  ) {}

  func session(_ session: HTTP2Session, acknowledgedPing opaque: UInt64) {}

  func sessionReceivedSettings(_ session: HTTP2Session) {}

  // A server receives no responses.
  func session(
    _ session: HTTP2Session,
    received status: Status,
    _ fields: borrowing FieldsView,
    on stream: HTTP2StreamID,
    isComplete: Bool
  ) {}
}
