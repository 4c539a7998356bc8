// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
package import HTTPValues
import Reactor

/// One request and its answer, in the hands of an `async` handler.
///
/// The same for every protocol version. It lives on the connection's loop and belongs to one task.
package final class Exchange {
  package internal(set) var request: Request
  package let peer: Peer
  /// The most that the body may have; 413 when it has more. Set it before the first `read`.
  package var bodyLimit: Int
  let stream: any ExchangeStream
  private let counters: ServerCounters
  /// The handler, until it begins to work.
  private var handler: Handler?
  private let core: LoopCore
  private let begun: Instant
  /// Is called once when the work on the response has ended, one way or the other.
  package var whenOver: ((Exchange) -> Void)?
  /// The refusal that the response is, for the event of the request; `nil` for none.
  package var refusal: RefusalNote?
  /// Where the task of the handler waits for the request's body, and for room for its answer, once it does.
  var contentWaiter: Waiter?
  private var roomWaiter: Waiter?
  /// Moves the response without a task.
  private var observer: (any ExchangeObserver)?
  package var hasResponded: Bool { status != nil }

  /// Drops the fields of the request, for a handler that reads them no more: the response may be without an
  /// end.
  package func dropRequestFields() { request.fields = Fields() }

  /// The status of the response, once it has begun.
  package private(set) var status: Status?
  /// The bytes of the response's body so far, in what coding they were sent.
  package private(set) var bytesWritten = 0
  /// Whether the whole response is on its way.
  package private(set) var hasFinished = false

  convenience init(
    _ request: Request,
    from peer: Peer,
    on server: ServerLoop,
    _ stream: any ExchangeStream,
    _ handler: Handler
  ) {
    self.init(
      request,
      from: peer,
      bodyLimit: server.limits.bodyBytes,
      server.counters,
      on: server.core,
      stream,
      handler
    )
  }

  init(
    _ request: Request,
    from peer: Peer,
    bodyLimit: Int,
    _ counters: ServerCounters,
    on core: LoopCore,
    _ stream: any ExchangeStream,
    _ handler: Handler
  ) {
    self.request = request
    self.peer = peer
    self.bodyLimit = bodyLimit
    self.counters = counters
    self.core = core
    begun = core.now
    self.stream = stream
    self.handler = handler
  }

  /// Undoes the codings of the body, where `read` does.
  var unpacker: ContentUnpacker?
  /// The bytes of a coded body that have come and are not decoded yet.
  var coded = ByteBuffer()
  /// The bytes of the body that were read, as they came.
  package internal(set) var bytesRead = 0

  /// The time since the turn in which the request was read.
  package var age: Duration { core.momentNow - begun }

  // MARK: the response

  /// Sends an interim response, such as 103 Early Hints.
  package func inform(_ response: Response) throws(ExchangeError) {
    try expect(response.status.isInformational && !hasResponded)
    try stream.sendInterim(response)
  }

  /// Sends a whole response.
  package func respond(_ response: Response, body: [UInt8] = []) async throws(ExchangeError) {
    try answer(.response(response, body: body))
  }

  package func respond(_ prepared: PreparedResponse) async throws(ExchangeError) {
    try answer(.prepared(prepared))
  }

  package func respond(_ answer: ReadyAnswer) async throws(ExchangeError) {
    try self.answer(answer)
  }

  /// The same without a task.
  package func answer(_ answer: ReadyAnswer) throws(ExchangeError) {
    switch answer {
    case .prepared(let response):
      try begin(response.status)
      bytesWritten = response.body.count
    case .response(let response, let body):
      try begin(response.status)
      bytesWritten = body.count
    }
    try finish { () throws(ExchangeError) in try stream.send(answer) }
  }

  /// The same where no caller is left that could handle an error.
  package func answerOrAbort(_ answer: ReadyAnswer) {
    do { try self.answer(answer) } catch { abort() }
  }

  /// Answers with the status of an error that is the client's, or breaks an answer off that has begun.
  package func refuse(_ error: ExchangeError) {
    guard !hasResponded, let status = error.status else { return abort() }
    answerOrAbort(.response(Problems.response(status), body: Problems.body(status)))
  }

  /// Begins a response whose body follows piece by piece; `length` when it is known.
  package func start(_ response: Response, length: Int? = nil) async throws(ExchangeError) {
    try begin(response, length: length)
  }

  /// The same without a task.
  package func begin(_ response: Response, length: Int?) throws(ExchangeError) {
    try begin(response.status)
    try stream.sendHead(response, length: length)
  }

  /// Whether the client offers to go on in another protocol, which its field Upgrade names.
  package var canUpgrade: Bool { stream.canUpgrade }

  /// Agrees to go on in another protocol: 101 with the fields that it needs. What is read and written
  /// from then on is that protocol's, without any limit of its length, until the connection ends.
  package func upgrade(_ response: Response) throws(ExchangeError) {
    try expect(canUpgrade && response.status == .switchingProtocols)
    try begin(response.status)
    bodyLimit = .max
    try stream.upgrade(response)
  }

  /// Sends the next piece of the body; waits while the client is slower than we are.
  package func write(_ bytes: Span<UInt8>) async throws(ExchangeError) {
    var sent = try offer(bytes)
    while sent < bytes.count {
      let count = try offer(bytes.extracting(sent...))
      if count == 0 { await roomWaiter.made().wait() }
      sent += count
    }
  }

  /// Sends as much of the next piece of the body as the client takes now, and answers how much that is;
  /// its observer is told when there is room for more.
  package func offer(_ bytes: Span<UInt8>) throws(ExchangeError) -> Int {
    try expect(hasResponded && !hasFinished)
    guard !bytes.isEmpty else { return 0 }
    let count = try stream.sendBody(bytes)
    bytesWritten += count
    return count
  }

  /// Ends the body.
  package func finish(trailers: Fields = Fields()) async throws(ExchangeError) {
    try end(trailers: trailers)
  }

  /// The same without a task.
  package func end(trailers: Fields = Fields()) throws(ExchangeError) {
    try expect(hasResponded && !hasFinished)
    try finish { () throws(ExchangeError) in try stream.finish(trailers: trailers) }
  }

  /// Sends the end of the response. What is called then, such as `whenOver`, finds the response finished.
  private func finish(_ send: () throws(ExchangeError) -> Void) throws(ExchangeError) {
    hasFinished = true
    do throws(ExchangeError) {
      try send()
    } catch {
      hasFinished = false
      throw error
    }
    isOver = true
  }

  /// Calls `body` when the server is to stop, or at once where it is already: for a response without an end,
  /// which should have one then.
  package func whenDraining(_ body: @escaping () -> Void) { stream.whenDraining(body) }

  /// Ends the response as broken, so that nobody takes what was sent for the whole.
  package func abort() {
    isOver = true
    stream.abort()
  }

  /// Ends the work on the response, as if the client were gone.
  package func cancel() {
    isOver = true
    stream.cancel()
  }

  /// Whether nothing more can be sent.
  private var isOver = false

  /// An exchange has one response, whose parts come in order; everything else is a bug of the
  /// handler's, which is counted and costs that handler alone its answer.
  private func expect(_ isInOrder: Bool) throws(ExchangeError) {
    guard !isInOrder else { return }
    found(.outOfOrder, "a part of a response came twice or out of order")
    throw .outOfOrder
  }

  private func begin(_ status: Status) throws(ExchangeError) {
    try expect(!hasResponded)
    self.status = status
  }
}

