// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

extension BackendFault {
  /// Kind of a failed call to a backend.
  package enum Kind: String, Sendable, CaseIterable {
    /// The connection was refused.
    case refused
    /// The name has no address, or there is no route to it.
    case unreachable
    /// The TLS handshake failed, or the endpoint's certificate is not the expected one.
    case insecure
    /// No connection was established in time.
    case connectTimeout = "connect_timeout"
    /// The answer did not begin in time.
    case firstByteTimeout = "first_byte_timeout"
    /// The answer began and then stalled, or came too slowly.
    case stalled
    /// The whole answer did not arrive in time.
    case timeout
    /// The connection ended before an answer began.
    case closed
    /// The connection ended within the answer.
    case truncated
    /// The answer breaks the rules of HTTP.
    case malformed
    /// Too many calls are under way and waiting already.
    case overloaded
    /// The circuit breaker is open because the backend failed too often.
    case circuitOpen = "circuit_open"
    /// No endpoint is healthy.
    case noEndpoint = "no_endpoint"
    /// The status is not one that can be used.
    case wrongStatus = "wrong_status"
    /// The answer is a redirect.
    case redirect
    /// The content is not of a type that was declared.
    case wrongContentType = "wrong_content_type"
    /// The head or the body is larger than it may be.
    case tooLarge = "too_large"
    /// The body decodes to far more bytes than it has.
    case bomb
    /// The body is not what its content coding says.
    case brokenBody = "broken_body"
    /// A value or an access token that the request needs is not there.
    case noCredential = "no_credential"
    /// The caller cancelled the call.
    case cancelled
    /// The request cannot be sent.
    case invalidRequest = "invalid_request"

    /// The expectation of every call that a fault of this kind breaks.
    var expected: String {
      switch self {
      case .refused, .connectTimeout: "a connection"
      case .unreachable: "an address that can be reached"
      case .insecure: "a secure connection to the host that was meant"
      case .firstByteTimeout: "the begin of the answer in time"
      case .stalled: "an answer at the pace that the limits say"
      case .timeout: "the whole answer before the deadline"
      case .closed: "an answer"
      case .truncated: "the whole answer"
      case .malformed: "an answer by the rules of HTTP"
      case .overloaded: "room for one more call"
      case .circuitOpen: "a closed circuit"
      case .noEndpoint: "an endpoint that is well"
      case .wrongStatus: "a status that can be used"
      case .redirect: "an answer: redirects are not followed"
      case .wrongContentType: "content of a declared type"
      case .tooLarge: "a head and a body within their limits"
      case .bomb: "content that unpacks within the limits of decoding"
      case .brokenBody: "a body coded as its head says"
      case .noCredential: "the values that requests to it are sent with"
      case .cancelled: "somebody to wait for the answer"
      case .invalidRequest: "a request that can be sent as HTTP"
      }
    }

    /// Status for the client, if there is no fallback for the answer.
    package var status: Status {
      switch self {
      case .connectTimeout, .firstByteTimeout, .stalled, .timeout: .gatewayTimeout
      case .overloaded, .circuitOpen, .noEndpoint: .serviceUnavailable
      default: .badGateway
      }
    }
  }
}
