// SPDX-License-Identifier: Apache-2.0

package import HTTPValues
package import Reactor

/// One request to a backend.
package struct BackendCall: Sendable {
  /// Its method.
  package var method: Method
  /// Path and query.
  package var target: String
  /// Its fields; those of the deadline, the codings and the trace are added.
  package var fields: Fields
  /// The trace that it is part of, with its own span; `nil` for what its fields say.
  package var trace: TraceContext?
  /// The W3C `tracestate` of the trace, which is passed on unchanged.
  package var traceState: TraceState?
  /// Its content; none when empty.
  package var body: [UInt8] = []
  /// When the answer must be there, with all attempts.
  package var deadline = Instant.distantFuture
  /// What it is worth when the backend cannot take all calls.
  package var priority = CallPriority.required
  /// Whether the request may be worked on twice; by its method, unless somebody knows better.
  package var isIdempotent: Bool
  /// Whether the answer is read by somebody else as it comes: what has begun is not repeated.
  var isStreamed = false

  /// A call that may take as long as the backend's own limits allow.
  package init(_ target: String, method: Method = .get, fields: Fields = Fields()) {
    self.target = target
    self.method = method
    self.fields = fields
    isIdempotent = method.isIdempotent
  }
}
