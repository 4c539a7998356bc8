// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP2
import HTTPValues

/// Reports of the session about the calls.
extension HTTP2ClientConnection: HTTP2Delegate {
  func session(
    _ session: HTTP2Session,
    received status: Status,
    _ fields: borrowing FieldsView,
    on id: HTTP2StreamID,
    isComplete: Bool
  ) {
    guard let stream = stream(id) else { return }
    let exchange = stream.exchange
    let response = Response(status, fields: exchange.fields(copying: fields))
    guard exchange.admitsHead(fields: fields.count, bytes: Self.size(of: fields)) else {
      stream.fail(ClientError(.headTooLarge, "\(fields.count) fields"))
      return
    }
    if status == .switchingProtocols {
      stream.fail(ClientError(.unexpectedUpgrade, "HTTP/2 has no 101"))
    } else if status.isInformational {
      guard exchange.received(interim: response) else {
        stream.fail(ClientError(.tooManyInterim, "more than \(configuration.interimResponses)"))
        return
      }
      stream.receivedHead(isInterim: true)
    } else {
      var length = fields.onlyIndex(of: .contentLength).flatMap { fields.value(at: $0).decimal }
      if isComplete || status.forbidsContent || exchange.isHead { length = 0 }
      exchange.received(head: response, length: length, over: .http2)
      answered(status)
      if response.isEventStream { stream.expectEvents() }
      stream.receivedHead(isInterim: false)
      if isComplete { ended(stream) }
    }
  }

  private static func size(of fields: borrowing FieldsView) -> Int {
    var size = 0
    for index in 0..<fields.count {
      size += fields.name(at: index).count + fields.value(at: index).count
    }
    return size
  }

  func session(
    _ session: HTTP2Session,
    received content: Span<UInt8>,
    on id: HTTP2StreamID
  ) {
    guard let stream = stream(id) else {
      session.consume(content.count, on: id)
      return
    }
    stream.received(content)
  }

  func session(
    _ session: HTTP2Session,
    received trailers: borrowing FieldsView,
    on id: HTTP2StreamID
  ) {
    stream(id)?.trailers = Fields(copying: trailers)
  }

  func session(_ session: HTTP2Session, ended id: HTTP2StreamID) {
    if let stream = stream(id) { ended(stream) }
  }

  /// The response is complete. What was not sent of the request until then is of no more use, and
  /// its stream would stay open for ever.
  private func ended(_ stream: HTTP2ClientStream) {
    stream.exchange.ended(trailers: stream.trailers)
    guard !stream.isUploaded else { return }
    stream.exchange.stream = nil
    _ = remove(stream.id)
    session.reset(stream.id, .cancel)
  }

  func session(_ session: HTTP2Session, closed id: HTTP2StreamID, _ end: HTTP2StreamEnd) {
    guard let stream = remove(id) else { return }
    // An exchange that is complete stays so.
    let hasHead = stream.exchange.head != nil
    let kind: ClientError.Kind =
      switch end.origin {
      case .session: hasHead ? .truncated : .closed
      case .local: hasHead ? .malformedBody : .malformedHead
      case .peer, .complete: hasHead ? .truncated : .streamReset
      }
    let detail = end.malformation.map { "\($0)" } ?? "the stream ended with \(end.code)"
    stream.exchange.failed(ClientError(kind, detail, wasNeverSent: end.isRetrySafe))
  }

  func session(_ session: HTTP2Session, drained id: HTTP2StreamID) { stream(id)?.drained() }

  func session(
    _ session: HTTP2Session,
    peerGoesAwayAfter last: HTTP2StreamID,
    _ code: HTTP2ErrorCode
  ) { retire(.server) }

  func sessionReceivedSettings(_ session: HTTP2Session) {
    hasSettings = true
    isOnTrial = false
  }

  // Whatever comes counts as a sign of life, so the answer to a ping needs no more.
  func session(_ session: HTTP2Session, acknowledgedPing opaque: UInt64) {}

  // All streams were closed before with the reason.
  func session(_ session: HTTP2Session, failed fault: HTTP2Fault) {}

  func session(
    _ session: HTTP2Session,
    rejected id: HTTP2StreamID,
    because malformation: HTTP2Malformation
  ) {}

  // A client receives no requests.
  func session(
    _ session: HTTP2Session,
    received request: borrowing RequestView,
    on id: HTTP2StreamID,
    isComplete: Bool
  ) {}

  func session(_ session: HTTP2Session, refusedHeadOn id: HTTP2StreamID) {}
}
