// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Reactor

/// A request of an HTTP/1.x connection in the hands of a handler, which waits here for its
/// connection.
final class HTTP1Exchange: ExchangeStream {
  /// The connection, until the request is answered or the connection closed.
  private weak var connection: HTTP1Connection?
  let bodyLength: Int?
  let canUpgrade: Bool
  private(set) var requestTrailers = Fields()
  /// Where the handler waits for the request's body, and for room for its answer, once it does.
  private var inputWaiter: Waiter?
  private var outputWaiter: Waiter?
  private var task: Task<Void, Never>?
  private var isAnswered = false
  private var hasReadBody = false

  init(_ connection: HTTP1Connection, _ head: RequestHead) {
    self.connection = connection
    canUpgrade = head.offersUpgrade && head.framing == .none
    bodyLength =
      switch head.framing {
      case .none: 0
      case .length(let length): length
      case .chunked, .untilClose: nil
      }
  }

  /// Runs the handler until it has answered.
  func start(_ exchange: Exchange) {
    guard let connection else { return }
    let loop = connection.server.core.loop
    let confined = LoopConfined((self, exchange, connection.server), to: loop.number)
    let task = loop.start {
      let (stream, exchange, server) = confined.value
      await exchange.answer(on: server)
      stream.handlerReturned()
    }
    if !isAnswered { self.task = task }
  }

  private func handlerReturned() {
    task = nil
    abort()
  }

  // MARK: what the connection reports

  func inputArrived() { inputWaiter?.wake() }

  func outputDrained() { outputWaiter?.wake() }

  func connectionClosed() {
    connection = nil
    task?.cancel()
    inputWaiter?.wake()
    outputWaiter?.wake()
  }

  // MARK: the request's body

  func read(into buffer: inout ByteBuffer) async throws(ExchangeError) -> Bool {
    while true {
      if hasReadBody { return false }
      // Whoever still reads a request that is answered gets no more of it.
      let connection = try open()
      connection.goOnSoon()
      let progress = try connection.machine.readBody(into: &buffer, connection.now)
      noteBody(of: connection)
      switch progress {
      case .content: return true
      case .ended: return false
      case .waiting: await inputWaiter.made().wait()
      }
    }
  }

  private func noteBody(of connection: HTTP1Connection) {
    guard connection.machine.body.isComplete else { return }
    hasReadBody = true
    requestTrailers = connection.machine.body.trailers
  }

  // MARK: the response

  func sendInterim(_ response: Response) async throws(ExchangeError) {
    let connection = try open()
    connection.lendOutput()
    connection.machine.append(interim: response)
    connection.goOnSoon()
  }

  func send(_ answer: ReadyAnswer) async throws(ExchangeError) {
    let connection = try open()
    noteBody(of: connection)
    connection.send(answer)
    end(connection)
  }

  func sendHead(_ response: Response, length: Int?) async throws(ExchangeError) {
    let connection = try open()
    connection.lendOutput()
    connection.server.counters.answered(response.status)
    connection.machine.begin(response, length: length, date: connection.server.dateLine)
    connection.goOnSoon()
  }

  func upgrade(_ response: Response) throws(ExchangeError) {
    let connection = try open()
    connection.lendOutput()
    connection.server.counters.answered(response.status)
    connection.machine.upgrade(response, connection.now)
    connection.goOnSoon()
  }

  func sendBody(_ bytes: Span<UInt8>) async throws(ExchangeError) {
    let connection = try open()
    guard bytes.count > 0 else { return }
    connection.lendOutput()
    guard try connection.machine.append(body: bytes) else { return connection.goOnSoon() }
    connection.goOn()
    try await drained(connection.server.limits.outputBytes)
  }

  /// Waits until less than `limit` waits for the peer.
  private func drained(_ limit: Int) async throws(ExchangeError) {
    while let connection, connection.machine.isBlocked, connection.machine.output.count >= limit {
      await outputWaiter.made().wait()
    }
    _ = try open()
  }

  func finish(trailers: Fields) async throws(ExchangeError) {
    let connection = try open()
    noteBody(of: connection)
    connection.lendOutput()
    try connection.machine.finish(trailers: trailers, connection.now)
    end(connection)
  }

  func abort() {
    isAnswered = true
    connection?.cut()
  }

  private func open() throws(ExchangeError) -> HTTP1Connection {
    guard let connection else { throw .disconnected }
    return connection
  }

  private func end(_ connection: HTTP1Connection) {
    isAnswered = true
    task = nil
    self.connection = nil
    inputWaiter?.wake()
    connection.ended(self)
  }
}
