// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP2
import HTTPValues
import Reactor

/// One HTTP/2 connection to an origin: as many calls at once as the server allows.
final class HTTP2ClientConnection: ClientConnection, ChannelOwner {
  let session: HTTP2Session
  private let channel: Channel
  private let pool: ConnectionPool
  private let opened: Instant
  private var input = ByteBuffer()
  private var output = ByteBuffer()
  private var streams: [Int32: HTTP2ClientStream] = [:]
  private var isClosed = false
  private var isRetired = false
  private var isBlocked = false
  private var flushesAtEndOfTurn = false
  private var idleSince: Instant
  private var timer = LazyTimer()

  /// How often calls are looked at while some are under way.
  private static let inspection = Duration.seconds(1)
  private static let outputATurn = 64 * 1024

  init(_ channel: Channel, _ pool: ConnectionPool) {
    self.channel = channel
    self.pool = pool
    opened = channel.core.now
    idleSince = opened
    session = HTTP2Session(
      .client,
      limits: pool.client.configuration.http2,
      now: channel.core.seconds
    )
    channel.owner = self
    flushSoon()
  }

  var core: LoopCore { channel.core }
  var configuration: ClientConfiguration { pool.client.configuration }

  var hasRoom: Bool { isUsable && session.canOpenStream }

  var isUsable: Bool {
    !isClosed && !isRetired && core.now - opened < configuration.lifetime
  }

  func retire() {
    isRetired = true
    if streams.isEmpty { close() }
  }

  /// The same from within the session, which may not be ended while it is at work; `settle` does.
  func retireSoon() { isRetired = true }

  func send(
    _ request: Request,
    _ body: CallBody,
    _ exchange: ClientExchange
  ) throws(ClientError) {
    _ = try RequestRules.framing(request, body)
    session.now = core.seconds
    guard let id = open(request, body, exchange) else {
      throw ClientError(.closed, "the connection takes no more streams", isRetrySafe: true)
    }
    let stream = HTTP2ClientStream(id, self, exchange)
    streams[id.number] = stream
    exchange.stream = stream
    flushSoon()
    updateTimer()
  }

  private func open(
    _ request: Request,
    _ body: CallBody,
    _ exchange: ClientExchange
  ) -> HTTP2StreamID? {
    var fields = request.fields
    fields.remove("host")
    fields.remove("content-length")
    let content: HTTP2Body
    switch body {
    case .none: content = .none
    case .bytes(let bytes):
      content = bytes.isEmpty ? .none : .bytes(bytes)
      fields.append("content-length", "\(bytes.count)")
    case .streaming(let length):
      content = .streaming
      if let length { fields.append("content-length", "\(length)") }
    }
    let authority = request.authority
    let target = request.target
    let view = RequestView(
      method: request.method,
      scheme: request.scheme,
      version: .http2,
      authority: authority.utf8Span.span,
      target: target.utf8Span.span,
      fields: fields.view
    )
    return session.open(view, content)
  }

  func stream(_ id: HTTP2StreamID) -> HTTP2ClientStream? { streams[id.number] }

  func remove(_ id: HTTP2StreamID) -> HTTP2ClientStream? {
    let stream = streams.removeValue(forKey: id.number)
    if streams.isEmpty { idleSince = core.now }
    return stream
  }

  // MARK: what the channel reports

  func channelOpened() {}

  func channelReadable() {
    if input.capacity == 0 { input = core.buffers.take() }
    switch channel.read(into: &input) {
    case .bytes:
      session.now = core.seconds
      session.receive(input.span, for: self)
      input.removeAll()
      core.buffers.recycle(&input)
      flush()
      settle()
    case .wait: core.buffers.recycle(&input)
    case .end, .failed: close()
    }
  }

  func channelWritable() {
    flush()
    settle()
  }

  func channelFailed(_ failure: StreamFailure) { close() }

  func flushSoon() {
    guard !flushesAtEndOfTurn, !isClosed else { return }
    flushesAtEndOfTurn = true
    core.atEndOfTurn(self)
  }

  private func flush() {
    while !isClosed {
      if output.capacity == 0 { output = core.buffers.take() }
      session.emit(into: &output, atMost: HTTP2ClientConnection.outputATurn, for: self)
      guard output.count > 0 else { break }
      switch channel.write(&output) {
      case .done: isBlocked = false
      case .blocked:
        isBlocked = true
        return
      case .failed:
        close()
        return
      }
      guard session.wantsToEmit else { break }
    }
    if output.count == 0 { core.buffers.recycle(&output) }
  }

  private func settle() {
    guard !isClosed else { return }
    if session.isFinished || isRetired && streams.isEmpty {
      close()
      return
    }
    pool.hasRoom(self)
    updateTimer()
  }

  private func close() {
    guard !isClosed else { return }
    isClosed = true
    timer.cancel(on: core)
    session.abandon(for: self)
    channel.close(abruptly: !streams.isEmpty)
    core.buffers.recycle(&input)
    core.buffers.recycle(&output)
    let abandoned = streams.values
    streams = [:]
    for stream in abandoned {
      stream.exchange.failed(ClientError(.closed, "the connection was closed"))
    }
    pool.closed(self)
  }
}

extension HTTP2ClientConnection: TurnHandler {
  func turnEnded() {
    flushesAtEndOfTurn = false
    guard !isClosed else { return }
    session.now = core.seconds
    if !isBlocked { flush() }
    settle()
  }
}

extension HTTP2ClientConnection: DeadlineHandler {
  /// With calls under way each is looked at every second, and when its own deadline passes.
  private func updateTimer() {
    guard !streams.isEmpty else {
      timer.arm(idleSince + configuration.keepAlive, on: core, self)
      return
    }
    var instant = core.now + HTTP2ClientConnection.inspection
    for stream in streams.values { instant = min(instant, stream.exchange.deadline) }
    timer.arm(instant, on: core, self)
  }

  func deadlineReached() {
    timer.fired()
    guard !isClosed else { return }
    session.now = core.seconds
    if streams.isEmpty, core.now >= idleSince + configuration.keepAlive {
      session.shutDown()
      flush()
      close()
      return
    }
    for stream in Array(streams.values) {
      if core.now >= stream.exchange.deadline {
        stream.fail(ClientError(.timeout, "the call's deadline has passed"))
      } else if stream.isTooSlow {
        stream.fail(ClientError(.tooSlow, "\(stream.received) bytes came in time"))
      }
    }
    flush()
    if !isClosed { updateTimer() }
  }
}
