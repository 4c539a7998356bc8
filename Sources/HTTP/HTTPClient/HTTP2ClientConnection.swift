// SPDX-License-Identifier: Apache-2.0

// The session may not be ended, nor made to write, while it tells us what has arrived; what follows
// from an event is done in `settle`, once the session is at rest.
//
// A connection that is silent is asked for a sign of life, with calls under way sooner than without:
// a server that has gone without a word would otherwise take call after call and answer none.

import Bytes
import HTTP1
import HTTP2
import HTTPValues
import Reactor

/// One HTTP/2 connection to an origin: as many calls at once as the server allows.
final class HTTP2ClientConnection: ClientConnection, ChannelOwner {
  let session: HTTP2Session
  let channel: Channel
  let pool: ConnectionPool
  let opened: Instant
  var connectTime: Duration?
  private var input = ByteBuffer()
  private var output = ByteBuffer()
  var streams: [Int32: HTTP2ClientStream] = [:]
  /// Streams whose requests the kernel may not have taken yet.
  private var unwritten: [HTTP2StreamID] = []
  private(set) var isClosed = false
  /// Reason why the connection takes no more calls, if it takes none.
  private var retirement: ConnectionEnd?
  private var isBlocked = false
  private var flushesAtEndOfBatch = false
  var hasSettings = false
  /// Whether the connection found out that the server speaks HTTP/2, or is to.
  private let isLearned: Bool
  /// Whether the server has not shown yet that it speaks HTTP/2 at all.
  var isOnTrial: Bool
  /// Whether a response has come, where HTTP/2 is learned a good one.
  private(set) var hasAnswered = false
  private var wasUsed: Bool
  var idleSince: Instant
  var timer = LazyTimer()
  var liveness: Liveness

  private static let outputATurn = 64 * 1024

