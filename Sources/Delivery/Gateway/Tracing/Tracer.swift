// SPDX-License-Identifier: Apache-2.0

import Backends
import Bytes
import HTTPValues

/// A request's place in a trace, with a span of its own (W3C Trace Context).
struct RequestTrace: Sendable {
  /// The trace, with the span of this request.
  let context: TraceContext
  /// The span of the sender; `nil` where the trace begins here.
  let parent: SpanID?
  /// The state that tracing systems keep about the trace, passed on as it came.
  let state: TraceState?

  /// Maximum bytes of an id that services are told.
  private static let idBytes = 128

  /// Returns the id of the request: the one in its X-Request-Id, or else that of its span.
  func requestID(of fields: Fields?) -> String {
    if let id = fields?[FieldName(.xRequestId)], (1...RequestTrace.idBytes).contains(id.utf8.count),
      id.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    {
      return id
    }
    let digits = context.span.digits
    return digits.span.text
  }
}

/// Makes the ids of traces and spans. It belongs to a loop.
final class Tracer {
  /// The share of the traces that begin here whose spans are to be recorded.
  private let sampledShare: Double
  private var random: SmallRandom

  init(sampledShare: Double, _ random: SmallRandom = SmallRandom()) {
    self.sampledShare = sampledShare
    self.random = random
  }

  /// Returns the trace of a request: the one that its fields name, or else a new one.
  func trace(of fields: FieldsView) -> RequestTrace {
    guard let sender = TraceContext(fields) else { return newTrace() }
    return RequestTrace(
      context: sender.with(.random(using: &random)),
      parent: sender.span,
      state: TraceState(fields)
    )
  }

  /// Returns a new trace.
  func newTrace() -> RequestTrace {
    let isSampled = Double.random(in: 0..<1, using: &random) < sampledShare
    let context = TraceContext(
      .random(using: &random),
      .random(using: &random),
      isSampled ? .random.union(.sampled) : .random
    )
    return RequestTrace(context: context, parent: nil, state: nil)
  }

  func newSpan() -> SpanID { .random(using: &random) }
}
