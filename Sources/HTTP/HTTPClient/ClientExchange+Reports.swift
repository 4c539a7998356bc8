// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Reactor

/// What the pool and the connection say of a call.
extension ClientExchange {
  // MARK: the way there

  /// The call waits in the queue of `pool`.
  func queued(in pool: ConnectionPool) {
    queue = pool
    timer = client.core.schedule(
      self,
      at: min(deadline, client.core.now + options.connectionWait)
    )
  }

  /// Hands the request over to a connection.
  func send(over connection: any ClientConnection) {
    queue = nil
    stopTimer()
    guard let (request, body) = unsent.take() else { return }
    phase = .waiting
    do {
      try connection.send(request, isHoldingBack ? held(body) : body, self)
    } catch {
      failed(error)
      return
    }
    if isHoldingBack {
      let limit = client.core.now + client.configuration.continueTimeout
      timer = client.core.schedule(self, at: limit)
    }
    inputWaiter?.wake()
  }

  /// A body that is held back is written piece by piece, when its time comes.
  private func held(_ body: CallBody) -> CallBody {
    if case .bytes(let bytes) = body { .streaming(length: bytes.count) } else { body }
  }

  private func stopTimer() {
    if let timer { client.core.cancel(timer) }
    timer = nil
  }

  /// All of the request has been handed to the kernel.
  func requestWritten() { if written == nil { written = client.core.momentNow } }

  // MARK: the response

  /// Whether a head of this size is within the call's limits.
  func admitsHead(fields: Int, bytes: @autoclosure () -> Int) -> Bool {
    fields <= options.headFields && (options.headBytes == .max || bytes() <= options.headBytes)
  }

  /// `false` when it is one too many.
  func received(interim response: Response) -> Bool {
    interimCount += 1
    guard interimCount <= client.configuration.interimResponses else { return false }
    if response.status == .continue, options.expectsContinue {
      release()
    } else {
      interim.append(response)
      moved()
    }
    return true
  }

  /// The body waits no longer.
  private func release() {
    stopTimer()
    isHoldingBack = false
    outputWaiter?.wake()
  }

  func received(head response: Response, length: Int?, over version: Version) {
    stopTimer()
    head = response
    latency = written.map { ResponseLatency(since: $0, on: client.core) }
    self.version = version
    bodyLength = length
    phase = .body
    moved()
    // A body that is still held back is not wanted any more.
    if isHoldingBack { outputWaiter?.wake() }
  }

  /// Gives the connection the buffer for content; `receivedContent` says that it was filled.
  func withContent<Failure: Error>(
    _ body: (inout ByteBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    let before = content.count
    defer { received += content.count - before }
    try body(&content)
  }

  /// `false` when there is more of it than the call takes.
  func receivedContent() -> Bool {
    moved()
    return received <= options.responseBytes
  }

  func append(_ bytes: Span<UInt8>) -> Bool {
    content.append(bytes)
    received += bytes.count
    return receivedContent()
  }

  /// Whether the reader is so far behind that nothing more should come.
  var isReaderBehind: Bool { content.count >= readAhead }

  func ended(trailers: Fields) {
    guard case .body = phase else { return }
    self.trailers = trailers
    phase = .complete
    moved()
    outputWaiter?.wake()
  }

  func failed(_ error: ClientError) {
    switch phase {
    case .queued, .waiting, .body:
      phase = .failed(error)
      client.counters.failed(error.kind)
    case .complete, .failed: break
    }
    stopTimer()
    stream = nil
    queue = nil
    moved()
    outputWaiter?.wake()
  }

  func outputDrained() {
    isOutputBlocked = false
    outputWaiter?.wake()
  }

  /// Whether a request whose connection ended may be sent once more (RFC 9110 section 9.2.2): when
  /// the server has certainly not worked on it, or when nothing of a response has come, since an
  /// idle connection can be closed just when it is used again. Where no connection came about,
  /// every address has been tried already.
  package func mayBeSentAgain(after error: ClientError) -> Bool {
    switch error.kind {
    case .closed, .unresponsive:
      return error.isRetrySafe
        || isOnReusedConnection && method.isIdempotent && head == nil && interimCount == 0
    case .streamReset: return error.isRetrySafe
    default: return false
    }
  }
}

extension ClientExchange: DeadlineHandler {
  /// The call has waited long enough, for a connection or for the server's leave to go on.
  package func deadlineReached() {
    timer = nil
    if let queue {
      let kind: ClientError.Kind = queue.isDialling ? .connectTimeout : .queueTimeout
      _ = giveUp(ClientError(kind, "no connection to \(queue.origin) in time", isRetrySafe: true))
    } else if isHoldingBack {
      release()
    }
  }
}
