// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Reactor

/// One HTTP/1.1 connection to an origin: one call at a time.
///
/// A connection whose last response was not complete and well framed to its last byte is never used
/// again, and neither is one on which anything arrives between two calls.
final class HTTP1ClientConnection: ClientConnection, ClientStream, ChannelOwner {
  private enum Phase {
    case idle
    case head
    case body
    case closed
  }

  private let channel: Channel
  private let pool: ConnectionPool
  private let opened: Instant
  private var phase = Phase.idle
  private var exchange: ClientExchange?
  private var input = ByteBuffer()
  private var output = ByteBuffer()
  private var parser: ResponseParser
  private var body = ResponseBody.none
  private var isPersistent = true
  private var isRetired = false
  private var isBlocked = false
  private var upload = Upload.complete
  private var wasUsed = false
  private var timer = LazyTimer()
  private var progressSince: Instant
  private var received = 0

  /// What is still to be sent of the request's body.
  private enum Upload: Equatable {
    case complete
    case length(Int)
    case chunked
  }

  init(_ channel: Channel, _ pool: ConnectionPool) {
    self.channel = channel
    self.pool = pool
    opened = channel.core.now
    progressSince = opened
    parser = ResponseParser(limits: pool.client.configuration.head)
    channel.owner = self
  }

  private var core: LoopCore { channel.core }
  private var configuration: ClientConfiguration { pool.client.configuration }

  var hasRoom: Bool { isUsable }

  var isUsable: Bool {
    phase == .idle && !isRetired && core.now - opened < configuration.lifetime
  }

  func retire() {
    isRetired = true
    if phase == .idle { close() }
  }

  // MARK: the request

  func send(
    _ request: Request,
    _ body: CallBody,
    _ exchange: ClientExchange
  ) throws(ClientError) {
    guard phase == .idle else {
      throw ClientError(.closed, "the connection has just ended", isRetrySafe: true)
    }
    let framing = try RequestRules.framing(request, body)
    if output.capacity == 0 { output = core.buffers.take() }
    do throws(HeadFault) {
      try RequestWriter.appendHead(request, framing: framing, to: &output)
    } catch {
      core.buffers.recycle(&output)
      throw ClientError(.invalidRequest, error.description)
    }
    exchange.isOnReusedConnection = wasUsed
    exchange.stream = self
    self.exchange = exchange
    wasUsed = true
    phase = .head
    received = 0
    progressSince = core.now
    isPersistent = true
    switch body {
    case .none: upload = .complete
    case .bytes(let bytes):
      upload = .complete
      output.append(bytes)
    case .streaming(let length?): upload = length == 0 ? .complete : .length(length)
    case .streaming(nil): upload = .chunked
    }
    flush()
    if phase != .closed { updateTimer() }
  }

  func write(_ bytes: Span<UInt8>) throws(ClientError) -> Bool {
    guard phase != .closed else { throw ClientError(.closed, "the connection has ended") }
    if output.capacity == 0 { output = core.buffers.take() }
    switch upload {
    case .complete: throw ClientError(.invalidRequest, "more body than was announced")
    case .chunked: ChunkWriter.append(bytes, to: &output)
    case .length(let left):
      guard bytes.count <= left else {
        throw ClientError(.invalidRequest, "more body than was announced")
      }
      output.append(bytes)
      upload = bytes.count == left ? .complete : .length(left - bytes.count)
    }
    flush()
    return !isBlocked
  }

  func finish(trailers: Fields) throws(ClientError) {
    switch upload {
    case .complete: return
    case .length: throw ClientError(.invalidRequest, "less body than was announced")
    case .chunked:
      upload = .complete
      if output.capacity == 0 { output = core.buffers.take() }
      ChunkWriter.appendEnd(trailers: trailers.view, to: &output)
      flush()
      finishIfComplete()
    }
  }

  private func flush() {
    guard output.count > 0 else { return }
    switch channel.write(&output) {
    case .done:
      isBlocked = false
      core.buffers.recycle(&output)
    case .blocked: isBlocked = true
    case .failed(let failure): fail(ended(failure.description))
    }
  }

  // MARK: the response

  func channelOpened() {}

  func channelWritable() {
    flush()
    if !isBlocked { exchange?.outputDrained() }
  }

  func channelFailed(_ failure: StreamFailure) { fail(ended(failure.description)) }

  func channelReadable() {
    if input.capacity == 0 { input = core.buffers.take() }
    switch channel.read(into: &input) {
    case .bytes(let count):
      received += count
      take()
    case .wait: releaseInput()
    case .end: inputEnded(isClean: true)
    case .failed(let failure):
      if case .truncated = failure.kind {
        inputEnded(isClean: false)
      } else {
        fail(ended(failure.description))
      }
    }
  }

  private func releaseInput() {
    if input.count == 0 && input.capacity > 0 { core.buffers.recycle(&input) }
  }

  private func take() {
    if phase == .head { takeHeads() }
    if phase == .body { takeBody() }
    if phase == .idle && input.count > 0 { close() }
    guard phase != .closed else { return }
    releaseInput()
    if let exchange { channel.setReading(exchange.waitingContent < exchange.readAhead) }
    updateTimer()
  }

