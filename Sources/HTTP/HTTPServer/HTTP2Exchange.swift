// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP2
import HTTPValues
import Reactor

/// A request of an HTTP/2 stream in the hands of a handler, or the rest of one that nobody reads.
final class HTTP2Exchange: ExchangeStream {
  private enum Output {
    case nothing
    case content(remaining: Int?)
    /// To HEAD, and with a status that has no content: what is written goes nowhere.
    case suppressed
    case finished
  }

  /// The connection, until it has closed the stream.
  private unowned var connection: HTTP2Connection?
  private let stream: HTTP2StreamID
  private let isHead: Bool
  private let isDiscarding: Bool
  private var input = ByteBuffer()
  private var isInputComplete: Bool
  private var output = Output.nothing
  private var isFull = false
  private var failure: ExchangeError?
  /// Whether the observer is to be told of content.
  private var isContentDue = false
  /// Is called when the server is to stop.
  private var drainHook: (() -> Void)?
  private var task: Task<Void, Never>?
  /// The exchange that is told of events, while it is answered.
  private var observed: Exchange?
  private var received = 0
  private var throughput: Throughput
  /// The request, until it has ended, where the handler may not have it before.
  private var held: Exchange?

  private(set) var bodyLength: Int?
  private(set) var requestTrailers = Fields()

  init(
    _ connection: HTTP2Connection,
    _ stream: HTTP2StreamID,
    _ request: borrowing RequestView,
    isComplete: Bool
  ) {
    self.connection = connection
    self.stream = stream
    isHead = request.method == .head
    isDiscarding = false
    isInputComplete = isComplete
    throughput = Throughput(since: connection.server.core.now)
    if isComplete {
      bodyLength = 0
    } else if let index = request.fields.onlyIndex(of: .contentLength) {
      bodyLength = request.fields.value(at: index).decimal
    }
  }

  /// Takes the rest of a request that was answered at once.
  init(discarding stream: HTTP2StreamID, _ connection: HTTP2Connection) {
    self.connection = connection
    self.stream = stream
    isHead = false
    isDiscarding = true
    isInputComplete = false
    output = .finished
    throughput = Throughput(since: connection.server.core.now)
  }

  /// Hands the request to the handler. One that says that it has no body, and has not ended, may be
  /// malformed still: it has to end first, since a handler takes it for whole.
  func begin(_ exchange: Exchange) {
    if bodyLength == 0, !isInputComplete { held = exchange } else { start(exchange) }
  }

  /// Has the handler answer.
  private func start(_ exchange: Exchange) {
    guard exchange.begin(task: { run($0, exchange) }) else { return }
    if connection == nil { exchange.clientGone() } else { observed = exchange }
  }

  private func run(_ handler: @escaping (Exchange) async throws -> Void, _ exchange: Exchange) {
    guard let connection else { return }
    observed = exchange
    let loop = connection.server.core.loop
    let confined = LoopConfined((self, exchange, handler), to: loop.number)
    let task = loop.start {
      let (stream, exchange, handler) = confined.value
      await exchange.answer(handler)
      stream.handlerReturned()
    }
    if case .finished = output {} else { self.task = task }
  }

  private func handlerReturned() {
    task = nil
    if case .finished = output {} else { abort() }
  }

  /// Whether the body comes too slowly. Time does not count while the client waits for us: for the
  /// handler to read, for windows that others have filled, or for the connection to be read again.
  func isBodyTooSlow() -> Bool {
    guard !isInputComplete, failure == nil, let connection else { return false }
    let limits = connection.server.limits.timeouts
    let now = connection.server.core.now
    guard input.count == 0, !connection.isBlocked, connection.session.canReceiveContent else {
      throughput = Throughput(since: now)
      return false
    }
    return throughput.isTooSlow(
      at: now,
      patience: limits.body,
      bytesPerSecond: limits.slowestBytesPerSecond
    )
  }

  // MARK: what the session reports

  func received(_ content: Span<UInt8>) {
    received += content.count
    if let connection { throughput.moved(content.count, at: connection.server.core.now) }
    if isDiscarding || failure != nil {
      guard let connection else { return }
      connection.session.consume(content.count, on: stream)
      if received > connection.server.limits.drainBytes { connection.session.reset(stream, .none) }
    } else {
      input.append(content)
      contentCame()
    }
  }

  /// Tells of content, once all of what was read is here.
  private func contentCame() {
    guard observed != nil, !isContentDue, let connection else { return }
    isContentDue = true
    connection.server.core.wake(self)
  }