  init(_ channel: Channel, _ pool: ConnectionPool, isOnTrial: Bool) {
    isLearned = isOnTrial
    self.isOnTrial = isOnTrial
    // Before its first call the connection has waited for its server, which may have gone since.
    wasUsed = isOnTrial
    self.channel = channel
    self.pool = pool
    opened = channel.core.now
    idleSince = opened
    liveness = Liveness(pool.client.configuration.liveness, now: opened)
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

  /// Number of calls under way.
  var calls: Int { streams.count }

  /// Number of further calls that the connection takes now.
  var room: Int {
    guard !isClosed, retirement == nil, !isOnTrial else { return 0 }
    let room = session.openableStreams
    // One call finds out whether requests are answered as well.
    if isLearned, !hasAnswered { return min(room, 1 - streams.count) }
    return hasSettings ? room : min(room, configuration.streamsBeforeSettings - streams.count)
  }

  /// Behind a pause the server may have gone, and the loop may not have been told yet.
  func isFit() -> Bool {
    if streams.isEmpty, !isClosed { channelReadable() }
    return room > 0
  }

  func retire(_ reason: ConnectionEnd) {
    guard !isClosed, retirement == nil else { return }
    retirement = reason
    pool.retired(self)
    // The session may be at work: what there is to close is closed at the end of the batch.
    flushSoon()
  }

  func send(
    _ request: Request,
    _ body: CallBody,
    _ exchange: ClientExchange
  ) throws(ClientError) {
    guard exchange.options.upgrade == nil else {
      pool.changed(self)
      throw ClientError(.invalidRequest, "HTTP/2 has no upgrade to another protocol")
    }
    session.now = core.seconds
    guard !isClosed, let id = open(request, body) else {
      throw ClientError(.closed, "the connection takes no more streams", wasNeverSent: true)
    }
    let stream = HTTP2ClientStream(id, self, exchange, body)
    streams[id.number] = stream
    unwritten.append(id)
    exchange.stream = stream
    exchange.isOnReusedConnection = wasUsed
    wasUsed = true
    if streams.count == 1 { liveness.callBegan(at: core.now) }
    flushSoon()
    armTimer(for: exchange)
  }

  private func open(_ request: Request, _ body: CallBody) -> HTTP2StreamID? {
    var fields = request.fields
    fields.remove("host")
    fields.remove("content-length")
    if case .length(let length) = RequestRules.framing(request.method, body) {
      fields.append("content-length", "\(length)")
    }
    let content: HTTP2Body =
      switch body {
      case .none: .none
      case .bytes(let bytes): bytes.isEmpty ? .none : .bytes(bytes)
      case .streaming: body.isEmpty ? .none : .streaming
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

  /// A response has come.
  func answered(_ status: Status) {
    guard !hasAnswered, !isLearned || status.code < 400 else { return }
    hasAnswered = true
    pool.answered()
  }

  func remove(_ id: HTTP2StreamID) -> HTTP2ClientStream? {
    let stream = streams.removeValue(forKey: id.number)
    if streams.isEmpty { idleSince = core.now }
    if isLearned, !hasAnswered { retire(.noHTTP2) }
    return stream
  }

  // MARK: what the channel reports

  func channelOpened() {}

  func channelReadable() {
    if input.capacity == 0 { input = core.buffers.take() }
    switch channel.read(into: &input) {
    case .bytes:
      liveness.heard(at: core.now)
      session.now = core.seconds
      session.receive(input.span, for: self)
      input.removeAll()
      core.buffers.recycle(&input)
      flush()
      settle()
    case .wait: core.buffers.recycle(&input)
    case .end, .failed: lost()
    }
  }

  func channelWritable() {
    flush()
    settle()
  }

  func channelFailed(_ failure: StreamFailure) { lost() }

  /// The server has ended the connection.
  private func lost() {
    let isUnexpected = streams.isEmpty && retirement == nil && !isOnTrial
    close(.server)
    if isUnexpected { pool.client.serverClosedIdle(pool.destination) }
  }

  // MARK: output

  func flushSoon() {
    guard !flushesAtEndOfBatch, !isClosed else { return }
    flushesAtEndOfBatch = true
    core.atEndOfBatch(self)
  }

  func flush() {
    while !isClosed {
      if output.capacity == 0 { output = core.buffers.take() }
      session.emit(into: &output, atMost: HTTP2ClientConnection.outputATurn, for: self)
      guard output.count > 0 else { break }
      switch channel.write(&output) {
      case .done:
        isBlocked = false
        if !session.wantsToEmit { requestsWritten() }
      case .blocked:
        isBlocked = true
        return
      case .failed:
        close(.server)
        return
      }
      guard session.wantsToEmit else { break }
    }
    if output.count == 0 { core.buffers.recycle(&output) }
  }

  /// Nothing of what was to be sent is left here.
  private func requestsWritten() {
    for id in unwritten {
      if let stream = stream(id), stream.isUploaded { stream.exchange.requestWritten() }
    }
    unwritten.removeAll(keepingCapacity: true)
  }

  /// Does what the last events led to, while the session is at rest.
  func settle() {
    guard !isClosed else { return }
    if core.now >= opened + configuration.lifetime { retire(.lifetime) }
    if session.isFinished {
      close(session.fault == nil ? .server : .fault)
    } else if let retirement, streams.isEmpty, !session.wantsToEmit {
      close(retirement)
    } else {
      pool.changed(self)
      if streams.isEmpty { updateTimer() }
    }
  }

  // MARK: ending

  /// Ends the connection. Its calls fail with `error`, or with what the session says of their
  /// streams.
  func close(_ end: ConnectionEnd, _ error: ClientError? = nil) {
    guard !isClosed else { return }
    isClosed = true
    timer.cancel(on: core)
    channel.close(abruptly: !streams.isEmpty)
    if let error { failCalls(error) }
    session.abandon(for: self)
    failCalls(ClientError(.closed, "the connection was closed"))
    core.buffers.recycle(&input)
    core.buffers.recycle(&output)
    pool.closed(self, isOnTrial && end != .shutdown ? .noHTTP2 : end)
  }

  private func failCalls(_ error: ClientError) {
    let failed = streams.values
    streams = [:]
    for stream in failed { stream.exchange.failed(error) }
  }
}

extension HTTP2ClientConnection: BatchHandler {
  func batchEnded() {
    flushesAtEndOfBatch = false
    guard !isClosed else { return }
    session.now = core.seconds
    if !isBlocked { flush() }
    settle()
  }
}
