// SPDX-License-Identifier: Apache-2.0

// The limits of a call are those of a call over a connection: its deadline, the pace of the response, the
// size of its head and its body, and how much of a body waits for its reader on either side.

package import Bytes
package import HTTPValues
import Reactor

/// One call to a server in this process: the place where the bodies of its request and its response are
/// handed over.
package final class LocalCall {
  /// Length of the request's body; `nil` when only its end will tell.
  package let bodyLength: Int?
  /// The fields behind the request's body; known once `take` has answered its end.
  package private(set) var requestTrailers = Fields()
  /// Is told what the caller does, until the call is over.
  package var observer: (any LocalCallObserver)?
  /// Whether nothing more can be sent: the response has ended, or its caller is gone.
  package private(set) var isOver = false
  /// Whether the caller has to read before it takes more of the response.
  package private(set) var isFull = false
  /// The call as its caller sees it, which holds this object and not the other way round.
  private weak var exchange: ClientExchange?
  private let core: LoopCore
  /// The part of the request's body that the server has not read.
  private var input = ByteBuffer()
  private var upload: RequestUpload
  private var isInputComplete: Bool
  /// Whether the writer of the request's body waits for the server.
  private var isInputBlocked = false
  private var pace: Pace
  private var timer = LazyTimer()

  init(_ body: CallBody, of exchange: ClientExchange) {
    self.exchange = exchange
    core = exchange.client.core
    upload = RequestUpload(body)
    isInputComplete = body.isReplayable
    switch body {
    case .none: bodyLength = 0
    case .bytes(let bytes):
      bodyLength = bytes.count
      input.append(bytes)
    case .streaming(let length): bodyLength = length
    }
    let limits = exchange.options.pace ?? exchange.client.configuration.pace
    pace = Pace(limits, now: exchange.client.core.now)
  }

  func begin(_ request: Request, at origin: any LocalOrigin) {
    if isInputComplete { exchange?.requestWritten() }
    judgeFromNow()
    origin.take(self, request)
  }

  // MARK: the server's side

  /// Appends what has come of the request's body since the last time.
  package func take(into buffer: inout ByteBuffer) -> ClientExchange.Taken {
    guard !input.isEmpty else { return isInputComplete ? .end : .nothing }
    buffer.append(from: &input)
    if isInputBlocked {
      isInputBlocked = false
      pace.sent(at: core.now)
      exchange?.outputDrained()
    }
    judgeFromNow()
    return .bytes
  }

  /// Sends an interim response.
  package func inform(_ response: Response) {
    guard let exchange = caller else { return }
    guard exchange.received(interim: response) else {
      let limit = exchange.client.configuration.interimResponses
      return fail(ClientError(.tooManyInterim, "more than \(limit)"))
    }
    pace.startOver(at: core.now)
    judgeFromNow()
  }

  /// Begins the response; `length` when that of its body is known.
  package func begin(_ response: Response, length: Int?) {
    guard let exchange = caller else { return }
    let bytes = response.fields.byteCount
    guard exchange.admitsHead(fields: response.fields.count, bytes: bytes) else {
      let detail = "\(response.fields.count) fields of \(bytes) bytes"
      return fail(ClientError(.headTooLarge, detail))
    }
    if response.isEventStream { pace.expectEvents() }
    pace.received(0, at: core.now)
    exchange.received(head: response, length: length, over: .http11)
    judgeFromNow()
  }

  /// Sends as much of the next piece of the body as the caller takes now, and returns how much that is.
  package func send(_ bytes: Span<UInt8>) -> Int {
    guard let exchange = caller else { return 0 }
    let count = min(bytes.count, max(0, exchange.readAhead - exchange.content.count))
    guard count > 0 else {
      isFull = true
      return 0
    }
    append(bytes.extracting(first: count), to: exchange)
    return count
  }

  /// Sends all of a body that is there, however much the caller has read.
  package func send(all bytes: Span<UInt8>) {
    if let exchange = caller { append(bytes, to: exchange) }
  }

  private func append(_ bytes: Span<UInt8>, to exchange: ClientExchange) {
    pace.received(bytes.count, at: core.now)
    guard exchange.append(bytes) else {
      return fail(ClientError(.bodyTooLarge, "more than \(exchange.options.responseBytes) bytes"))
    }
    judgeFromNow()
  }

  /// Ends the response.
  package func end(trailers: Fields) {
    guard let exchange = caller else { return }
    close()
    exchange.stream = nil
    exchange.ended(trailers: trailers)
  }

  /// Breaks the response off, so that nobody takes what was sent for the whole.
  package func abort() {
    guard let exchange = caller else { return }
    close()
    let hasBegun = exchange.head != nil
    exchange.failed(
      ClientError(
        hasBegun ? .truncated : .closed,
        hasBegun
          ? "the response ended after \(exchange.received) bytes"
          : "the server ended the call before it answered"
      )
    )
  }

  /// The caller's side, as long as something can be sent to it.
  private var caller: ClientExchange? { isOver ? nil : exchange }

  // MARK: limits

  /// The server waits for us while the caller owes the rest of the body, or does not read.
  private func judgeFromNow() {
    guard let exchange = caller else { return }
    let owesBody = exchange.head == nil && !isInputComplete && !isInputBlocked
    pace.excuse(owesBody || exchange.isReaderBehind, at: core.now)
    timer.arm(min(exchange.deadline, pace.nextLook), on: core, self)
  }

  /// Ends the call for a limit that it has reached.
  private func fail(_ error: ClientError) {
    let (exchange, observer) = (caller, observer)
    close()
    exchange?.failed(error)
    observer?.callerLeft()
  }

  private func close() {
    isOver = true
    observer = nil
    input = ByteBuffer()
    timer.cancel(on: core)
  }
}

extension LocalCall: ClientStream {
  func write(_ bytes: Span<UInt8>) throws(ClientError) -> Bool {
    guard !isOver else { return true }
    try upload.take(bytes.count)
    input.append(bytes)
    pace.sent(at: core.now)
    if upload == .complete { completeInput() }
    isInputBlocked = !isInputComplete && input.count >= LocalCall.inputAhead
    judgeFromNow()
    observer?.requestMoved()
    return !isInputBlocked
  }

  /// Number of bytes of a request's body that may wait for the server.
  private static let inputAhead = 65_536

  func finish(trailers: Fields) throws(ClientError) {
    guard !isOver else { return }
    _ = try upload.finish()
    requestTrailers = trailers
    completeInput()
    judgeFromNow()
    observer?.requestMoved()
  }

  private func completeInput() {
    isInputComplete = true
    exchange?.requestWritten()
  }

  func consumed(_ count: Int) {
    guard let exchange = caller else { return }
    judgeFromNow()
    guard isFull, !exchange.isReaderBehind else { return }
    isFull = false
    observer?.callerHasRoom()
  }

  func cancel() {
    let observer = observer
    close()
    observer?.callerLeft()
  }
}

extension LocalCall: DeadlineHandler {
  package func deadlineReached() {
    timer.fired()
    guard let exchange = caller else { return }
    if core.now >= exchange.deadline {
      fail(ClientError(.timeout, "the call's deadline has passed"))
    } else if pace.isTooSlow(at: core.now) {
      fail(ClientError(.tooSlow, "\(exchange.received) bytes came in time"))
    } else {
      judgeFromNow()
    }
  }
}

extension Fields {
  /// Bytes of the fields as lines of HTTP/1.1.
  fileprivate var byteCount: Int {
    let view = view
    return (0..<view.count).reduce(0) {
      $0 + view.name(at: $1).count + view.value(at: $1).count + 4
    }
  }
}
