// SPDX-License-Identifier: Apache-2.0

import Backends
import Bytes
import HTTPClient
import HTTPServer
import HTTPValues
import Reactor

/// The body of a request on its way to a service.
///
/// Its beginning is collected first, so that a slow client takes no connection to the service from others (slow
/// POST); a request that is whole by then can be sent again.
final class ForwardedBody {
  let request: Request
  let options: CallOptions
  private let exchange: Exchange
  private let forwarder: Forwarder
  /// The bytes that wait to be sent.
  private var content = ByteBuffer()
  /// Number of them that the forwarder counts.
  private var held = 0
  /// Whether enough was collected: what follows is streamed.
  private(set) var isCollected = false
  /// The call that the body is sent along, once it has room for it.
  private(set) var call: OpenCall?

  /// Maximum bytes that are waited for before the service is asked.
  private static let aheadBytes = 65_536
  /// Maximum bytes of all bodies of a forwarder that wait for the rest.
  private static let mostHeldBytes = 67_108_864

  init(
    _ exchange: Exchange,
    behind request: consuming Request,
    _ options: CallOptions,
    _ forwarder: Forwarder
  ) {
    self.exchange = exchange
    self.request = request
    self.options = options
    self.forwarder = forwarder
  }

  /// Reads until the body is whole, the service may be asked without the rest, or enough is held. Returns the body
  /// to send; `nil` as long as more has to come.
  func collect() throws(ExchangeError) -> CallBody? {
    let isShort = exchange.bodyLength.map { $0 <= ForwardedBody.aheadBytes } ?? false
    repeat {
      switch try exchange.take(into: &content) {
      case .bytes: hold(content.count)
      case .nothing: return nil
      case .end: return collected(isWhole: exchange.trailers.isEmpty)
      }
    } while content.count <= ForwardedBody.aheadBytes
      && forwarder.heldBytes < ForwardedBody.mostHeldBytes
      && (isShort || !forwarder.backend.hasRoomForUpload)
    return collected(isWhole: false)
  }

  private func collected(isWhole: Bool) -> CallBody {
    isCollected = true
    leave()
    guard isWhole else { return .streaming(length: exchange.bodyLength) }
    var whole = ByteBuffer()
    swap(&whole, &content)
    let bytes = whole.span.array
    return bytes.isEmpty ? .none : .bytes(bytes)
  }

  private func hold(_ count: Int) {
    forwarder.heldBytes += count - held
    held = count
  }

  /// Lets others collect what this one held.
  func leave() { hold(0) }

  /// Sends what has come, as far as the service takes it; returns whether that was all.
  func move(to call: OpenCall) throws -> Bool {
    self.call = call
    let sent = call.exchange
    defer { forwarder.backend.core.recycle(&content) }
    if !content.isEmpty {
      try sent.write(content.span)
      content.removeAll()
    }
    while sent.hasRoom {
      switch try exchange.take(into: &content) {
      case .bytes:
        try sent.write(content.span)
        content.removeAll()
      case .nothing: return false
      case .end:
        var trailers = ForwardedTrailers.clean(exchange.trailers)
        SenderClaim.removeAll(from: &trailers)
        try sent.finish(trailers: trailers)
        call.uploaded()
        return true
      }
    }
    return false
  }
}