  func received(trailers: Fields) { requestTrailers = trailers }

  func ended() {
    isInputComplete = true
    contentCame()
    if let held = held.take() { start(held) }
  }

  /// The server is to stop, and the connection with it.
  func drain() { drainHook.take()?() }

  func whenDraining(_ body: @escaping () -> Void) {
    guard let connection else { return }
    if connection.isLeaving { body() } else { drainHook = body }
  }

  func closed() {
    connection = nil
    held = nil
    drainHook = nil
    if case .finished = output, isInputComplete || isDiscarding {
    } else {
      failure = failure ?? .disconnected
      task?.cancel()
    }
    observed.take()?.clientGone()
  }

  func bodyFailed(_ error: ExchangeError) {
    failure = failure ?? error
    if isDiscarding || held.take() != nil { connection?.session.reset(stream, .cancel) }
    contentCame()
  }

  func outputDrained() {
    isFull = false
    observed?.roomCame()
  }

  // MARK: the request's body

  func take(into buffer: inout ByteBuffer) throws(ExchangeError) -> BodyProgress {
    if let failure { throw failure }
    let count = input.count
    if count > 0 {
      if buffer.capacity == 0 {
        swap(&buffer, &input)
      } else {
        buffer.append(from: &input)
      }
      connection?.session.consume(count, on: stream)
      connection?.flushSoon()
      return .bytes
    }
    if isInputComplete { return .end }
    guard connection != nil else { throw .disconnected }
    return .nothing
  }

  // MARK: the response

  func sendInterim(_ response: Response) throws(ExchangeError) {
    let connection = try open()
    connection.session.inform(stream, response.status, response.fields.view)
    connection.flushSoon()
  }

  func send(_ answer: ReadyAnswer) throws(ExchangeError) {
    let connection = try open()
    connection.send(answer, on: stream, isHead: isHead)
    end(connection)
  }

  func sendHead(_ response: Response, length: Int?) throws(ExchangeError) {
    let connection = try open()
    var fields = response.fields
    fields.remove("content-length")
    if let length, !response.status.forbidsContent {
      fields.append("content-length", "\(length)")
    }
    connection.server.addDate(to: &fields)
    connection.server.counters.answered(response.status)
    let isSilent = isHead || response.status.forbidsContent
    output = isSilent ? .suppressed : .content(remaining: length)
    let isTaken = connection.session.respond(
      to: stream,
      response.status,
      fields.view,
      isSilent ? .none : .streaming
    )
    guard isTaken else { throw .disconnected }
    connection.flushSoon()
  }

  var canUpgrade: Bool { false }

  func upgrade(_ response: Response) throws(ExchangeError) {
    throw .outOfOrder
  }

  func sendBody(_ bytes: Span<UInt8>) throws(ExchangeError) -> Int {
    let connection = try open()
    switch output {
    case .nothing, .finished: throw .outOfOrder
    case .suppressed: return bytes.count
    case .content where isFull: return 0
    case .content(let remaining):
      if let remaining {
        guard bytes.count <= remaining else { throw .lengthMismatch }
        output = .content(remaining: remaining - bytes.count)
      }
    }
    isFull = connection.session.send(bytes, on: stream) == .full
    connection.flushSoon()
    return bytes.count
  }

  func finish(trailers: Fields) throws(ExchangeError) {
    let connection = try open()
    switch output {
    case .nothing, .finished: throw .outOfOrder
    case .content(let remaining?) where remaining > 0: throw .lengthMismatch
    case .content:
      connection.session.finish(stream, trailers: trailers.isEmpty ? nil : trailers)
    case .suppressed: break
    }
    end(connection)
  }

  func abort() {
    output = .finished
    drainHook = nil
    observed.take()?.workEnded()
    connection?.session.reset(stream, .internalError)
    connection?.flushSoon()
  }

  func cancel() {
    connection?.session.reset(stream, .cancel)
    connection?.flushSoon()
  }

  private func open() throws(ExchangeError) -> HTTP2Connection {
    guard let connection else { throw .disconnected }
    return connection
  }

  /// The answer is on its way. What is left of the request is no longer wanted.
  private func end(_ connection: HTTP2Connection) {
    output = .finished
    drainHook = nil
    observed.take()?.workEnded()
    if !isInputComplete {
      failure = failure ?? .disconnected
      connection.session.consume(input.count, on: stream)
      input = ByteBuffer()
    }
    connection.flushSoon()
  }
}

extension HTTP2Exchange: WakeHandler {
  func woken() {
    isContentDue = false
    observed?.contentCame()
  }
}
