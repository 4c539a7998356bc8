// SPDX-License-Identifier: Apache-2.0

// A connection is used again only when its last response was complete and well framed to its last
// byte, the whole request had been sent, and nothing has come since. What arrives between two calls
// was not asked for, and its connection ends: a response that came early would otherwise be taken
// for the answer to the next request.
//
// The loop watches idle connections, and one that ends or speaks is gone as soon as the loop is
// told. What has happened since it last asked the kernel is seen by one read before a connection
// is used again after a pause, which is when servers let connections go, and while the loop has not
// handled all that it was told of connections; a busy one is spared the call. It is a read and no
// peek: whatever it finds ends the connection, and a security layer has to unpack its own messages
// before anybody knows that there is nothing else.

import Bytes
import HTTP1
import HTTPValues
import Reactor

/// One HTTP/1.1 connection to an origin: one call at a time.
final class HTTP1ClientConnection: ClientConnection, ChannelOwner {
  enum Phase {
    case idle
    case head
    case body
    case closed
  }

  let channel: Channel
  let pool: ConnectionPool
  private let opened: Instant
  var connectTime: Duration?
  var phase = Phase.idle
  /// The call under way; it is cancelled when its last reference is released.
  unowned var exchange: ClientExchange?
  var input = ByteBuffer()
  var output = ByteBuffer()
  var parser: ResponseParser
  var body = ResponseBody.none
  /// Whether the response lets the connection go on.
  var isPersistent = true
  /// Whether the server has agreed to speak another protocol.
  var isUpgraded = false
  private var isRetired = false
  /// Whether nothing more comes from the server.
  private var hasEnded = false
  var isBlocked = false
  var upload = RequestUpload.complete
  /// Whether the server takes no more of the request, though it may still answer.
  var isDeaf = false
  private(set) var wasUsed = false
  var timer = LazyTimer()
  var pace: Pace
  private(set) var idleSince: Instant
  /// Duration for which the connection is kept without a call.
  private var keepAlive: Duration
  /// Number of bytes of the response that have come.
  var received = 0
  /// Whether the server fills every block that its content is read to.
  var isFast = false

  init(_ channel: Channel, _ pool: ConnectionPool) {
    self.channel = channel
    self.pool = pool
    opened = channel.core.now
    idleSince = opened
    keepAlive = pool.client.configuration.keepAlive
    pace = Pace(pool.client.configuration.pace, now: opened)
    parser = ResponseParser(limits: pool.client.configuration.head)
    channel.owner = self
    updateTimer()
  }

  var core: LoopCore { channel.core }
  var configuration: ClientConfiguration { pool.client.configuration }

  private var isOld: Bool { core.now >= opened + configuration.lifetime }
  /// Time at which the connection, which has no call, is given up.
  var idleEnd: Instant { idleSince + keepAlive }

  /// Duration by which we close before a server that says when it will, so that no request crosses
  /// its end of the connection.
  private static let headStart = Duration.milliseconds(500)

  /// The server keeps the connection for so many seconds without a call.
  func announced(idleSeconds: Int) {
    keepAlive = min(configuration.keepAlive, .seconds(idleSeconds) - Self.headStart)
  }

  /// Idle, silent and not too old.
  func isFit() -> Bool {
    guard phase == .idle else { return false }
    if isOld {
      close(.lifetime)
    } else if core.now >= idleEnd {
      close(.idle)
    } else if core.hasUnseenAnswers || core.now >= idleSince + configuration.trustedPause, read() {
      take()
    }
    return phase == .idle
  }

  func retire(_ reason: ConnectionEnd) {
    isRetired = true
    if phase == .idle { close(reason) }
  }

  /// A call begins.
  func begin(_ call: ClientExchange) {
    call.isOnReusedConnection = wasUsed
    call.stream = self
    exchange = call
    wasUsed = true
    phase = .head
    received = 0
    isFast = false
    pace = Pace(call.options.pace ?? configuration.pace, now: core.now)
    isPersistent = true
  }

  /// The call is over when both directions are: then the connection is free, or ends.
  func finishIfComplete() {
    guard phase == .body, body.isComplete else { return }
    exchange?.stream = nil
    exchange = nil
    phase = .idle
    if input.count > 0 {
      close(.unexpected)
      return
    }
    // A request that is answered before all of it was sent leaves the server waiting for the rest.
    guard isPersistent, !isDeaf, upload == .complete, output.count == 0 else {
      close(.server)
      return
    }
    guard !isRetired, !isOld else {
      close(.lifetime)
      return
    }
    guard !hasEnded, !channel.peerHasEnded else { return lost() }
    idleSince = core.now
    channel.setReading(true)
    releaseInput()
    updateTimer()
    pool.freed(self)
  }

  func releaseInput() {
    if input.count == 0 && input.capacity > 0 { core.buffers.recycle(&input) }
  }

  // MARK: what the channel reports

  func channelOpened() {}

  func channelWritable() {
    flush()
    if !isBlocked { exchange?.outputDrained() }
  }

  func channelFailed(_ failure: StreamFailure) {
    hasEnded = true
    take()
    fail(endOfConnection(failure.description, failure))
  }

  func channelReadable() {
    guard read() else { return }
    // Bytes on an idle connection are unexpected: it has to be closed before another call uses it.
    if phase == .idle { take() } else { core.wake(self) }
  }

  /// Reads from the socket, without parsing. Returns whether anything came.
  func read() -> Bool {
    switch phase == .body && body.isPlain && input.isEmpty ? readContent() : readInput() {
    case .bytes: return true
    case .wait: releaseInput()
    case .end:
      hasEnded = true
      take()
      inputEnded(isClean: true)
    case .failed(let failure):
      hasEnded = true
      take()
      if case .truncated = failure.kind {
        inputEnded(isClean: false)
      } else {
        fail(endOfConnection(failure.description, failure))
      }
    }
    return false
  }

  private func readInput() -> ReadOutcome {
    if input.capacity == 0 { input = core.buffers.take() }
    let outcome = channel.read(into: &input)
    if case .bytes(let count) = outcome { arrived(count) }
    return outcome
  }

  /// So many bytes have come.
  func arrived(_ count: Int) {
    received += count
    pace.received(count, at: core.now)
  }

  // MARK: ending

  /// Returns the error of a call whose connection has ended. When nothing of a response has come,
  /// it is unknown whether the server has worked on the request.
  func endOfConnection(_ detail: String, _ cause: StreamFailure? = nil) -> ClientError {
    ClientError(phase == .head && received == 0 ? .closed : .truncated, detail, cause: cause)
  }

  func fail(_ error: ClientError) { phase == .idle ? lost() : close(.fault, error) }

  /// The server has ended the connection while it had no call.
  func lost() {
    close(.server)
    pool.client.serverClosedIdle(pool.destination)
  }

  func close(
    _ end: ConnectionEnd,
    _ error: ClientError = ClientError(.closed, "the connection was closed")
  ) {
    guard phase != .closed else { return }
    let wasBusy = phase != .idle
    phase = .closed
    timer.cancel(on: core)
    channel.close(abruptly: wasBusy)
    core.buffers.recycle(&input)
    core.buffers.recycle(&output)
    let abandoned = exchange
    exchange = nil
    abandoned?.failed(error)
    pool.closed(self, end)
  }
}

extension HTTP1ClientConnection: WakeHandler {
  /// Parses the input, after all connections of the batch have read theirs.
  func woken() { take() }
}
