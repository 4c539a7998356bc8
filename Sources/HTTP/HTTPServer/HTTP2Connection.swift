// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP2
import HTTPValues
import Reactor

/// One HTTP/2 connection of a server.
///
/// Requests of one read are answered as far as possible, and the answers of all streams are
/// gathered and written at the end of the batch of events.
final class HTTP2Connection: ServedConnection, ChannelOwner {
  let channel: Channel
  let server: ServerLoop
  let peer: Peer
  let session: HTTP2Session
  var input = ByteBuffer()
  var output = ByteBuffer()
  var deadline: ConnectionDeadline
  private var timer = LazyTimer()
  private(set) var standing: ConnectionStanding
  private(set) var isClosed = false
  private(set) var isBlocked = false
  private var flushesAtEndOfBatch = false
  /// Whether the session holds memory that the next requests would use again.
  private var hasSpareMemory = false
  /// Until when streams are taken, once the end is announced: requests may be on their way whose client
  /// has not heard of it yet. `distantFuture` once the last stream that was taken is told.
  private var takesStreamsUntil: Instant?
  /// Streams whose requests are still being answered, by number.
  var exchanges: [Int32: HTTP2Exchange] = [:]
  /// The streams whose answers are timed until they are written.
  var writing: [(stream: Int32, answer: AnswerWriting)] = []
  /// The timed answers that are in the output to their ends.
  var leaving: [AnswerWriting] = []

  /// Number of bytes that are gathered before they are written.
  private static let outputATurn = 96 * 1024
  /// Period in which streams are looked at while some are open.
  static let inspection = Duration.seconds(1)

  init(_ channel: Channel, _ server: ServerLoop, _ peer: Peer) {
    self.channel = channel
    self.server = server
    self.peer = peer
    deadline = ConnectionDeadline(server.core.now)
    standing = ConnectionStanding(kind: .http2, isSecure: channel.layer != nil)
    session = HTTP2Session(.server, limits: server.limits.http2Session, now: server.core.seconds)
  }

  /// Starts with what was read while the protocol was found out.
  func open(with early: consuming ByteBuffer) {
    input = early
    channel.owner = self
    receive()
  }

  // MARK: what the channel reports

  func channelOpened() {}

  func channelReadable() {
    if input.capacity == 0 { input = server.core.buffers.take() }
    switch channel.read(into: &input) {
    case .bytes(let count):
      server.counters.received(count)
      receive()
    case .wait: releaseInput()
    // Neither side can do without the other's frames.
    case .end, .failed: disconnected()
    }
  }

  func channelWritable() {
    flush()
    settle()
  }

  func channelFailed(_ failure: StreamFailure) { disconnected() }

  private func receive() {
    session.now = server.core.seconds
    hasSpareMemory = true
    server.times?.beginParsing()
    session.receive(input.span, for: self)
    input.removeAll()
    releaseInput()
    flush()
    settle()
  }

  private func releaseInput() {
    if input.count == 0 && input.capacity > 0 { server.core.buffers.recycle(&input) }
  }

  // MARK: output

  /// Writes once at the end of the batch of events, however many streams have something to say.
  func flushSoon() {
    guard !flushesAtEndOfBatch, !isClosed else { return }
    flushesAtEndOfBatch = true
    server.core.atEndOfBatch(self)
  }

  private func flush() {
    while !isClosed {
      if output.capacity == 0 { output = server.outputs.take() }
      session.emit(into: &output, atMost: HTTP2Connection.outputATurn, for: self)
      guard output.count > 0 else {
        allWritten()
        break
      }
      let before = output.count
      let outcome = channel.write(&output)
      let sent = before - output.count
      server.counters.sent(sent)
      deadline.sent(sent)
      switch outcome {
      case .done:
        setBlocked(false)
        allWritten()
      case .blocked:
        setBlocked(true)
        return
      case .failed:
        disconnected()
        return
      }
      guard session.wantsToEmit else { break }
    }
    if output.count == 0 && output.capacity > 0 { server.outputs.recycle(&output) }
  }

  /// The kernel has all of the output.
  private func allWritten() {
    guard !leaving.isEmpty else { return }
    let now = server.core.momentNow
    for answer in leaving { answer.ended(at: now) }
    leaving.removeAll(keepingCapacity: true)
  }

