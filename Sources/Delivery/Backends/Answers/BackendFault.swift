// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPValues

/// Reason why a call to a backend has no usable answer.
package struct BackendFault: Failure {
  /// Kind of the fault.
  package let kind: Kind
  /// Name of the backend.
  package let backend: String
  /// The endpoint of the last attempt, if one was made.
  package var endpoint: Destination?
  package let seen: String
  /// Expectation from the backend's settings; `nil` for that of every call.
  private let wanted: String?
  package var cause: (any Error)?
  /// The status of the answer that could not be used.
  package var answered: Status?
  /// The WWW-Authenticate field of a 401 answer, which tells how a visitor proves his identity.
  package var challenge: String?
  /// Duration for which the backend asks not to be called.
  package var retryAfter: Duration?
  /// Whether the backend has certainly not processed the request.
  package var wasNeverSent = false
  /// Number of attempts that were made.
  package var attempts = 0

  /// Makes a fault without an attempt.
  ///
  /// - Parameter expected: the expectation, if it is not that of every call.
  package init(_ kind: Kind, of backend: String, _ seen: String, expected: String? = nil) {
    self.kind = kind
    self.backend = backend
    self.seen = seen
    wanted = expected
  }

  package var expected: String { wanted ?? kind.expected }

  package var retry: FailureRetry {
    switch kind {
    case .refused, .unreachable, .connectTimeout, .firstByteTimeout, .stalled, .timeout, .closed,
      .truncated:
      wasNeverSent ? .always : .ifIdempotent
    // Another endpoint may have the right certificate.
    case .insecure: wasNeverSent ? .always : .never
    case .wrongStatus:
      switch answered {
      case .badGateway, .serviceUnavailable, .gatewayTimeout: .ifIdempotent
      default: .never
      }
    case .malformed, .overloaded, .circuitOpen, .noEndpoint, .redirect, .wrongContentType,
      .tooLarge, .bomb, .brokenBody, .noCredential, .cancelled, .invalidRequest:
      .never
    }
  }

  package var origin: FailureOrigin {
    switch kind {
    case .cancelled, .invalidRequest: .client
    case .overloaded, .circuitOpen, .noEndpoint, .noCredential: .gateway
    case .refused, .unreachable, .insecure, .connectTimeout, .firstByteTimeout, .stalled, .timeout,
      .closed, .truncated, .malformed, .wrongStatus, .redirect, .wrongContentType, .tooLarge,
      .bomb, .brokenBody:
      .server
    }
  }

  package var status: Status? { kind.status }

  package var label: String { kind.rawValue }

  package var proxyStatus: StaticString {
    switch kind {
    case .refused: "connection_refused"
    case .unreachable, .circuitOpen, .noEndpoint: "destination_unavailable"
    case .insecure: "tls_protocol_error"
    case .connectTimeout: "connection_timeout"
    case .firstByteTimeout, .stalled, .timeout: "http_response_timeout"
    case .closed: "connection_terminated"
    case .truncated: "http_response_incomplete"
    case .malformed, .wrongStatus, .redirect, .wrongContentType: "http_protocol_error"
    case .overloaded: "connection_limit_reached"
    case .tooLarge: "http_response_body_size"
    case .bomb, .brokenBody: "http_response_content_coding"
    case .noCredential: "proxy_configuration_error"
    case .cancelled, .invalidRequest: "http_request_error"
    }
  }

  /// The fault as a sentence for logs.
  package var description: String {
    let place = endpoint.map { " at \($0)" } ?? ""
    return "\(label): backend \(backend)\(place): \(context)"
  }

  /// Whether a call that failed so may be retried. A streamed call is retried only if nothing was sent, or if a
  /// connection just closed: its visitor does not wait twice.
  func retry(isStreamed: Bool) -> FailureRetry {
    if case .ifIdempotent = retry, isStreamed, kind != .closed { return .never }
    return retry
  }
}
