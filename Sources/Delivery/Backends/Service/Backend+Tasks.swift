// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPValues
import Reactor

/// Calls for tasks; cancelling the task cancels the call.
extension Backend {
  /// Makes a call and waits for the whole answer.
  package func call(_ asked: BackendCall) async throws(BackendFault) -> BackendAnswer {
    let sink = TaskSink()
    guard case .answered(let answer) = try await sink.outcome(of: begin(asked, for: sink)) else {
      throw fault(.invalidRequest, "a streamed call has no whole answer")
    }
    return answer
  }

  /// Sends a visitor's request without a body and waits until its answer can be read.
  package func open(
    _ request: Request,
    options: CallOptions = CallOptions()
  ) async throws(BackendFault) -> OpenCall {
    let sink = TaskSink()
    let call = begin(BackendCall(streaming: request, options: options), for: sink)
    guard case .opened(let open) = try await sink.outcome(of: call) else {
      throw fault(.invalidRequest, "a collected call has no answer to read")
    }
    return open
  }
}

/// Lets a task wait for the outcome of a call.
private final class TaskSink: CallSink {
  enum Outcome {
    case answered(BackendAnswer)
    case opened(OpenCall)
  }

  private let awaited = Awaited<Result<Outcome, BackendFault>>()

  func outcome(of call: Call) async throws(BackendFault) -> Outcome {
    try await awaited.value(of: call, on: call.backend.core) { $0.cancel() }.get()
  }

  func answered(_ answer: consuming BackendAnswer) { awaited.bring(.success(.answered(answer))) }
  func opened(_ call: OpenCall) { awaited.bring(.success(.opened(call))) }
  func failed(_ fault: BackendFault) { awaited.bring(.failure(fault)) }
}