  private func setBlocked(_ isBlocked: Bool) {
    guard isBlocked != self.isBlocked else { return }
    self.isBlocked = isBlocked
    if isBlocked {
      deadline.beginSending(unacknowledged: channel.unacknowledged, server.core.now)
    } else {
      deadline.endSending(server.core.now)
    }
  }

  /// Puts reading, the deadline and the end of the connection in order, after anything happened.
  private func settle() {
    guard !isClosed else { return }
    if session.isFinished && output.count == 0 {
      finish()
      return
    }
    if deadline.isOld(server.limits.timeouts, server.core.now) { announceShutdown() }
    if session.streamCount == 0 {
      deadline.wait(for: takesStreamsUntil == nil ? .request : .goodbye, server.core.now)
    } else {
      deadline.wait(for: .handler, server.core.now)
    }
    // A peer that does not read what we send is not read either.
    channel.setReading(!isBlocked)
    updateDeadline()
    setActive(session.streamCount > 0 || isBlocked)
  }

  func setActive(_ isActive: Bool) {
    guard isActive != standing.isActive else { return }
    server.counters.ended(standing)
    standing.isActive = isActive
    server.counters.began(standing)
  }

  // MARK: ending

  /// Whether the end of the connection is announced.
  var isLeaving: Bool { takesStreamsUntil != nil }

  func drain() {
    announceShutdown()
    for exchange in Array(exchanges.values) { exchange.drain() }
    flushSoon()
  }

  func cut() { disconnected() }

  private func announceShutdown() {
    guard takesStreamsUntil == nil else { return }
    takesStreamsUntil = server.core.now + server.limits.timeouts.linger
    session.announceShutdown()
    flushSoon()
  }

  /// Ends after the last frame: the peer may still be sending, and must get our GOAWAY.
  private func finish() {
    channel.finishWriting()
    close(abruptly: false)
  }

  func disconnected() { close(abruptly: true) }

  private func close(abruptly: Bool) {
    guard !isClosed else { return }
    isClosed = true
    timer.cancel(on: server.core)
    session.abandon(for: self)
    channel.close(abruptly: abruptly)
    server.core.buffers.recycle(&input)
    server.outputs.recycle(&output)
    server.remove(self, of: peer.client)
  }
}

extension HTTP2Connection: BatchHandler {
  func batchEnded() {
    flushesAtEndOfBatch = false
    guard !isClosed else { return }
    session.now = server.core.seconds
    if !isBlocked { flush() }
    settle()
  }
}

extension HTTP2Connection: DeadlineHandler {
  private func updateDeadline() {
    let inspection = server.core.now + HTTP2Connection.inspection
    var look = min(deadline.nextLook(server.limits.timeouts), takesStreamsUntil ?? .distantFuture)
    if session.streamCount > 0 || hasSpareMemory { look = min(look, inspection) }
    timer.arm(look, on: server.core, self)
  }

  func deadlineReached() {
    timer.fired()
    guard !isClosed else { return }
    session.now = server.core.seconds
    let overdue = deadline.overdue(
      server.limits.timeouts,
      unacknowledged: channel.unacknowledged,
      server.core.now
    )
    switch overdue {
    case .sending:
      server.counters.timedOut(.send, of: peer.client)
      disconnected()
    case .awaiting(.request):
      announceShutdown()
      flush()
      settle()
    case .awaiting:
      session.shutDown()
      flush()
      disconnectedIfOpen()
    case nil where session.streamCount == 0 && !isLeaving:
      // An idle connection is not told that it is old before its next request.
      hasSpareMemory = false
      session.releaseIdleMemory()
      updateDeadline()
    case nil:
      inspectStreams()
      // A client that keeps sending requests is not served for ever.
      if let takesStreamsUntil, server.core.now >= takesStreamsUntil {
        session.shutDown()
        self.takesStreamsUntil = .distantFuture
      }
      flush()
      settle()
    }
  }

  private func disconnectedIfOpen() {
    guard !isClosed else { return }
    if output.count == 0 { finish() } else { disconnected() }
  }

  /// Ends the streams whose peer sends or takes too slowly.
  private func inspectStreams() {
    hasSpareMemory = session.streamCount > 0
    for stream in session.stalledStreams() {
      server.counters.timedOut(.send, of: peer.client)
      session.reset(stream, .cancel)
    }
    for exchange in exchanges.values where exchange.isBodyTooSlow() {
      server.counters.timedOut(.body, of: peer.client)
      exchange.bodyFailed(.bodyTooSlow)
    }
  }
}
