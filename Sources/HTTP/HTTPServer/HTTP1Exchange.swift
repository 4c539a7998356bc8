// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Reactor

/// A request of an HTTP/1.x connection in the hands of a handler.
final class HTTP1Exchange: ExchangeStream {
  private enum Output {
    case nothing
    case length(remaining: Int)
    case chunked
    /// HTTP/1.0: the end of the connection is the end of the body.
    case untilClose
    /// To HEAD, and with a status that has no content: what is written goes nowhere.
    case suppressed
    case finished
  }

  private weak var connection: HTTP1Connection?
  private let head: RequestHead
  private var output = Output.nothing
  /// Where the handler waits for the request's body, and for room for its answer, once it does.
  private var inputWaiter: Waiter?
  private var outputWaiter: Waiter?
  private var failure: ExchangeError?
  private var task: Task<Void, Never>?
  private var hasContinued = false

  init(_ connection: HTTP1Connection, _ head: RequestHead) {
    self.connection = connection
    self.head = head
  }

  /// Runs the handler until it has answered.
  func start(_ exchange: Exchange) {
    guard let connection else { return }
    let loop = connection.server.core.loop
    let confined = LoopConfined((self, exchange, connection.server), to: loop.number)
    task = loop.start {
      let (stream, exchange, server) = confined.value
      await exchange.answer(on: server)
      stream.handlerReturned()
    }
    if case .finished = output { task = nil }
  }

  private func handlerReturned() {
    task = nil
    guard let connection, connection.exchange === self else { return }
    if case .finished = output {} else { abort() }
  }

  /// Whether the head of the answer says already whether the connection goes on.
  var hasBegunAnswer: Bool { if case .nothing = output { false } else { true } }

  // MARK: what the connection reports

  func inputArrived() { inputWaiter?.wake() }

  func outputDrained() { outputWaiter?.wake() }

  /// Asks a client that has closed its direction whether it is still there, since nothing else tells one
  /// that reads on from one that is gone: a 100 more is nothing to the first (RFC 9110 section
  /// 15.2.1), and the other's kernel resets the connection. `false` where it cannot be asked: over
  /// HTTP/1.0, and when the answer has begun, which asks by itself.
  func askClient() -> Bool {
    guard let connection, head.version >= .http11, case .nothing = output else { return false }
    connection.append(interim: Response(.continue))
    connection.flush()
    return true
  }

  func bodyFailed(_ error: ExchangeError) {
    failure = failure ?? error
    connection?.isPersistent = false
    connection?.waitForHandler()
    inputWaiter?.wake()
  }

  func connectionClosed() {
    failure = .disconnected
    connection = nil
    task?.cancel()
    inputWaiter?.wake()
    outputWaiter?.wake()
  }

  // MARK: the request's body

  var bodyLength: Int? {
    switch head.framing {
    case .none: 0
    case .length(let length): length
    case .chunked, .untilClose: nil
    }
  }

  private(set) var requestTrailers = Fields()

  func read(into buffer: inout ByteBuffer) async throws(ExchangeError) -> Bool {
    while true {
      if let failure { throw failure }
      guard let connection else { throw .disconnected }
      guard !connection.body.isComplete else { return false }
      askToContinue(connection)
      let before = buffer.count
      do {
        try connection.body.read(from: &connection.input, into: &buffer)
      } catch {
        bodyFailed(.malformedBody)
        throw .malformedBody
      }
      if connection.body.isComplete {
        requestTrailers = connection.body.trailers
        connection.waitForHandler()
      }
      connection.flushSoon()
      if buffer.count > before { return true }
      guard !connection.body.isComplete else { return false }
      if connection.inputEnded, connection.body.endsWithConnection {
        connection.body.endConnection()
        return false
      }
      guard !connection.inputEnded else {
        bodyFailed(.disconnected)
        throw .disconnected
      }
      await inputWaiter.made().wait()
    }
  }

  /// Whether the client may wait for us to ask for the body.
  var expectsLeave: Bool { head.expectsContinue && !hasContinued }

  private func askToContinue(_ connection: HTTP1Connection) {
    guard expectsLeave, connection.input.count == 0 else { return }
    guard case .nothing = output else { return }
    hasContinued = true
    connection.append(interim: Response(.continue))
    connection.flush()
  }

