// SPDX-License-Identifier: Apache-2.0

package import ContentCoding
package import HTTPValues
package import Reactor

/// Why a call has no answer, or no complete one.
package struct ClientError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What can go wrong.
  package enum Kind: String, Sendable, CaseIterable {
    /// The host's name has no address, or nobody could be asked for it.
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
    /// The server switched to a protocol that nobody asked for.
    case unexpectedUpgrade = "unexpected_upgrade"
    /// The call's deadline has passed.
    case timeout
    /// Nothing came for too long, or too little.
    case tooSlow = "too_slow"
    /// The whole connection is silent: the server does not even answer a ping.
    case unresponsive
    /// The server gave the stream up.
    case streamReset = "stream_reset"
    /// Whoever made the call gave it up.
    case cancelled
    /// The request cannot be sent: a header injection, or more or less body than announced.
    case invalidRequest = "invalid_request"
  }

  /// What lay below the error, where somebody may want to tell one from another.
  package enum Cause: Sendable, Equatable {
    /// The kernel refused.
    case system(SystemError)
    /// The content coding had this to say.
    case coding(CodingFault.Kind)
  }

  /// Whose fault it is.
  package enum Source: String, Sendable {
    /// The server's, or that of the way there.
    case server
    /// Whoever made the call asked for too much, or gave up.
    case caller
    /// Our own limits or configuration.
    case client
  }

  /// What went wrong, as one of a closed list.
  package let kind: Kind
  /// Whether the server has certainly not worked on the request.
  package let isRetrySafe: Bool
  /// What lay below it, if it is known.
  package let cause: Cause?
  /// The kind, and what was seen.
  package let description: String

  /// An error of this kind; `detail` says what was seen.
  package init(
    _ kind: Kind,
    _ detail: String,
    isRetrySafe: Bool = false,
    cause: Cause? = nil
  ) {
    self.kind = kind
    self.isRetrySafe = isRetrySafe
    self.cause = cause
    description = "\(kind.rawValue): \(detail)"
  }

  /// Whose fault the error is.
  package var source: Source {
    switch kind {
    case .cancelled, .invalidRequest, .timeout: .caller
    case .queueFull, .queueTimeout: .client
    case .resolve, .connect, .connectTimeout, .handshake, .closed, .truncated, .malformedHead,
      .malformedBody, .contentCoding, .headTooLarge, .bodyTooLarge, .tooManyInterim,
      .unexpectedUpgrade, .tooSlow, .unresponsive, .streamReset:
      .server
    }
  }

  /// The error's name in Proxy-Status (RFC 9209 section 2.3).
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

  /// What a gateway tells its own client.
  package var status: Status {
    switch kind {
    case .timeout, .tooSlow, .unresponsive, .connectTimeout, .queueTimeout: .gatewayTimeout
    case .queueFull: .serviceUnavailable
    default: .badGateway
    }
  }
}