/// The work on a response.
extension Exchange {
  /// Way in which the work begins.
  enum Handler {
    case task((Exchange) async throws -> Void)
    case events((Exchange) -> ExchangeWork)
  }

  /// Begins to work; `start` runs a task. Answers whether events are to be told from now on.
  package func begin(task start: (@escaping (Exchange) async throws -> Void) -> Void) -> Bool {
    let work: ExchangeWork =
      switch handler.take() {
      case .task(let task): .task(task)
      case .events(let begin): begin(self)
      case nil: .none
      }
    switch work {
    case .task(let task): start(task)
    case .events(let observer) where !isOver:
      self.observer = observer
      return true
    case .events, .none: over()
    }
    return false
  }

  /// The client takes more of the response's body.
  package func roomCame() {
    roomWaiter?.wake()
    observer?.exchangeHasRoom()
  }

  /// More of the request's body has come, or none will.
  func contentCame() {
    contentWaiter?.wake()
    observer?.exchangeHasContent()
  }

  /// The client is gone.
  package func clientGone() {
    let observer = observer
    workEnded()
    observer?.exchangeClosed()
    contentWaiter?.wake()
    roomWaiter?.wake()
  }

  /// The response is given, or broken off.
  package func workEnded() {
    guard observer.take() != nil else { return }
    over()
  }

  private func over() { whenOver.take()?(self) }

  /// Has its handler answer, and answers for it what it leaves unanswered.
  package func answer(_ handler: (Exchange) async throws -> Void) async {
    defer { over() }
    do {
      try await handler(self)
      if !hasResponded {
        let cause = "the handler returned without a response"
        await answer(.internalServerError, for: (.unanswered, cause))
      }
    } catch let error as ExchangeError {
      if !hasResponded, let status = error.status { await answer(status, for: nil) }
    } catch {
      // An error from a handler that was cancelled because its client is gone means nothing.
      if Task.isCancelled { return }
      guard !hasResponded else { return found(.handlerError, "\(error)") }
      await answer(.internalServerError, for: (.handlerError, "\(error)"))
    }
  }

  /// Counts and reports a mistake of the handler. The query may name people, so it is left out.
  private func found(_ bug: ServerBug, _ cause: String) {
    let path = request.target.prefix { $0 != "?" }
    counters.found(bug, at: "\(request.method.name) \(path)", cause)
  }

  /// Answers in the handler's place, for a bug of its own where a client is there to notice it.
  private func answer(_ status: Status, for bug: (kind: ServerBug, cause: String)?) async {
    do throws(ExchangeError) {
      try await respond(Problems.response(status), body: Problems.body(status))
      if let bug { found(bug.kind, bug.cause) }
    } catch {
      // The client is gone and cannot be answered.
    }
  }
}
