// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPValues

/// Why a call to a backend has no answer that can be used.
package struct BackendFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// What went wrong.
  package let kind: Kind
  /// The backend's name.
  package let backend: String
  /// Where the last attempt went, if one was made.
  package var endpoint: Origin?
  /// What was seen, and what was expected.
  package let detail: String
  /// The status of the answer that could not be used.
  package var status: Status?
  /// How a visitor is to prove who he is, as an answer of 401 says it in WWW-Authenticate.
  package var challenge: String?
  /// How long the backend asks to be left alone.
  package var retryAfter: Duration?
  /// Whether the backend has certainly not worked on the request.
  package var wasNeverSent = false
  /// How many attempts were made.
  package var attempts = 0

  /// A fault without an attempt.
  package init(_ kind: Kind, of backend: String, _ detail: String) {
    self.kind = kind
    self.backend = backend
    self.detail = detail
  }

  /// Whether another attempt may end otherwise.
  package var mayRetryHelp: Bool {
    switch kind {
    case .refused, .unreachable, .connectTimeout, .firstByteTimeout, .stalled, .timeout, .closed,
      .truncated:
      true
    case .wrongStatus:
      status == .badGateway || status == .serviceUnavailable || status == .gatewayTimeout
    case .insecure, .malformed, .overloaded, .circuitOpen, .noEndpoint, .redirect,
      .wrongContentType, .tooLarge, .bomb, .brokenBody, .cancelled, .invalidRequest:
      false
    }
  }

  /// Whether sending the request again may end otherwise, where nobody waits twice for one answer.
  var mayResendHelp: Bool { wasNeverSent || kind == .closed }

  /// Whose fault it is.
  package var origin: Source {
    switch kind {
    case .cancelled, .invalidRequest: .caller
    case .overloaded, .circuitOpen, .noEndpoint: .gateway
    case .refused, .unreachable, .insecure, .connectTimeout, .firstByteTimeout, .stalled, .timeout,
      .closed, .truncated, .malformed, .wrongStatus, .redirect, .wrongContentType, .tooLarge,
      .bomb, .brokenBody:
      .backend
    }
  }

  /// What a client is told where nothing stands in for the answer.
  package var answer: Status {
    switch kind {
    case .connectTimeout, .firstByteTimeout, .stalled, .timeout: .gatewayTimeout
    case .overloaded, .circuitOpen, .noEndpoint: .serviceUnavailable
    default: .badGateway
    }
  }

  /// The kind's name for metrics, without values.
  package var label: String { kind.rawValue }

  /// The fault as a sentence for logs.
  package var description: String {
    let place = endpoint.map { " at \($0)" } ?? ""
    return "\(kind.rawValue): backend \(backend)\(place): \(detail)"
  }
}
