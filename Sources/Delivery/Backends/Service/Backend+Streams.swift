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
  /// Sends a request to an endpoint and tells `whenOpen` what came of it, which may be before this
  /// returns. One with a streamed body is on its way then; of all others the head of the answer has
  /// come. Nothing is sent a second time that may have been worked on, unless the method is safe.
  package func beginStream(
    _ request: Request,
    body: CallBody = .none,
    options: CallOptions = CallOptions(),
    interim: ((Response) -> Void)? = nil,
    whenOpen: @escaping (Result<BackendStream, BackendFault>) -> Void
  ) -> RetriedCall {
    var call = BackendCall(request.target, method: request.method)
    call.isIdempotent = request.method.isSafe && body.isReplayable
    call.isStreamed = true
    call.deadline = options.deadline
    var options = options
    options.isIdempotent = call.isIdempotent
    let pending = PendingStream(
      call,
      request,
      body,
      options,
      of: self,
      interim: interim,
      whenOpen: whenOpen
    )
    pending.begin()
    return pending
  }

  /// The same for a task; cancelling it cancels the request.
  package func open(
    _ request: Request,
    body: CallBody = .none,
    options: CallOptions = CallOptions()
  ) async throws(BackendFault) -> BackendStream {
    try await value { beginStream(request, body: body, options: options, whenOpen: $0) }
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
