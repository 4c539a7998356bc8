// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
package import HTTPValues
package import Reactor

/// One call: a request on its way and the response that comes back.
///
/// Releasing a call that is not over cancels it: its stream is reset, or its connection closed. One
/// task at a time waits for the response, or one watcher is called when something has come.
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
  private let destination: Destination
  /// The request, as long as it may have to be sent, or sent again.
  var unsent: (request: Request, body: CallBody)?
  /// Number of times that the request was sent again.
  var resends = 0
  private var isResendDue = false
  /// The queue in which the call waits, if it does.
  var queue: ConnectionPool?
  /// Where the call is under way.
  var stream: (any ClientStream)?
  /// Whether the connection had been used before, so that its end may have nothing to do with us.
  var isOnReusedConnection = false
  var phase = Phase.queued
  /// The part of the body that has arrived and was not read yet.
  var content = ByteBuffer()
  var head: Response?
  var interim: [Response] = []
  var interimCount = 0
  /// The place where the reader of the response waits, once it does.
  var inputWaiter: Waiter?
  /// Watcher that is called when something has come, until the call is over.
  private var watcher: (any ExchangeWatcher)?
  private var isWatcherDue = false
  var isOutputBlocked = false
  var timer: TimerID?
  /// Number of content bytes that may wait for their reader.
  var readAhead: Int
  /// Number of content bytes that have come.
  var received = 0
  /// Time at which the kernel had taken all of the request; `nil` until then.
  package internal(set) var written: Instant?
  /// Time that the server took to answer; `nil` as long as there is no head, and where it came
  /// before the request was written.
  package internal(set) var latency: ResponseLatency?
  /// Time that the connection took to open, if the call is the first one over it.
  package internal(set) var connectTime: Duration?
  var unpacker: ContentUnpacker?

  /// Whether the response has no body whatever its head says.
  package var isHead: Bool { method == .head }
  /// The protocol version that the response came in.
  package internal(set) var version = Version.http11
  /// Length of the body; `nil` when only its end will tell.
  package internal(set) var bodyLength: Int?
  /// The fields behind the body; known once `read` has answered `false`.
  package internal(set) var trailers = Fields()

  init(
    _ request: Request,
    _ body: CallBody,
    to destination: Destination,
    _ client: HTTPClient,
    _ options: CallOptions
  ) {
    method = request.method
    unsent = (request, body)
    self.destination = destination
    self.client = client
    self.options = options
    readAhead = client.configuration.readAhead
  }

  deinit {
    if let stream, client.loop.isCurrent { stream.cancel() }
  }

  /// Whether the head has come.
  package var hasResponse: Bool { head != nil }
  /// The response's head, once it has come.
  package var response: Response { head ?? Response(.badGateway) }

  /// Changes the response's head, before somebody takes it.
  package func changeResponse(_ change: (inout Response) -> Void) {
    if var changed = head {
      change(&changed)
      head = changed
    }
  }

  /// Returns the response's head, and keeps no more than its status: a body may be without an end.
  package func takeResponse() -> Response {
    let response = response
    if head != nil { head = Response(response.status) }
    return response
  }

  var deadline: Instant { options.deadline }

  /// Whether a connection has taken the request.
  package func isUnderWay() throws(ClientError) -> Bool {
    switch phase {
    case .failed(let error): throw error
    case .queued: return false
    case .waiting, .body, .complete: return true
    }
  }

  /// Returns the next interim response that was not taken yet.
  package func takeInterim() -> Response? { interim.isEmpty ? nil : interim.removeFirst() }

  /// Waits for the response's head; `handle` is shown the interim responses before it.
  package func waitForHead(
    _ handle: ((Response) -> Void)?
  ) async throws(ClientError) {
    while true {
      while let next = takeInterim() { handle?(next) }
      if try hasHead() { return }
      await waitForInput()
    }
  }

  /// Whether the response's head has come.
  package func hasHead() throws(ClientError) -> Bool {
    switch phase {
    case .failed(let error): throw error
    case .body, .complete:
      try startUnpacking()
      return true
    case .queued, .waiting: return false
    }
  }

  /// Tells `watcher` from now on when something has come, until the call is over.
  package func watch(_ watcher: any ExchangeWatcher) {
    self.watcher = watcher
    switch phase {
    case .queued, .waiting: break
    case .body, .complete, .failed: moved()
    }
  }

  /// Removes the watcher.
  package func unwatch() { watcher = nil }

  /// Something has come, there is room for more of the request's body, or the call is over.
  func moved() {
    inputWaiter?.wake()
    guard watcher != nil, !isWatcherDue else { return }
    isWatcherDue = true
    client.core.wake(self)
  }

  /// Whether the server takes more of the request's body now; the watcher is told when it does again.
  package var hasRoom: Bool { !isOutputBlocked }

  /// Sends a piece of the request's body, all of it; the next one should wait until there is room.
  package func write(_ bytes: Span<UInt8>) throws(ClientError) {
    if case .failed(let error) = phase { throw error }
    // A server that has answered may have no use for the rest.
    guard let stream, bytes.count > 0 else { return }
    do {
      isOutputBlocked = try !stream.write(bytes)
    } catch {
      throw giveUp(error)
    }
  }

  /// Ends the request's body.
  package func finish(trailers: Fields = Fields()) throws(ClientError) {
    if case .failed(let error) = phase { throw error }
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

  /// Waits until something has moved, and lets the cancellation of the task end the call.
  func waitForInput() async {
    let waiter = inputWaiter.made()
    let confined = LoopConfined(self, to: client.loop)
    let loop = client.core.loop
    await withTaskCancellationHandler {
      await waiter.wait()
    } onCancel: {
      loop.execute { confined.value.cancel() }
    }
  }
}

/// Is called when an exchange has moved on.
package protocol ExchangeWatcher: AnyObject {
  /// There is a head, more of the body, room for more of the request's body, or the end of the call.
  func exchangeMoved()
}

extension ClientExchange: WakeHandler {
  package func woken() {
    if isResendDue {
      isResendDue = false
      if case .queued = phase { client.submit(self, to: destination) }
    }
    if isWatcherDue {
      isWatcherDue = false
      watcher?.exchangeMoved()
    }
  }

  /// Sends the request once more, after the work that runs now has returned.
  func resend() {
    resends += 1
    client.counters.retried()
    phase = .queued
    written = nil
    isOutputBlocked = false
    isResendDue = true
    client.core.wake(self)
  }
}