  /// Reads interim responses and the head of the final one.
  private func takeHeads() {
    while phase == .head, input.count > 0, let exchange {
      do throws(HeadFault) {
        guard
          let (head, response) = try nextHead(in: &input, &pool.client.slots, exchange.method)
        else { return }
        if head.status == .switchingProtocols {
          fail(ClientError(.unexpectedUpgrade, "101 was not asked for"))
        } else if head.status.isInformational {
          guard exchange.received(interim: response) else {
            fail(ClientError(.tooManyInterim, "more than the limit of interim responses"))
            return
          }
        } else {
          begin(head, response, exchange)
        }
      } catch {
        let isTooLarge = error.status == .requestHeaderFieldsTooLarge || error.status == .uriTooLong
        fail(ClientError(isTooLarge ? .headTooLarge : .malformedHead, error.description))
      }
    }
  }

  private func nextHead(
    in input: inout ByteBuffer,
    _ slots: inout HeadSlots,
    _ method: Method
  ) throws(HeadFault) -> (ResponseHead, Response)? {
    guard let head = try parser.parse(input.span, to: method, into: &slots) else { return nil }
    parser.reset()
    let fields = Fields(copying: FieldsView(bytes: input.span, slots: slots.slots))
    input.consume(head.length)
    return (head, Response(head.status, fields: fields))
  }

  private func begin(_ head: ResponseHead, _ response: Response, _ exchange: ClientExchange) {
    isPersistent = head.isPersistent
    body = ResponseBody(head.framing, limits: configuration.head)
    phase = .body
    let length: Int? =
      switch head.framing {
      case .none: 0
      case .length(let length): length
      case .chunked, .untilClose: nil
      }
    exchange.received(head: response, length: length, over: head.version)
  }

  private func takeBody() {
    guard let exchange else { return }
    do throws(HeadFault) {
      try exchange.withContent { content throws(HeadFault) in
        try body.read(from: &input, into: &content)
      }
    } catch {
      fail(ClientError(.malformedBody, error.description))
      return
    }
    if body.isComplete {
      exchange.ended(trailers: body.trailers)
      finishIfComplete()
    } else {
      exchange.receivedContent()
    }
  }

  /// The call is over when both directions are: then the connection is free, or ends.
  private func finishIfComplete() {
    guard phase == .body, body.isComplete else { return }
    exchange?.stream = nil
    exchange = nil
    phase = .idle
    // A request that is answered before all of it was sent leaves the server waiting for the rest.
    guard isPersistent, !isRetired, upload == .complete, output.count == 0, input.count == 0 else {
      close()
      return
    }
    progressSince = core.now
    channel.setReading(true)
    releaseInput()
    updateTimer()
    pool.free(self)
  }

  private func inputEnded(isClean: Bool) {
    switch phase {
    case .idle: close()
    case .head: fail(ended("the server closed before it answered"))
    case .body:
      if isClean, body.endsWithConnection {
        isPersistent = false
        body.endConnection()
        exchange?.ended(trailers: Fields())
        finishIfComplete()
      } else {
        fail(ClientError(.truncated, "the response ended after \(received) bytes"))
      }
    case .closed: return
    }
  }

  func consumed(_ count: Int) {
    guard phase == .body || phase == .head, let exchange else { return }
    channel.setReading(exchange.waitingContent < exchange.readAhead)
    if count > 0 { updateTimer() }
  }

  func cancel() { close() }

  // MARK: ending

  private func ended(_ detail: String) -> ClientError {
    // Nothing of a response has come: whether the server has worked on the request, nobody knows.
    phase == .body
      ? ClientError(.truncated, detail)
      : ClientError(received == 0 ? .closed : .truncated, detail)
  }

  private func fail(_ error: ClientError) { close(error) }

  private func close(_ error: ClientError = ClientError(.closed, "the connection was closed")) {
    guard phase != .closed else { return }
    let wasBusy = phase != .idle
    phase = .closed
    timer.cancel(on: core)
    channel.close(abruptly: wasBusy)
    core.buffers.recycle(&input)
    core.buffers.recycle(&output)
    let abandoned = exchange
    exchange = nil
    abandoned?.stream = nil
    abandoned?.failed(error)
    pool.closed(self)
  }
}

extension HTTP1ClientConnection: DeadlineHandler {
  /// When the server's time is up: the call's deadline, or too long a silence for what has come.
  private var patienceEnds: Instant {
    guard let exchange else { return progressSince + configuration.keepAlive }
    // While nobody reads, the server is not to blame.
    guard exchange.waitingContent < exchange.readAhead else { return exchange.deadline }
    let earned = Duration.seconds(received / max(1, configuration.slowestBytesPerSecond))
    return min(exchange.deadline, progressSince + configuration.idleTimeout + earned)
  }

  private func updateTimer() { timer.arm(patienceEnds, on: core, self) }

  func deadlineReached() {
    timer.fired()
    guard phase != .closed else { return }
    guard core.now >= patienceEnds else {
      updateTimer()
      return
    }
    guard let exchange else {
      close()
      return
    }
    let isOver = core.now >= exchange.deadline
    fail(
      isOver
        ? ClientError(.timeout, "the call's deadline has passed")
        : ClientError(.tooSlow, "\(received) bytes came in time")
    )
  }
}
