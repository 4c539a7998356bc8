// SPDX-License-Identifier: Apache-2.0

/// End of a stream: who caused it, and by which error code.
package struct HTTP2StreamEnd: Sendable, Equatable {
  package enum Origin: Sendable, Hashable {
    /// Both sides said all they had to say.
    case complete
    /// The peer reset the stream, or refused it by GOAWAY.
    case peer
    /// We reset it: on request, or because the message was malformed.
    case local
    /// The session ended under it.
    case session
  }

  package let origin: Origin
  package let code: HTTP2ErrorCode
  /// Whether the peer has certainly not worked on the request, so that it may be sent again
  /// whatever its method (RFC 9113 section 8.7).
  package let isRetrySafe: Bool
  /// Fault of the peer's message, when that is why we reset the stream.
  package let malformation: HTTP2Malformation?

  package init(
    _ origin: Origin,
    _ code: HTTP2ErrorCode,
    isRetrySafe: Bool = false,
    malformation: HTTP2Malformation? = nil
  ) {
    self.origin = origin
    self.code = code
    self.isRetrySafe = isRetrySafe
    self.malformation = malformation
  }
}
