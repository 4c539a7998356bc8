// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import HTTPServer
import HTTPValues
import Reactor

/// A call of this process in the hands of a handler.
final class LocalExchange {
  private enum Output {
    case nothing
    case content(remaining: Int?)
    /// To HEAD, and with a status that has no content: what is written goes nowhere.
    case suppressed
    case finished
  }

  private let call: LocalCall
  /// Whether the method is HEAD.
  private let isHead: Bool
  private let handler: LocalHandler
  private var output = Output.nothing
  /// Whether the caller is gone.
  private var isAlone = false
  private var inputWaiter: Waiter?
  private var outputWaiter: Waiter?
  private var task: Task<Void, Never>?
  /// The observer of events, if no task waits for them.
  private var observed: Exchange?

  init(_ call: LocalCall, asHead isHead: Bool, of handler: LocalHandler) {
    self.call = call
    self.isHead = isHead
    self.handler = handler
  }

  /// Has the handler answer.
  func start(_ exchange: Exchange) {
    guard exchange.begin(task: { run($0, exchange) }) else { return }
    if isAlone { exchange.clientGone() } else { observed = exchange }
  }

  private func run(_ work: @escaping (Exchange) async throws -> Void, _ exchange: Exchange) {
    let loop = handler.core.loop
    let confined = LoopConfined((self, exchange, work), to: loop.number)
    let task = loop.start {
      let (stream, exchange, work) = confined.value
      await exchange.answer(work)
      stream.handlerReturned()
    }
    if isAlone {
      task.cancel()
    } else if !isFinished {
      self.task = task
    }
  }

  private func handlerReturned() {
    task = nil
    if !isFinished { abort() }
  }

  private var isFinished: Bool { if case .finished = output { true } else { false } }

  /// Throws once nothing more can be sent.
  private func checkIsOpen() throws(ExchangeError) {
    guard !isAlone, !isFinished else { throw .disconnected }
  }

  private func sendHead(
    _ response: Response,
    length: Int?,
    bodyLength: Int?
  ) throws(ExchangeError) {
    try checkIsOpen()
    var response = response
    response.fields.remove(FieldName(.contentLength))
    if let length, !response.status.forbidsContent {
      response.fields.append(FieldName(.contentLength), "\(length)")
    }
    handler.addDate(to: &response.fields)
    call.begin(response, length: bodyLength)
  }

  private func isSilent(_ response: Response) -> Bool {
    isHead || response.status.forbidsContent
  }

  private func end(trailers: Fields) {
    output = .finished
    task = nil
    call.end(trailers: trailers)
    observed.take()?.workEnded()
    inputWaiter?.wake()
  }
}

extension LocalExchange: LocalCallObserver {
  func requestMoved() { inputWaiter?.wake() }

  func callerHasRoom() {
    outputWaiter?.wake()
    observed?.roomCame()
  }

  func callerLeft() {
    isAlone = true
    task.take()?.cancel()
    observed.take()?.clientGone()
    inputWaiter?.wake()
    outputWaiter?.wake()
  }
}

extension LocalExchange: ExchangeStream {
  var bodyLength: Int? { call.bodyLength }
  var requestTrailers: Fields { call.requestTrailers }

  func read(into buffer: inout ByteBuffer) async throws(ExchangeError) -> Bool {
    while true {
      try checkIsOpen()
      switch call.take(into: &buffer) {
      case .bytes: return true
      case .end: return false
      case .nothing: await inputWaiter.made().wait()
      }
    }
  }

  func sendInterim(_ response: Response) throws(ExchangeError) {
    try checkIsOpen()
    call.inform(response)
  }

  func send(_ answer: ReadyAnswer) throws(ExchangeError) {
    let (response, body) = answer.parts
    let isSilent = isSilent(response)
    try sendHead(response, length: body.count, bodyLength: isSilent ? 0 : body.count)
    if !isSilent, !body.isEmpty { call.send(all: body.span) }
    end(trailers: Fields())
  }

  func sendHead(_ response: Response, length: Int?) throws(ExchangeError) {
    let isSilent = isSilent(response)
    try sendHead(response, length: length, bodyLength: isSilent ? 0 : length)
    output = isSilent ? .suppressed : .content(remaining: length)
  }

  var canUpgrade: Bool { false }

  func upgrade(_ response: Response) throws(ExchangeError) { throw .outOfOrder }

  func sendBody(_ bytes: Span<UInt8>) throws(ExchangeError) -> Int {
    try checkIsOpen()
    switch output {
    case .nothing, .finished: throw .outOfOrder
    case .suppressed: return bytes.count
    case .content(let remaining):
      if let remaining, bytes.count > remaining { throw .lengthMismatch }
      let count = call.send(bytes)
      output = .content(remaining: remaining.map { $0 - count })
      return count
    }
  }

  func waitForRoom() async throws(ExchangeError) {
    while call.isFull, !isAlone { await outputWaiter.made().wait() }
    try checkIsOpen()
  }

  func finish(trailers: Fields) throws(ExchangeError) {
    try checkIsOpen()
    switch output {
    case .nothing, .finished: throw .outOfOrder
    case .content(let remaining?) where remaining > 0: throw .lengthMismatch
    case .content, .suppressed: end(trailers: trailers)
    }
  }

  func abort() {
    output = .finished
    task = nil
    observed.take()?.workEnded()
    call.abort()
  }

  func cancel() {
    call.abort()
    callerLeft()
  }
}
