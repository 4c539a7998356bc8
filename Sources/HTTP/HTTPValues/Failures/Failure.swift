// SPDX-License-Identifier: Apache-2.0

// One shape for what fails between a client, us and whom we ask: what, whose fault, whether it may be
// tried again, what lay below, and what was seen. A failure is carried whole from where it happens to
// where it is told: nobody makes one out of another's text.

/// A failure that says what went wrong, whose fault it is, and whether another attempt may help.
package protocol Failure: Error, CustomStringConvertible {
  /// Its name in a closed list, without values in it: for metrics and events.
  var label: String { get }
  /// The party at fault.
  var origin: FailureOrigin { get }
  /// Whether what failed may be done again.
  var retry: FailureRetry { get }
  /// The failure below that led to it.
  var cause: (any Error)? { get }
  /// The value that was found in place of the expected one.
  var seen: String { get }
  /// The value, the event or the limit that was expected.
  var expected: String { get }
  /// The status for the client, if there is no fallback; `nil` if the client is gone.
  var status: Status? { get }
  /// Its name in Proxy-Status (RFC 9209 section 2.3).
  var proxyStatus: StaticString { get }
  /// Duration for which the server that was asked wants no further request.
  var retryAfter: Duration? { get }
}

extension Failure {
  package var cause: (any Error)? { nil }
  package var retryAfter: Duration? { nil }
  /// The details: the value seen, and the one expected.
  package var context: String { "\(seen); expected \(expected)" }
}

/// The party at fault for a failure.
package enum FailureOrigin: String, Sendable {
  /// The client, or the caller in our own code.
  case client
  /// Our own: a limit, a setting or a bug.
  case gateway
  /// The server that was asked (a backend or an edge), or the network.
  case server
}

/// Whether what failed may be done again.
package enum FailureRetry: Sendable {
  /// It would fail again.
  case never
  /// It may succeed, but may have been done already.
  case ifIdempotent
  /// It may succeed, and was certainly not done.
  case always
}
