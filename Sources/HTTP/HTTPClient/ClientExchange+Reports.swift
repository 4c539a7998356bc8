// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Reactor

/// Reports of the pool and the connection about a call.
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
    guard let (request, body) = unsent else { return }
    if !body.isReplayable { unsent = nil }
    phase = .waiting
    if let taken = connection.connectTime {
      connectTime = taken
      connection.connectTime = nil
    }
    do {
      try connection.send(request, body, self)
    } catch {
      failed(error)
      return
    }
    moved()
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

  /// Room for the fields that an intermediary adds to those of a response.
  private static let addedFields = 4
  private static let addedBytes = 160

  /// The fields of a head, with the room that the call asks for.
  func fields(copying view: borrowing FieldsView) -> Fields {
    guard options.isForwarded else { return Fields(copying: view) }
    return Fields(
      copying: view,
      more: ClientExchange.addedFields,
      bytes: ClientExchange.addedBytes
    )
  }

  /// `false` when it is one too many.
  func received(interim response: Response) -> Bool {
    interimCount += 1
    guard interimCount <= client.configuration.interimResponses else { return false }
    interim.append(response)
    moved()
    return true
  }

  func received(head response: consuming Response, length: Int?, over version: Version) {
    unsent = nil
    head = response
    latency = written.map { ResponseLatency(since: $0, on: client.core) }
    self.version = version
    bodyLength = length
    phase = .body
    moved()
  }

  /// Gives the connection the buffer for content; `receivedContent` says that it was filled.
  func withContent<Result, Failure: Error>(
    _ body: (inout ByteBuffer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = content.count
    // A block of the loop, which whoever takes the content gives back.
    if content.capacity == 0 { content = client.core.buffers.take() }
    defer { received += content.count - before }
    return try body(&content)
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
  }

  func failed(_ error: ClientError) {
    stopTimer()
    stream = nil
    queue = nil
    switch phase {
    case .queued, .waiting, .body:
      client.counters.failed(error.kind)
      if mayBeSentAgain(after: error) { return resend() }
      phase = .failed(error)
    case .complete, .failed: break
    }
    unsent = nil
    moved()
  }

  func outputDrained() {
    guard isOutputBlocked else { return }
    isOutputBlocked = false
    moved()
  }

  /// Whether a request whose connection ended is sent once more (RFC 9110 section 9.2.2): when the
  /// server has certainly not worked on it, or when nothing of a response has come, since an idle
  /// connection can be closed just when it is used again. Where no connection came about, every
  /// address has been tried already.
  private func mayBeSentAgain(after error: ClientError) -> Bool {
    guard unsent != nil, resends < options.retries, client.core.now < deadline else { return false }
    switch error.kind {
    case .closed, .unresponsive:
      let isIdempotent = options.isIdempotent ?? method.isIdempotent
      return error.wasNeverSent || isOnReusedConnection && isIdempotent && interimCount == 0
    case .streamReset: return error.wasNeverSent
    default: return false
    }
  }
}

extension ClientExchange: DeadlineHandler {
  /// The call has waited long enough for a connection.
  package func deadlineReached() {
    timer = nil
    guard let queue else { return }
    let kind: ClientError.Kind = queue.isDialling ? .connectTimeout : .queueTimeout
    _ = giveUp(
      ClientError(kind, "no connection to \(queue.destination) in time", wasNeverSent: true)
    )
  }
}
