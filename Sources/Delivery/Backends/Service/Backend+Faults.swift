// SPDX-License-Identifier: Apache-2.0

import ContentCoding
import HTTPClient
import HTTPValues
import Reactor

/// Makes the faults of an attempt.
extension Attempt {
  /// Makes the fault of an answer that breaks the rules.
  func fault(_ breach: AnswerRules.Breach, _ head: Response) -> BackendFault {
    var fault = BackendFault(
      breach.kind,
      of: backend.settings.name,
      additions.concealing(breach.seen),
      expected: breach.expected
    )
    fault.endpoint = endpoint.destination
    fault.answered = head.status
    if head.status == .unauthorized {
      fault.challenge = head.fields["www-authenticate"].map { additions.concealing($0) }
    }
    if backend.settings.overload.contains(head.status), let value = head.fields["retry-after"],
      let moment = RetryAfter(value.utf8Span.span, now: backend.core.wallSeconds)
    {
      fault.retryAfter = .seconds(moment.delay(now: backend.core.wallSeconds))
    }
    return fault
  }

  /// Makes the fault of a call that the client could not complete.
  func fault(_ error: ClientError) -> BackendFault {
    let hasHead = exchange?.hasResponse ?? false
    var kind = Attempt.kind(error, hasHead: hasHead)
    // A call that ran out of time while it connected has run out of time.
    if kind == .connectTimeout, backend.core.now >= deadline { kind = .timeout }
    let seen = additions.concealing("\(error.label): \(error.seen)")
    var fault = BackendFault(kind, of: backend.settings.name, seen, expected: error.expected)
    // A cause that has heard a value from the service would tell it.
    if seen == "\(error.label): \(error.seen)" { fault.cause = error }
    fault.endpoint = endpoint.destination
    fault.wasNeverSent = error.wasNeverSent
    if hasHead { fault.answered = exchange?.response.status }
    return fault
  }

  private static func kind(_ error: ClientError, hasHead: Bool) -> BackendFault.Kind {
    switch error.kind {
    case .resolve: .unreachable
    case .connect:
      (error.cause as? SystemError)?.isRefusal == true ? .refused : .unreachable
    case .connectTimeout: .connectTimeout
    case .handshake: .insecure
    case .queueFull, .queueTimeout: .overloaded
    case .closed, .unresponsive, .streamReset: hasHead ? .truncated : .closed
    case .truncated: .truncated
    case .malformedHead, .malformedBody, .tooManyInterim, .unexpectedUpgrade: .malformed
    case .contentCoding: kind(of: error.cause as? CodingFault)
    case .headTooLarge, .bodyTooLarge: .tooLarge
    case .timeout: .timeout
    case .tooSlow: hasHead ? .stalled : .firstByteTimeout
    case .cancelled: .cancelled
    case .invalidRequest: .invalidRequest
    }
  }

  private static func kind(of fault: CodingFault?) -> BackendFault.Kind {
    switch fault?.kind {
    case .tooDense, .windowTooLarge, .tooManyCodings: .bomb
    case .tooLarge: .tooLarge
    case .unsupported, .corrupt, .truncated, .trailingGarbage, .outOfMemory, nil: .brokenBody
    }
  }
}
