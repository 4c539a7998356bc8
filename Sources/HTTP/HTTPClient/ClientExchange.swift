// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import HTTPValues
import Reactor

/// One call: a request on its way and the response that comes back.
///
/// Whoever lets go of a call that is not over gives it up: its stream is reset, or its connection
/// closed. One task at a time waits for the response, and one at a time writes the request's body.
package final class ClientExchange {
  enum Phase {
    /// Waits for a connection.
    case queued
    /// Waits for the response's head.
    case waiting
    case body
    case complete
    case failed(ClientError)
  }

  let method: Method
  let client: HTTPClient
  let options: CallOptions
  /// The request, until a connection has taken it.
  var unsent: (request: Request, body: CallBody)?
  /// The queue in which the call waits, if it does.
  var queue: ConnectionPool?
  /// Where the call is under way.
  var stream: (any ClientStream)?
  /// Whether the connection had been used before, so that its end may have nothing to do with us.
  var isOnReusedConnection = false
  var phase = Phase.queued
  var content = ByteBuffer()
  var head: Response?
  var interim: [Response] = []
  var interimCount = 0
  let inputWaiter = Waiter()
  /// Where who writes the request's body waits, once somebody does.
  var outputWaiter: Waiter?
  var isOutputBlocked = false
  /// Whether the body waits until the server wants it.
  var isHoldingBack: Bool
  var timer: TimerID?
  /// How much content may wait for its reader.
  var readAhead: Int
  /// How much content has come.
  var received = 0
  private var unpacker: ContentUnpacker?

  /// Whether the response has no body whatever its head says.
  package var isHead: Bool { method == .head }
  /// The protocol version that the response came in.
  package internal(set) var version = Version.http11
  /// How long the body is; `nil` when only its end will tell.
  package internal(set) var bodyLength: Int?
  /// The fields behind the body; known once `read` has answered `false`.
  package internal(set) var trailers = Fields()

  init(_ request: Request, _ body: CallBody, _ client: HTTPClient, _ options: CallOptions) {
    method = request.method
    unsent = (request, body)
    self.client = client
    self.options = options
    readAhead = client.configuration.readAhead
    isHoldingBack = options.expectsContinue && !body.isEmpty
  }

  deinit {
    if let stream, client.loop.isCurrent { stream.cancel() }
  }

  /// Whether the head has come.
  package var hasResponse: Bool { head != nil }
  /// The response's head, once it has come.
  package var response: Response { head ?? Response(.badGateway) }

  var deadline: Instant { options.deadline }

  /// Waits until a connection has taken the request.
  func waitForConnection() async throws(ClientError) {
    while case .queued = phase { await wait(inputWaiter) }
    if case .failed(let error) = phase { throw error }
  }

  /// Waits for the response's head; `handle` is shown the interim responses before it.
  package func waitForHead(
    _ handle: ((Response) async -> Void)?
  ) async throws(ClientError) {
    while true {
      while !interim.isEmpty {
        let next = interim.removeFirst()
        await handle?(next)
      }
      switch phase {
      case .failed(let error): throw error
      case .body, .complete:
        try startUnpacking()
        return
      case .queued, .waiting: await wait(inputWaiter)
      }
    }
  }

  /// Appends the next bytes of the body; `false` at its end. Waits while there are none.
  package func read(into buffer: inout ByteBuffer) async throws(ClientError) -> Bool {
    if unpacker != nil { return try await readUnpacked(into: &buffer) }
    while true {
      let count = content.count
      if count > 0 {
        if buffer.capacity == 0 { swap(&buffer, &content) } else { buffer.append(from: &content) }
        stream?.consumed(count)
        return true
      }
      switch phase {
      case .failed(let error): throw error
      case .complete: return false
      case .body, .waiting, .queued: await wait(inputWaiter)
      }
    }
  }

  /// Writes a piece of the request's body; waits while the server is slower than we are.
  package func write(_ bytes: Span<UInt8>) async throws(ClientError) {
    while isHoldingBack, case .waiting = phase { await waitForOutput() }
    if case .failed(let error) = phase { throw error }
    // A server that has answered may have no use for the rest.
    guard let stream, !isHoldingBack, bytes.count > 0 else { return }
    do {
      isOutputBlocked = try !stream.write(bytes)
    } catch {
      throw giveUp(error)
    }
    while isOutputBlocked, self.stream != nil { await waitForOutput() }
    if case .failed(let error) = phase { throw error }
  }

  /// Ends the request's body.
  package func finish(trailers: Fields = Fields()) throws(ClientError) {
    if case .failed(let error) = phase { throw error }
    if isHoldingBack, head != nil { return }
    do {
      try stream?.finish(trailers: trailers)
    } catch {
      throw giveUp(error)
    }
  }

  /// Gives the call up.
  package func cancel() { _ = giveUp(ClientError(.cancelled, "the caller gave up")) }

  /// Ends the call for a reason of our own, which is handed back.
  func giveUp(_ error: ClientError) -> ClientError {
    let stream = stream
    queue?.withdraw(self)
    failed(error)
    stream?.cancel()
    return error
  }

  private func waitForOutput() async {
    let waiter = outputWaiter ?? Waiter()
    outputWaiter = waiter
    await wait(waiter)
  }

  /// Waits, and lets the cancellation of the task end the call.
  func wait(_ waiter: Waiter) async {
    let confined = LoopConfined(self, to: client.loop)
    let loop = client.core.loop
    await withTaskCancellationHandler {
      await waiter.wait()
    } onCancel: {
      loop.execute { confined.value.cancel() }
    }
  }
}

/// Content that comes in codings and is read without them.
extension ClientExchange {
  /// From here on the response looks as if its content had come as it is.
  private func startUnpacking() throws(ClientError) {
    guard let limits = options.decoding, unpacker == nil, !isHead, bodyLength != 0,
      let named = head?.fields["content-encoding"]
    else { return }
    do {
      unpacker = try ContentUnpacker(named, limits)
    } catch {
      throw giveUp(error)
    }
    head?.fields.remove("content-encoding")
    head?.fields.remove("content-length")
    bodyLength = nil
  }

  private func readUnpacked(into buffer: inout ByteBuffer) async throws(ClientError) -> Bool {
    while let unpacker {
      let before = (content.count, buffer.count)
      do {
        try unpacker.unpack(&content, into: &buffer)
      } catch {
        throw giveUp(error)
      }
      if content.count < before.0 { stream?.consumed(before.0 - content.count) }
      if buffer.count > before.1 { return true }
      switch phase {
      case .failed(let error): throw error
      case .complete:
        try unpacker.finish()
        return false
      case .body, .waiting, .queued: await wait(inputWaiter)
      }
    }
    return false
  }

  /// The rest of the response; more than `limit` bytes are an error.
  package func collect(atMost limit: Int) async throws(ClientError) -> FetchedResponse {
    if let length = bodyLength, length > limit { throw tooLarge(limit) }
    if unpacker == nil, case .complete = phase {
      guard content.count <= limit else { throw tooLarge(limit) }
      let body = content.span.array
      return FetchedResponse(response: response, body: body, trailers: trailers)
    }
    var body = ByteBuffer()
    while try await read(into: &body) {
      guard body.count <= limit else { throw tooLarge(limit) }
    }
    return FetchedResponse(response: response, body: body.span.array, trailers: trailers)
  }

  private func tooLarge(_ limit: Int) -> ClientError {
    giveUp(ClientError(.bodyTooLarge, "the response is longer than \(limit) bytes"))
  }
}
