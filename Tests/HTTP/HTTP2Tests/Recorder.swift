// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP2
import HTTPValues

/// Writes down what a session tells, and reacts as a test wants.
final class Recorder: HTTP2Delegate {
  var events: [Event] = []
  var contents: [HTTP2StreamID: [UInt8]] = [:]
  var requests: [HTTP2StreamID: Request] = [:]
  var responses: [HTTP2StreamID: Response] = [:]
  var trailers: [HTTP2StreamID: Fields] = [:]
  var fault: HTTP2Fault?
  /// Called when a request or an answer has come with its head.
  var onHead: ((HTTP2Session, HTTP2StreamID) -> Void)?
  /// Called when the peer's message is complete.
  var onEnd: ((HTTP2Session, HTTP2StreamID) -> Void)?
  var onDrained: ((HTTP2Session, HTTP2StreamID) -> Void)?
  /// Whether content is taken as it comes.
  var consumes = true

  func session(
    _ session: HTTP2Session,
    received request: borrowing RequestView,
    on stream: HTTP2StreamID,
    isComplete: Bool
  ) {
    requests[stream] = Request(copying: request)
    events.append(.request(stream.number))
    onHead?(session, stream)
    if isComplete { ended(session, stream) }
  }

  func session(_ session: HTTP2Session, refusedHeadOn stream: HTTP2StreamID) {
    events.append(.refusedHead(stream.number))
    onHead?(session, stream)
  }

  func session(
    _ session: HTTP2Session,
    received status: Status,
    _ fields: borrowing FieldsView,
    on stream: HTTP2StreamID,
    isComplete: Bool
  ) {
    responses[stream] = Response(status, fields: Fields(copying: fields))
    events.append(.response(stream.number, Int(status.code)))
    onHead?(session, stream)
    if isComplete { ended(session, stream) }
  }

  func session(
    _ session: HTTP2Session,
    received content: Span<UInt8>,
    on stream: HTTP2StreamID
  ) {
    contents[stream, default: []] += content.array
    if consumes { session.consume(content.count, on: stream) }
  }

  func session(
    _ session: HTTP2Session,
    received trailers: borrowing FieldsView,
    on stream: HTTP2StreamID
  ) {
    self.trailers[stream] = Fields(copying: trailers)
    events.append(.trailers(stream.number))
  }

  func session(_ session: HTTP2Session, ended stream: HTTP2StreamID) { ended(session, stream) }

  private func ended(_ session: HTTP2Session, _ stream: HTTP2StreamID) {
    events.append(.ended(stream.number))
    onEnd?(session, stream)
  }

  func session(
    _ session: HTTP2Session,
    rejected stream: HTTP2StreamID,
    because malformation: HTTP2Malformation
  ) {
    events.append(.rejected(stream.number, malformation))
  }

  func session(_ session: HTTP2Session, closed stream: HTTP2StreamID, _ end: HTTP2StreamEnd) {
    events.append(.closed(stream.number, end))
  }

  func session(_ session: HTTP2Session, drained stream: HTTP2StreamID) {
    events.append(.drained(stream.number))
    onDrained?(session, stream)
  }

  func session(
    _ session: HTTP2Session,
    peerGoesAwayAfter last: HTTP2StreamID,
    _ code: HTTP2ErrorCode
  ) {
    events.append(.goAway(last.number, code))
  }

  func session(_ session: HTTP2Session, acknowledgedPing opaque: UInt64) {
    events.append(.ping(opaque))
  }

  func sessionReceivedSettings(_ session: HTTP2Session) { events.append(.settings) }

  func session(_ session: HTTP2Session, failed fault: HTTP2Fault) {
    self.fault = fault
    events.append(.failed(fault.kind))
  }

  func end(of stream: Int32) -> HTTP2StreamEnd? {
    for case .closed(stream, let end) in events { return end }
    return nil
  }
}
