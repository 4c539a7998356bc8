// SPDX-License-Identifier: Apache-2.0

package import HTTPValues
import Reactor

/// Error of a call that has no answer, or no complete one.
package struct ClientError: Failure {
  /// Kind of failure.
  package enum Kind: String, Sendable, CaseIterable {
    /// The host's name has no address, or no name server could be asked.
    case resolve
    /// Every address refused, or could not be reached.
    case connect
    /// Name, connection and handshake together took too long.
    case connectTimeout = "connect_timeout"
    /// The security protocol failed, or the server is not who it should be.
    case handshake
    /// More calls wait for a connection than may.
    case queueFull = "queue_full"
    /// No connection became free for too long.
    case queueTimeout = "queue_timeout"
    /// The connection ended before a response began.
    case closed
    /// The connection ended within a response.
    case truncated
    /// The response's head breaks the rules of HTTP.
    case malformedHead = "malformed_head"
    /// The response's body is not framed as its head says.
    case malformedBody = "malformed_body"
    /// The body is not what its content coding says, or unpacks to too much.
    case contentCoding = "content_coding"
    /// The response's head is larger than the call or the client takes.
    case headTooLarge = "head_too_large"
    /// The response's body is larger than the call takes.
    case bodyTooLarge = "body_too_large"
    /// More interim responses (1xx) came than a call takes.
    case tooManyInterim = "too_many_interim"
    /// The server switched to a protocol that was not requested.
    case unexpectedUpgrade = "unexpected_upgrade"
    /// The call's deadline has passed.
    case timeout
    /// Nothing came for too long, or too little.
    case tooSlow = "too_slow"
    /// The whole connection is silent: the server does not even answer a ping.
    case unresponsive
    /// The server gave the stream up.
    case streamReset = "stream_reset"
    /// The caller has cancelled the call.
    case cancelled
    /// The request cannot be sent: a header injection, or more or less body than announced.
    case invalidRequest = "invalid_request"
  }

  /// Kind of the failure, out of a closed list.
  package let kind: Kind
  /// The failure in words, for the log.
  package let seen: String
  /// Whether the server has certainly not worked on the request.
  package let wasNeverSent: Bool
  package let cause: (any Error)?

  /// An error of this kind; `seen` says what happened.
  package init(
    _ kind: Kind,
    _ seen: String,
    wasNeverSent: Bool = false,
    cause: (any Error)? = nil
  ) {
    self.kind = kind
    self.seen = seen
    self.wasNeverSent = wasNeverSent
    self.cause = cause
  }

  /// An error of this kind that another one below has led to.
  init(
    _ kind: Kind,
    cause: some Error & CustomStringConvertible,
    wasNeverSent: Bool = false
  ) {
    self.init(kind, cause.description, wasNeverSent: wasNeverSent, cause: cause)
  }

  package var label: String { kind.rawValue }
  package var description: String { "\(label): \(context)" }

  package var expected: String {
    switch kind {
    case .resolve: "an address of the host's name"
    case .connect: (cause as? SystemError)?.expected ?? "a connection"
    case .connectTimeout: (cause as? SystemError)?.expected ?? "a connection in time"
    case .queueTimeout: "a connection in time"
    case .handshake: "a secure connection to the host that was meant"
    case .queueFull: "room for one more call that waits"
    case .closed: "a response"
    case .truncated: "the whole response"
    case .malformedHead: "the head of a response as RFC 9112 and RFC 9113 have it"
    case .malformedBody: "a body framed as its head says"
    case .contentCoding: "content coded as its head says, within the limits of decoding"
    case .headTooLarge: "a head within its limit"
    case .bodyTooLarge: "a body within its limit"
    case .tooManyInterim: "a final response"
    case .unexpectedUpgrade: "the protocol that was asked for"
    case .timeout: "the whole response before the deadline"
    case .tooSlow: "a response at the pace that the limits say"
    case .unresponsive: "an answer to a ping"
    case .streamReset: "a response on the stream"
    case .cancelled: "somebody to wait for the response"
    case .invalidRequest: "a request that can be sent as HTTP"
    }
  }

  package var origin: FailureOrigin {
    switch kind {
    case .cancelled, .invalidRequest, .timeout: .client
    case .queueFull, .queueTimeout: .gateway
    case .resolve, .connect, .connectTimeout, .handshake, .closed, .truncated, .malformedHead,
      .malformedBody, .contentCoding, .headTooLarge, .bodyTooLarge, .tooManyInterim,
      .unexpectedUpgrade, .tooSlow, .unresponsive, .streamReset:
      .server
    }
  }

  package var retry: FailureRetry {
    switch kind {
    case .queueFull, .cancelled, .invalidRequest, .malformedHead, .malformedBody, .contentCoding,
      .headTooLarge, .bodyTooLarge, .tooManyInterim, .unexpectedUpgrade:
      .never
    case .resolve, .connect, .connectTimeout, .handshake, .queueTimeout, .closed, .truncated,
      .timeout, .tooSlow, .unresponsive, .streamReset:
      wasNeverSent ? .always : .ifIdempotent
    }
  }

  package var proxyStatus: StaticString {
    switch kind {
    case .resolve: "dns_error"
    case .connect: "connection_refused"
    case .connectTimeout: "connection_timeout"
    case .handshake: "tls_protocol_error"
    case .queueFull, .queueTimeout: "connection_limit_reached"
    case .closed: "connection_terminated"
    case .truncated: "http_response_incomplete"
    case .contentCoding: "http_response_content_coding"
    case .malformedBody: "http_response_transfer_coding"
    case .malformedHead, .tooManyInterim, .streamReset: "http_protocol_error"
    case .headTooLarge: "http_response_header_section_size"
    case .bodyTooLarge: "http_response_body_size"
    case .unexpectedUpgrade: "http_upgrade_failed"
    case .timeout, .tooSlow: "http_response_timeout"
    case .unresponsive: "connection_read_timeout"
    case .cancelled, .invalidRequest: "http_request_error"
    }
  }

  package var status: Status? {
    switch kind {
    case .timeout, .tooSlow, .unresponsive, .connectTimeout, .queueTimeout: .gatewayTimeout
    case .queueFull: .serviceUnavailable
    default: .badGateway
    }
  }
}
