// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP2
import HTTPValues
import Reactor

/// One call on an HTTP/2 connection.
final class HTTP2ClientStream: ClientStream {
  let id: HTTP2StreamID
  /// The call; it is cancelled, and this stream with it, when its last reference is released.
  unowned let exchange: ClientExchange
  private unowned let connection: HTTP2ClientConnection
  private var upload: RequestUpload
  /// Whether the whole request is on its way.
  private(set) var isUploaded: Bool
  private var isBlocked = false
  private var pace: Pace
  var trailers = Fields()

  init(
    _ id: HTTP2StreamID,
    _ connection: HTTP2ClientConnection,
    _ exchange: ClientExchange,
    _ body: CallBody
  ) {
    self.id = id
    self.connection = connection
    self.exchange = exchange
    upload = RequestUpload(body)
    isUploaded = upload == .complete
    pace = Pace(
      exchange.options.pace ?? connection.configuration.pace,
      now: connection.core.now
    )
    excuseServer()
  }

  // MARK: what the connection reports

  func isTooSlow(at now: Instant) -> Bool { pace.isTooSlow(at: now) }

  func expectEvents() { pace.expectEvents() }

  func receivedHead(isInterim: Bool) {
    if isInterim {
      pace.startOver(at: connection.core.now)
    } else {
      pace.received(0, at: connection.core.now)
    }
    excuseServer()
  }

  func received(_ content: Span<UInt8>) {
    pace.received(content.count, at: connection.core.now)
    guard exchange.append(content) else {
      fail(ClientError(.bodyTooLarge, "more than \(exchange.options.responseBytes) bytes"))
      return
    }
    excuseServer()
  }

  func drained() {
    isBlocked = false
    pace.sent(at: connection.core.now)
    excuseServer()
    exchange.outputDrained()
  }

  /// The server waits for us while the caller owes the rest of the body, or does not read.
  private func excuseServer() {
    let owesBody = exchange.head == nil && !isUploaded && !isBlocked
    pace.excuse(owesBody || exchange.isReaderBehind, at: connection.core.now)
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
    try upload.take(bytes.count)
    let outcome = connection.session.send(bytes, on: id)
    connection.flushSoon()
    isBlocked = outcome == .full
    pace.sent(at: connection.core.now)
    excuseServer()
    return !isBlocked
  }

  func finish(trailers: Fields) throws(ClientError) {
    _ = try upload.finish()
    isUploaded = true
    connection.session.finish(id, trailers: trailers.isEmpty ? nil : trailers)
    connection.flushSoon()
    pace.sent(at: connection.core.now)
    excuseServer()
  }

  func consumed(_ count: Int) {
    guard count > 0 else { return }
    connection.session.consume(count, on: id)
    connection.flushSoon()
    excuseServer()
  }

  func cancel() {
    guard connection.remove(id) != nil else { return }
    connection.session.reset(id, .cancel)
    connection.flushSoon()
  }
}
