// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPValues
package import Reactor
package import Services

/// The request of a call, with its terms.
package struct BackendCall: Sendable {
  /// The request. Its scheme is the endpoint's; so is its host, unless the call is streamed or the backend has
  /// a host of its own. The fields of the deadline, the codings, the trace and the id are added to a collected call.
  package var request: Request
  /// Content.
  package var body = CallBody.none
  /// The trace that it is part of, with its own span; `nil` to use its fields.
  package var trace: TraceContext?
  /// The W3C `tracestate` of the trace, which is passed on unchanged.
  package var traceState: TraceState?
  /// The id of the visitor's request, which the service is told beside the trace.
  package var requestID: String?
  /// Additions to the request, beside those of the backend, if there are any.
  package var sent: SentValues?
  /// Instant at which the answer must be complete, with all attempts.
  package var deadline = Instant.distantFuture
  /// Priority when the backend cannot take all calls.
  package var priority = CallPriority.required
  /// Whether the request may be processed twice; follows from the method unless it is set.
  package var isIdempotent: Bool
  /// Limits of the connection and the answer, if the answer is streamed to another reader; `nil` to collect it
  /// within the backend's own. A call whose answer is streamed is not retried once it has begun.
  package let streamed: CallOptions?

  /// Makes a call that may take as long as the backend's own limits allow.
  package init(_ target: String, method: Method = .get, fields: Fields = Fields()) {
    request = Request(method, scheme: .http, authority: "", target: target, fields: fields)
    isIdempotent = method.isIdempotent
    streamed = nil
  }

  /// Makes the call of a visitor's request that is passed on, of which the answer is read as it comes. It is not
  /// sent again where it may have been processed, unless its method is safe.
  package init(
    streaming request: consuming Request,
    body: CallBody = .none,
    options: CallOptions = CallOptions(),
    adding sent: SentValues? = nil
  ) {
    self.sent = sent
    isIdempotent = request.method.isSafe && body.isReplayable
    priority = body.isReplayable ? .required : .upload
    deadline = options.deadline
    var options = options
    options.isIdempotent = isIdempotent
    streamed = options
    self.request = request
    self.body = body
  }
}
