// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import HTTPValues
import Reactor

/// The record of one request of one call to a service, for the event of the visitor's request.
struct CallRecord {
  /// The name of the call in its plan, or the path prefix of the pass.
  let call: String
  let backend: String
  let method: Method
  /// The path as the plan declares it, or the prefix of the pass.
  let template: String
  /// The path and query that were asked for.
  let target: String
  let outcome: GatewayCounters.CallOutcome
  /// The reason why there is no answer: the backend's absence, or the name of the failure.
  let reason: String?
  /// The failure, even if a stale answer stands in; or why the records of the site have no answer.
  let failure: (any Failure)?
  /// The record of the request that was sent; `nil` where the answer was kept, or fetched by another
  /// request.
  let sent: Sent?
  let begun: Instant
  let nanoseconds: Int64

  /// Whether the backend gave no usable answer, even if a stale one stands in. An open circuit is left
  /// out, since it follows from earlier failures, which tell more.
  var isFailureOfBackend: Bool {
    (outcome == .failed || failure != nil && outcome != .absent) && failure?.origin != .client
      && reason != BackendFault.Kind.circuitOpen.rawValue
  }

  /// The request that was sent to a backend.
  struct Sent {
    let span: SpanID
    /// The endpoint of the last attempt, if one was made.
    var endpoint: Destination?
    /// The status of the answer.
    var status: Status?
    var attempts = 1

    init(_ span: SpanID) { self.span = span }
  }
}

/// The durations of the calls for a request, together and one by one.
struct CallTimes {
  let begun: Instant
  let nanoseconds: Int64
  let calls: [CallRecord]
  let trace: RequestTrace

  init(_ calls: [CallRecord], in trace: RequestTrace, since begun: Instant, to now: Instant) {
    self.begun = begun
    nanoseconds = now.nanoseconds(since: begun)
    self.calls = calls
    self.trace = trace
  }

  // An entry has a dozen references, so that entries are looked at by their places and not copied.

  /// The time until the last answer of a backend had begun; all of it where there was none.
  var headNanoseconds: Int64 {
    guard let last = calls.indices.last else { return nanoseconds }
    return calls[last].begun.nanoseconds(since: begun) + calls[last].nanoseconds
  }

  func hasCall(lasting nanoseconds: Int64) -> Bool {
    calls.indices.contains { calls[$0].nanoseconds >= nanoseconds }
  }

  var hasFailedCall: Bool { calls.indices.contains { calls[$0].outcome == .failed } }

  /// Whether some calls were made, and no answer of one was kept.
  var areWhole: Bool { !calls.isEmpty && !calls.indices.contains { calls[$0].outcome == .kept } }

  /// The places of the calls whose answers are missing or replaced by older ones.
  var degraded: [Int] {
    calls.indices.filter { calls[$0].outcome == .failed || calls[$0].outcome == .stale }
  }

  /// As Server-Timing says it, in milliseconds.
  var serverTiming: String {
    var text = "\(RequestStep.compose.name);dur=\(CallTimes.milliseconds(nanoseconds))"
    for call in calls {
      text += ", \(CallTimes.token(call.call));desc=\"\(call.outcome.name)\""
      text += ";dur=\(CallTimes.milliseconds(call.nanoseconds))"
    }
    return text
  }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    let (whole, rest) = (nanoseconds / 1_000).quotientAndRemainder(dividingBy: 1_000)
    return "\(whole).\(String(rest + 1_000).dropFirst())"
  }

  /// A name as a token, which the names of calls nearly always are.
  private static func token(_ name: String) -> String {
    name.utf8Span.span.isToken ? name : "call"
  }
}
