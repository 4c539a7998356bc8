// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP2
import HTTPValues
import Reactor

/// One call on an HTTP/2 connection.
final class HTTP2ClientStream: ClientStream {
  let id: HTTP2StreamID
  let exchange: ClientExchange
  private unowned let connection: HTTP2ClientConnection
  private let since: Instant
  private(set) var received = 0
  var trailers = Fields()

  init(_ id: HTTP2StreamID, _ connection: HTTP2ClientConnection, _ exchange: ClientExchange) {
    self.id = id
    self.connection = connection
    self.exchange = exchange
    since = connection.core.now
  }

  /// Whether less has come than must have by now; nobody is blamed while the reader is behind.
  var isTooSlow: Bool {
    guard exchange.waitingContent < exchange.readAhead else { return false }
    let limits = connection.configuration
    let earned = Duration.seconds(received / max(1, limits.slowestBytesPerSecond))
    return connection.core.now >= since + limits.idleTimeout + earned
  }

  func received(_ content: Span<UInt8>) {
    received += content.count
    exchange.append(content)
  }

  /// Gives the call up and tells its caller why.
  func fail(_ error: ClientError) {
    _ = connection.remove(id)
    connection.session.reset(id, .cancel)
    exchange.failed(error)
    connection.flushSoon()
  }

  // MARK: the caller's side

  func write(_ bytes: Span<UInt8>) throws(ClientError) -> Bool {
    let outcome = connection.session.send(bytes, on: id)
    connection.flushSoon()
    return outcome != .full
  }

  func finish(trailers: Fields) throws(ClientError) {
    connection.session.finish(id, trailers: trailers.isEmpty ? nil : trailers)
    connection.flushSoon()
  }

  func consumed(_ count: Int) {
    guard count > 0 else { return }
    connection.session.consume(count, on: id)
    connection.flushSoon()
  }

  func cancel() {
    guard connection.remove(id) != nil else { return }
    connection.session.reset(id, .cancel)
    connection.flushSoon()
  }
}

/// What the session reports of the calls.
extension HTTP2ClientConnection: HTTP2Delegate {
  func session(
    _ session: HTTP2Session,
    received status: Status,
    _ fields: borrowing FieldsView,
    on id: HTTP2StreamID,
    isComplete: Bool
  ) {
    guard let stream = stream(id) else { return }
    let response = Response(status, fields: Fields(copying: fields))
    if status == .switchingProtocols {
      stream.fail(ClientError(.unexpectedUpgrade, "HTTP/2 has no 101"))
    } else if status.isInformational {
      if !stream.exchange.received(interim: response) {
        stream.fail(ClientError(.tooManyInterim, "more than the limit of interim responses"))
      }
    } else {
      var length = fields.onlyIndex(of: .contentLength).flatMap { fields.value(at: $0).decimal }
      if isComplete || status.forbidsContent || stream.exchange.method == .head { length = 0 }
      stream.exchange.received(head: response, length: length, over: .http2)
      if isComplete { stream.exchange.ended(trailers: Fields()) }
    }
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
    guard let stream = stream(id) else { return }
    stream.exchange.ended(trailers: stream.trailers)
  }

  func session(_ session: HTTP2Session, closed id: HTTP2StreamID, _ end: HTTP2StreamEnd) {
    guard let stream = remove(id) else { return }
    // Content that was given after the end counts no more; an exchange that is complete stays so.
    let kind: ClientError.Kind =
      switch end.origin {
      case .session: stream.exchange.hasHead ? .truncated : .closed
      case .local: .malformedHead
      case .peer, .complete: stream.exchange.hasHead ? .truncated : .streamReset
      }
    stream.exchange.failed(
      ClientError(kind, "the stream ended with \(end.code)", isRetrySafe: end.isRetrySafe)
    )
    stream.exchange.stream = nil
  }

  func session(_ session: HTTP2Session, drained id: HTTP2StreamID) {
    stream(id)?.exchange.outputDrained()
  }

  func session(
    _ session: HTTP2Session,
    peerGoesAwayAfter last: HTTP2StreamID,
    _ code: HTTP2ErrorCode
  ) { retireSoon() }

  func session(_ session: HTTP2Session, acknowledgedPing opaque: UInt64) {}

  func sessionReceivedSettings(_ session: HTTP2Session) {}

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
