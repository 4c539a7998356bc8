// SPDX-License-Identifier: Apache-2.0

// Requests of visitors that are passed on are sent like calls: breaker, room, endpoint, attempt. What
// they say of the backend is less, since anybody may ask for anything: a page that is broken, hangs or
// hangs up says something of the endpoint beside others, and nothing against the whole service. How
// long pages take says nothing of the load, since there are light ones and heavy ones: the limit
// holds these requests like all others, and is moved by calls alone. The room is given back with the
// head, since what follows comes at the visitor's speed.

package import HTTPClient
package import HTTPValues
import Reactor

/// Sending requests on, and reading the answers as they come.
extension Backend {
  /// Sends a request to an endpoint. One with a streamed body is on its way when this returns; of
  /// all others the head of the answer has come. Nothing is sent a second time that may have been
  /// worked on, unless the method is safe.
  package func open(
    _ request: Request,
    body: CallBody = .none,
    options: CallOptions = CallOptions(),
    interim: ((Response) async -> Void)? = nil
  ) async throws(BackendFault) -> BackendStream {
    var call = BackendCall(request.target, method: request.method)
    call.isIdempotent = request.method.isSafe && body.isReplayable
    call.isStreamed = true
    call.deadline = options.deadline
    return try await attempts(call) { (progress) throws(BackendFault) in
      try await self.openOnce(call, request, body, options, interim, &progress)
    }
  }

  private func openOnce(
    _ call: BackendCall,
    _ request: Request,
    _ body: CallBody,
    _ options: CallOptions,
    _ interim: ((Response) async -> Void)?,
    _ progress: inout CallProgress
  ) async throws(BackendFault) -> BackendStream {
    do throws(BackendFault) {
      let attempt = try await admitted(call, avoiding: progress.tried)
      progress.tries(attempt.id)
      return try await send(attempt, call, request, body, options, interim)
    } catch {
      progress.failed()
      var fault = error
      fault.attempts = progress.attempts
      throw fault
    }
  }

  private func send(
    _ attempt: Attempt,
    _ call: BackendCall,
    _ request: Request,
    _ body: CallBody,
    _ options: CallOptions,
    _ interim: ((Response) async -> Void)?
  ) async throws(BackendFault) -> BackendStream {
    var request = request
    request.scheme = attempt.endpoint.origin.scheme
    if let authority = settings.authority { request.authority = authority }
    var options = options
    options.isIdempotent = call.isIdempotent
    let origin = attempt.endpoint.origin
    do throws(ClientError) {
      guard body.isReplayable else {
        let exchange = try await client.begin(request, to: origin, body: body, options: options)
        return BackendStream(exchange, attempt, of: self)
      }
      let exchange = try client.submit(request, to: origin, body: body, options: options)
      attempt.exchange = exchange
      try await exchange.waitForHead(interim)
      attempt.exchange = nil
      let stream = BackendStream(exchange, attempt, of: self)
      stream.answered()
      return stream
    } catch {
      let fault = fault(error, attempt)
      failed(attempt, fault)
      throw fault
    }
  }

  // MARK: what it says of the backend

  /// The head of an answer has come.
  func answered(_ attempt: Attempt, _ status: Status) {
    counters.answered(status, after: core.now - attempt.began)
    let isFailure = settings.failures.contains(status)
    attempt.tellBreaker(isFailure ? .neither : .success)
    tellEjection(attempt, isFailure ? .failure() : .success)
    attempt.leave(.nothing)
  }

  /// No head will come.
  func failed(_ attempt: Attempt, _ fault: BackendFault) {
    attempt.end()
    attempt.leaveEndpoint()
    switch fault.kind {
    case .refused, .unreachable, .insecure, .connectTimeout: attempt.tellBreaker(.failure())
    default: attempt.tellBreaker(.neither)
    }
    tellEjection(attempt, outcome(of: fault, after: core.now - attempt.began))
    attempt.leave(.nothing)
  }

  /// The visitor has gone before the head came.
  func abandoned(_ attempt: Attempt) {
    attempt.leaveEndpoint()
    attempt.tellBreaker(.neither)
    attempt.leave(.nothing)
  }

  /// The body has ended, or broke.
  func ended(_ attempt: Attempt, _ error: ClientError?) {
    attempt.leaveEndpoint()
    guard let error, error.origin == .server else { return }
    let fault = fault(error, attempt)
    counters.failed(fault.kind, after: nil)
    tellEjection(attempt, .failure())
  }
}
