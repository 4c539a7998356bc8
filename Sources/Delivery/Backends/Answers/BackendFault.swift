// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPValues

/// Why a call to a backend has no answer that can be used.
package struct BackendFault: Failure {
  /// What went wrong.
  package let kind: Kind
  /// The backend's name.
  package let backend: String
  /// The endpoint of the last attempt, if one was made.
  package var endpoint: Destination?
  package let seen: String
  /// The expectation that the backend's settings state; `nil` for the one of every call.
  private let wanted: String?
  package var cause: (any Error)?
  /// The status of the answer that could not be used.
  package var answered: Status?
  /// How a visitor is to prove who he is, as an answer of 401 says it in WWW-Authenticate.
  package var challenge: String?
  /// How long the backend asks to be left alone.
  package var retryAfter: Duration?
  /// Whether the backend has certainly not worked on the request.
  package var wasNeverSent = false
  /// How many attempts were made.
  package var attempts = 0

  /// A fault without an attempt.
  ///
  /// - Parameter expected: what was expected instead, where that is not the same for all of the kind.
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
    // Another endpoint may be who it should be.
    case .insecure: wasNeverSent ? .always : .never
    case .wrongStatus:
      switch answered {
      case .badGateway, .serviceUnavailable, .gatewayTimeout: .ifIdempotent
      default: .never
      }
    case .malformed, .overloaded, .circuitOpen, .noEndpoint, .redirect, .wrongContentType,
      .tooLarge, .bomb, .brokenBody, .cancelled, .invalidRequest:
      .never
    }
  }

  package var origin: FailureOrigin {
    switch kind {
    case .cancelled, .invalidRequest: .client
    case .overloaded, .circuitOpen, .noEndpoint: .gateway
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
    case .cancelled, .invalidRequest: "http_request_error"
    }
  }

  /// The fault as a sentence for logs.
  package var description: String {
    let place = endpoint.map { " at \($0)" } ?? ""
    return "\(label): backend \(backend)\(place): \(context)"
  }

  /// Whether a call may be made again that failed so. What a visitor reads as it comes is not waited
  /// for twice: it is sent again where nothing was done, or where the connection just ended.
  func retry(of call: BackendCall) -> FailureRetry {
    if case .ifIdempotent = retry, call.isStreamed, kind != .closed { return .never }
    return retry
  }
}
