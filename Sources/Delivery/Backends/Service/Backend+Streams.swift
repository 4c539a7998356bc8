// SPDX-License-Identifier: Apache-2.0

// Visitors' requests that are passed on are sent like calls: breaker, permit, endpoint, attempt.
// Their outcomes count for less, since visitors may ask for anything: a page that is broken, hangs
// or closes the connection counts against its endpoint beside others, and not against the whole
// service. Their durations do not count for the load, since pages differ: the limit holds these
// requests like all others, and adapts to calls alone. The permit is returned with the head, since
// the body comes at the visitor's speed. So does the body of a request that has not come whole, which
// is why such requests share a part of the permits.

package import HTTPClient
package import HTTPValues
import Reactor

/// Passes requests on, and reads the answers as they come.
extension Backend {
  /// Sends a request to an endpoint and calls `whenOpen` with the outcome, possibly before this
  /// returns. A request with a streamed body is being sent then; for all others the head of the
  /// answer has come. A request that may have been processed is not sent again, unless its method
  /// is safe.
  package func beginStream(
    _ request: consuming Request,
    body: CallBody = .none,
    options: CallOptions = CallOptions(),
    interim: ((Response) -> Void)? = nil,
    whenOpen: @escaping (Result<BackendStream, BackendFault>) -> Void
  ) -> RetriedCall {
    let isIdempotent = request.method.isSafe && body.isReplayable
    var options = options
    options.isIdempotent = isIdempotent
    let pending = PendingStream(
      BackendCall(
        streaming: request,
        body,
        isIdempotent: isIdempotent,
        until: options.deadline
      ),
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

  /// Whether a request could be sent now whose body is still coming.
  package var hasRoomForUpload: Bool { gate.hasRoom(.upload) }

  /// Does the same for a task; cancelling it cancels the request.
  package func open(
    _ request: Request,
    body: CallBody = .none,
    options: CallOptions = CallOptions()
  ) async throws(BackendFault) -> BackendStream {
    try await value { beginStream(request, body: body, options: options, whenOpen: $0) }
  }

  // MARK: what it says of the backend

  /// Records that the head of an answer has come.
  func answered(_ attempt: Attempt, _ status: Status) {
    counters.answered(status, after: core.now - attempt.began)
    let isFailure = settings.failures.contains(status)
    attempt.tellBreaker(isFailure ? .neither : .success)
    tellEjection(attempt, isFailure ? .failure() : .success)
    attempt.leave(.nothing)
  }

  /// Records that no head will come.
  func failed(_ attempt: Attempt, _ fault: BackendFault) {
    attempt.end()
    attempt.leaveEndpoint()
    switch fault.kind {
    case .refused, .unreachable, .insecure, .connectTimeout: attempt.tellBreaker(.failure())
    default: attempt.tellBreaker(.neither)
    }
    tellEjection(attempt, outcome(of: fault, after: core.now - attempt.began))
    doubt(attempt.id, after: fault)
    attempt.leave(.nothing)
  }

  /// Records that the visitor left before the head came.
  func abandoned(_ attempt: Attempt) {
    attempt.leaveEndpoint()
    attempt.tellBreaker(.neither)
    attempt.leave(.nothing)
  }

  /// Records that the body has ended, or broke off.
  func ended(_ attempt: Attempt, _ error: ClientError?) {
    attempt.leaveEndpoint()
    guard let error, error.origin == .server else { return }
    let fault = fault(error, attempt)
    counters.failed(fault.kind, after: nil)
    tellEjection(attempt, .failure())
  }
}
