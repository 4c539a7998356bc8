// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import HTTPValues
import Reactor

/// One call: a request on its way and the response that comes back.
package final class ClientExchange {
  private enum Phase {
    case waiting
    case body
    case complete
    case failed(ClientError)
  }

  let method: Method
  /// Whether the response has no body whatever its head says.
  package var isHead: Bool { method == .head }
  let deadline: Instant
  private let client: HTTPClient
  /// Where the call is under way.
  var stream: (any ClientStream)?
  /// Whether the connection had been used before, so that its end may have nothing to do with us.
  var isOnReusedConnection = false
  private var phase = Phase.waiting
  private var content = ByteBuffer()
  private var head: Response?
  private var interim: [Response] = []
  private var interimCount = 0
  private let inputWaiter = Waiter()
  private let outputWaiter = Waiter()
  private var isOutputBlocked = false
  /// How much content may wait for its reader.
  private(set) var readAhead: Int
  private var acknowledged = 0

  /// The protocol version that the response came in.
  package private(set) var version = Version.http11
  /// How long the body is; `nil` when only its end will tell.
  package private(set) var bodyLength: Int?
  /// The fields behind the body; known once `read` has answered `false`.
  package private(set) var trailers = Fields()

  init(_ method: Method, _ client: HTTPClient, deadline: Instant) {
    self.method = method
    self.client = client
    self.deadline = deadline
    readAhead = client.configuration.readAhead
  }

  /// The response's head, once it has come.
  package var response: Response { head ?? Response(.badGateway) }

  var hasHead: Bool { head != nil }

  // MARK: what the connection reports

  func received(interim response: Response) -> Bool {
    interimCount += 1
    guard interimCount <= client.configuration.interimResponses else { return false }
    interim.append(response)
    inputWaiter.wake()
    return true
  }

  func received(head response: Response, length: Int?, over version: Version) {
    head = response
    self.version = version
    bodyLength = length
    phase = .body
    inputWaiter.wake()
  }

  /// Gives the connection the buffer for content; the reader is told by `receivedContent`.
  func withContent<Failure: Error>(
    _ body: (inout ByteBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    try body(&content)
  }

  func receivedContent() { inputWaiter.wake() }

  func append(_ bytes: Span<UInt8>) {
    content.append(bytes)
    inputWaiter.wake()
  }

  /// How much content waits for its reader.
  var waitingContent: Int { content.count }

  func ended(trailers: Fields) {
    guard case .body = phase else { return }
    self.trailers = trailers
    phase = .complete
    inputWaiter.wake()
    outputWaiter.wake()
  }

  func failed(_ error: ClientError) {
    switch phase {
    case .waiting, .body:
      phase = .failed(error)
      client.counters.failed(error.kind)
    case .complete, .failed: return
    }
    stream = nil
    inputWaiter.wake()
    outputWaiter.wake()
  }

  func outputDrained() {
    isOutputBlocked = false
    outputWaiter.wake()
  }

  /// Whether a request whose connection ended may be sent once more (RFC 9110 section 9.2.2): an
  /// idle connection can be closed just when it is used again.
  func mayBeSentAgain(_ method: Method, _ error: ClientError) -> Bool {
    error.kind == .closed && isOnReusedConnection && method.isIdempotent
  }

  // MARK: the caller's side

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
      case .body, .complete: return
      case .waiting: await wait(inputWaiter)
      }
    }
  }

  /// Appends the next bytes of the body; `false` at its end. Waits while there are none.
  package func read(into buffer: inout ByteBuffer) async throws(ClientError) -> Bool {
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
      case .body, .waiting: await wait(inputWaiter)
      }
    }
  }

  /// The rest of the response; more than `limit` bytes are an error.
  func collect(atMost limit: Int) async throws(ClientError) -> FetchedResponse {
    if let length = bodyLength, length > limit { throw tooLarge(limit) }
    readAhead = limit.addingReportingOverflow(1).partialValue
    while true {
      guard content.count <= limit else { throw tooLarge(limit) }
      switch phase {
      case .failed(let error): throw error
      case .complete:
        let body = content.span.array
        return FetchedResponse(response: response, body: body, trailers: trailers)
      case .body, .waiting: break
      }
      let taken = content.count - acknowledged
      acknowledged = content.count
      stream?.consumed(taken)
      await wait(inputWaiter)
    }
  }

  private func tooLarge(_ limit: Int) -> ClientError {
    cancel()
    return ClientError(.bodyTooLarge, "the response is longer than \(limit) bytes")
  }

  /// Writes a piece of the request's body; waits while the server is slower than we are.
  package func write(_ bytes: Span<UInt8>) async throws(ClientError) {
    if case .failed(let error) = phase { throw error }
    // A server that has answered may have no use for the rest.
    guard let stream else { return }
    isOutputBlocked = try !stream.write(bytes)
    while isOutputBlocked, self.stream != nil {
      if case .complete = phase { return }
      await wait(outputWaiter)
    }
    if case .failed(let error) = phase { throw error }
  }

  /// Ends the request's body.
  package func finish(trailers: Fields = Fields()) throws(ClientError) {
    if case .failed(let error) = phase { throw error }
    try stream?.finish(trailers: trailers)
  }

  /// Gives the call up.
  package func cancel() {
    let stream = stream
    failed(ClientError(.cancelled, "the caller gave up"))
    stream?.cancel()
  }

  /// Waits, and lets the cancellation of the task end the call.
  private func wait(_ waiter: Waiter) async {
    let confined = LoopConfined(self, to: client.core.loop.number)
    let loop = client.core.loop
    await withTaskCancellationHandler {
      await waiter.wait()
    } onCancel: {
      loop.execute { confined.value.cancel() }
    }
  }
}