  // MARK: the response

  func sendInterim(_ response: Response) async throws(ExchangeError) {
    let connection = try open()
    guard head.version >= .http11 else { return }
    connection.append(interim: response)
    connection.flushSoon()
  }

  func send(_ prepared: PreparedResponse) async throws(ExchangeError) {
    let connection = try beginAnswer()
    connection.append(prepared)
    end(connection)
  }

  func send(_ response: Response, body: [UInt8]) async throws(ExchangeError) {
    let connection = try beginAnswer()
    connection.append(response, body: body)
    end(connection)
  }

  func sendHead(_ response: Response, length: Int?) async throws(ExchangeError) {
    let connection = try beginAnswer()
    let framing: BodyFraming
    if response.status.forbidsContent {
      framing = .none
      output = .suppressed
    } else if let length {
      framing = .length(length)
      output = .length(remaining: length)
    } else if head.version == .http10 {
      framing = .none
      output = .untilClose
      connection.isPersistent = false
    } else {
      framing = .chunked
      output = .chunked
    }
    if head.method == .head { output = .suppressed }
    connection.append(head: response, framing: framing)
    connection.flushSoon()
  }

  var canUpgrade: Bool { head.offersUpgrade && head.framing == .none }

  func upgrade(_ response: Response) throws(ExchangeError) {
    let connection = try beginAnswer()
    output = .untilClose
    connection.isPersistent = false
    connection.body = .upgraded
    connection.append(interim: response)
    connection.server.counters.answered(response.status)
    connection.waitForHandler()
    connection.flushSoon()
  }

  func sendBody(_ bytes: Span<UInt8>) async throws(ExchangeError) {
    let connection = try open()
    guard bytes.count > 0 else { return }
    connection.takeOutput()
    switch output {
    case .nothing, .finished: preconditionFailure("a body without a head, or behind its end")
    case .suppressed: return
    case .untilClose: connection.output.append(bytes)
    case .length(let remaining):
      guard bytes.count <= remaining else { throw .lengthMismatch }
      output = .length(remaining: remaining - bytes.count)
      connection.output.append(bytes)
    case .chunked:
      ChunkWriter.append(bytes, to: &connection.output)
    }
    if connection.output.count < HTTP1Exchange.gathered {
      connection.flushSoon()
    } else {
      connection.flush()
      try await drained(connection.server.limits.outputBytes)
    }
  }

  /// How much output is gathered before it is written within a turn.
  private static let gathered = 64 * 1024

  /// Waits until less than `limit` waits for the peer.
  private func drained(_ limit: Int) async throws(ExchangeError) {
    while let connection, connection.isBlocked, connection.output.count >= limit {
      await outputWaiter.made().wait()
    }
    _ = try open()
  }

  func finish(trailers: Fields) async throws(ExchangeError) {
    let connection = try open()
    switch output {
    case .nothing, .finished: preconditionFailure("an end without a beginning")
    case .length(let remaining) where remaining > 0: throw .lengthMismatch
    case .chunked:
      connection.takeOutput()
      ChunkWriter.appendEnd(trailers: trailers.view, to: &connection.output)
    case .length, .untilClose, .suppressed: break
    }
    end(connection)
  }

  func abort() {
    output = .finished
    connection?.close(abruptly: true)
  }

  private func open() throws(ExchangeError) -> HTTP1Connection {
    guard let connection else { throw .disconnected }
    return connection
  }

  private func beginAnswer() throws(ExchangeError) -> HTTP1Connection {
    let connection = try open()
    if failure != nil { connection.isPersistent = false }
    connection.keepOnlyIfDrainable(expectsContinue: expectsLeave)
    return connection
  }

  private func end(_ connection: HTTP1Connection) {
    output = .finished
    // Whoever still reads the request gets no more of it.
    if !connection.body.isComplete { failure = failure ?? .disconnected }
    connection.requestAnswered()
    inputWaiter?.wake()
    // At once, so that the block of output is free for the next answer of this turn; answers to
    // pipelined requests are gathered.
    if connection.input.count == 0 { connection.settle() } else { connection.flushSoon() }
  }
}
