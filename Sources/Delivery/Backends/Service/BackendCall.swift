// SPDX-License-Identifier: Apache-2.0

import HTTPClient
package import HTTPValues
package import Reactor

/// One request to a backend.
package struct BackendCall: Sendable {
  /// Method.
  package var method: Method
  /// Path and query.
  package var target: String
  /// Fields; those of the deadline, the codings and the trace are added.
  package var fields: Fields
  /// The trace that it is part of, with its own span; `nil` to use its fields.
  package var trace: TraceContext?
  /// The W3C `tracestate` of the trace, which is passed on unchanged.
  package var traceState: TraceState?
  /// Content; none if empty.
  package var body: [UInt8] = []
  /// Instant at which the answer must be complete, with all attempts.
  package var deadline = Instant.distantFuture
  /// Priority when the backend cannot take all calls.
  package var priority = CallPriority.required
  /// Whether the request may be processed twice; follows from the method unless it is set.
  package var isIdempotent: Bool
  /// Whether the answer is streamed to another reader: once it has begun, the call is not retried.
  var isStreamed = false

  /// Makes a call that may take as long as the backend's own limits allow.
  package init(_ target: String, method: Method = .get, fields: Fields = Fields()) {
    self.target = target
    self.method = method
    self.fields = fields
    isIdempotent = method.isIdempotent
  }

  /// Makes the call of a request that is sent on as it is, with fields and content of its own.
  init(
    streaming request: borrowing Request,
    _ body: CallBody,
    isIdempotent: Bool,
    until deadline: Instant
  ) {
    method = request.method
    target = request.target
    fields = Fields()
    self.deadline = deadline
    self.isIdempotent = isIdempotent
    priority = body.isReplayable ? .required : .upload
    isStreamed = true
  }
}
