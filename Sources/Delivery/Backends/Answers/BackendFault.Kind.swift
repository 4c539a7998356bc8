// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

extension BackendFault {
  /// What can go wrong with a call to a backend.
  package enum Kind: String, Sendable, CaseIterable {
    /// Nobody listens there.
    case refused
    /// The name has no address, or there is no way to it.
    case unreachable
    /// The security protocol failed, or the endpoint is not who it should be.
    case insecure
    /// No connection came about in time.
    case connectTimeout = "connect_timeout"
    /// The answer did not begin in time.
    case firstByteTimeout = "first_byte_timeout"
    /// The answer began and stood still, or came too slowly.
    case stalled
    /// The whole answer was not there in time.
    case timeout
    /// The connection ended before an answer began.
    case closed
    /// The connection ended within the answer.
    case truncated
    /// The answer breaks the rules of HTTP.
    case malformed
    /// Too many calls are under way or wait already.
    case overloaded
    /// The backend failed too often and is left alone.
    case circuitOpen = "circuit_open"
    /// The backend has no endpoint that is well.
    case noEndpoint = "no_endpoint"
    /// The status is not one that can be used.
    case wrongStatus = "wrong_status"
    /// The backend sends its callers elsewhere.
    case redirect
    /// The content is not of a type that was declared.
    case wrongContentType = "wrong_content_type"
    /// The head or the body is larger than it may be.
    case tooLarge = "too_large"
    /// The body unpacks to far more than it is.
    case bomb
    /// The body is not what its content coding says.
    case brokenBody = "broken_body"
    /// Whoever made the call gave it up.
    case cancelled
    /// The request cannot be sent.
    case invalidRequest = "invalid_request"

    /// The expectation that holds for every call.
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
      case .cancelled: "somebody to wait for the answer"
      case .invalidRequest: "a request that can be sent as HTTP"
      }
    }

    /// The status for the client, if there is no fallback for the answer.
    package var status: Status {
      switch self {
      case .connectTimeout, .firstByteTimeout, .stalled, .timeout: .gatewayTimeout
      case .overloaded, .circuitOpen, .noEndpoint: .serviceUnavailable
      default: .badGateway
      }
    }
  }
}
