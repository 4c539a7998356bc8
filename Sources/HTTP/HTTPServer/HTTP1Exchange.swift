// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Reactor

/// A request of an HTTP/1.x connection in the hands of a handler.
final class HTTP1Exchange: ExchangeStream {
  /// The connection, until the request is answered or the connection closed, which it tells. A weak reference would
  /// make each other one to the connection slow.
  private unowned var connection: HTTP1Connection?
  let bodyLength: Int?
  let canUpgrade: Bool
  private(set) var requestTrailers = Fields()
  private var task: Task<Void, Never>?
  /// The exchange that is told of events, while it is answered.
  private var observed: Exchange?
  /// Is called when the server is to stop.
  private var drainHook: (() -> Void)?
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

  /// Has the handler answer.
  func start(_ exchange: Exchange) {
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
    if !isAnswered { self.task = task }
  }

  private func handlerReturned() {
    task = nil
    abort()
  }

  // MARK: what the connection reports

  func inputArrived() { observed?.contentCame() }

  func outputDrained() { observed?.roomCame() }

  /// The server is to stop, and the connection with it.
  func drain() { drainHook.take()?() }

  func whenDraining(_ body: @escaping () -> Void) {
    guard let connection, !isAnswered else { return }
    if connection.machine.isDraining { body() } else { drainHook = body }
  }

  func connectionClosed() {
    connection = nil
    drainHook = nil
    task?.cancel()
    observed.take()?.clientGone()
  }

  // MARK: the request's body

  func take(into buffer: inout ByteBuffer) throws(ExchangeError) -> BodyProgress {
    if hasReadBody { return .end }
    // Once the request is answered, no more of its body can be read.
    let connection = try open()
    connection.goOnSoon()
    let taken = try connection.machine.readBody(into: &buffer, connection.now)
    noteBody(of: connection)
    return taken
  }

  private func noteBody(of connection: HTTP1Connection) {
    guard connection.machine.body.isComplete else { return }
    hasReadBody = true
    requestTrailers = connection.machine.body.trailers
  }

  // MARK: the response

  func sendInterim(_ response: Response) throws(ExchangeError) {
    let connection = try open()
    connection.lendOutput()
    connection.machine.append(interim: response)
    connection.goOnSoon()
  }

  func send(_ answer: ReadyAnswer) throws(ExchangeError) {
    let connection = try open()
    noteBody(of: connection)
    connection.send(answer)
    end(connection)
  }

  func sendHead(_ response: Response, length: Int?) throws(ExchangeError) {
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

  func sendBody(_ bytes: Span<UInt8>) throws(ExchangeError) -> Int {
    try open().write(body: bytes)
  }

  func finish(trailers: Fields) throws(ExchangeError) {
    let connection = try open()
    noteBody(of: connection)
    connection.lendOutput()
    try connection.machine.finish(trailers: trailers, connection.now)
    end(connection)
  }

  func abort() {
    isAnswered = true
    drainHook = nil
    observed.take()?.workEnded()
    connection?.cut()
  }

  func cancel() { connection?.cut() }

  private func open() throws(ExchangeError) -> HTTP1Connection {
    guard let connection else { throw .disconnected }
    return connection
  }

  private func end(_ connection: HTTP1Connection) {
    isAnswered = true
    drainHook = nil
    task = nil
    observed.take()?.workEnded()
    self.connection = nil
    connection.ended(self)
  }
}
