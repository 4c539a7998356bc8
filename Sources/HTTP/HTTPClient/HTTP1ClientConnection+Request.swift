// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Reactor

/// The way out.
extension HTTP1ClientConnection: ClientStream {
  func send(
    _ request: Request,
    _ body: CallBody,
    _ exchange: ClientExchange
  ) throws(ClientError) {
    guard phase == .idle else {
      throw ClientError(.closed, "the connection has just ended", wasNeverSent: true)
    }
    if output.capacity == 0 { output = core.buffers.take() }
    do {
      let framing = RequestRules.framing(request.method, body)
      try RequestWriter.appendHead(request, framing: framing, to: &output)
    } catch {
      core.buffers.recycle(&output)
      pool.freed(self)
      throw ClientError(.invalidRequest, "\(error)", cause: error)
    }
    begin(exchange)
    upload = RequestUpload(body)
    if case .bytes(let bytes) = body { output.append(bytes) }
    core.atEndOfBatch(self)
  }

  func write(_ bytes: Span<UInt8>) throws(ClientError) -> Bool {
    guard phase != .closed else { throw ClientError(.closed, "the connection has ended") }
    if isDeaf { return true }
    if output.capacity == 0 { output = core.buffers.take() }
    let isChunked = upload == .chunked
    try upload.take(bytes.count)
    if isChunked {
      ChunkWriter.append(bytes, to: &output)
    } else {
      output.append(bytes)
    }
    flush()
    return !isBlocked
  }

  func finish(trailers: Fields) throws(ClientError) {
    guard phase != .closed, !isDeaf, try upload.finish() else { return }
    guard !isUpgraded else {
      if output.count == 0 { channel.finishWriting() }
      return
    }
    if output.capacity == 0 { output = core.buffers.take() }
    ChunkWriter.appendEnd(trailers: trailers.view, to: &output)
    flush()
  }

  func flush() {
    guard output.count > 0 else { return }
    let exchange = exchange
    switch channel.write(&output) {
    case .done:
      isBlocked = false
      core.buffers.recycle(&output)
      if upload == .complete { written(for: exchange) }
    case .blocked: isBlocked = true
    case .failed(let failure):
      refused(failure)
      return
    }
    pace.sent(at: core.now)
    if let exchange { judgeFromNow(exchange) }
  }

  /// All of the request has been handed to the kernel.
  private func written(for exchange: ClientExchange?) {
    if isUpgraded { channel.finishWriting() } else { exchange?.requestWritten() }
  }

  /// A server may answer and close before it has read the whole request: its answer counts then, and
  /// the reader comes upon the end behind it.
  private func refused(_ failure: StreamFailure) {
    isBlocked = false
    isDeaf = true
    output.removeAll()
    if read() { take() }
    if phase == .head { fail(endOfConnection(failure.description, failure)) }
  }

  /// The server waits for us while the caller owes the rest of the body, or does not read; from the
  /// moment that this changes, the timer knows of it.
  func judgeFromNow(_ exchange: ClientExchange) {
    let owesBody = phase == .head && upload != .complete && !isBlocked
    pace.excuse(owesBody || exchange.isReaderBehind, at: core.now)
    updateTimer(for: exchange)
  }

  func consumed(_ count: Int) {
    guard phase == .body, let exchange else { return }
    channel.setReading(!exchange.isReaderBehind)
    judgeFromNow(exchange)
  }

  func cancel() {
    exchange = nil
    close(.call)
  }
}

extension HTTP1ClientConnection: BatchHandler {
  /// Writes the request, after all calls of the batch have begun. What is blocked goes on in `channelWritable`,
  /// which tells the exchange.
  func batchEnded() { if !isBlocked { flush() } }
}
