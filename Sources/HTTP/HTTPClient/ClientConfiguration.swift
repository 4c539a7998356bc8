// SPDX-License-Identifier: Apache-2.0

package import HTTP1
package import HTTP2
package import HTTPValues
package import Reactor

/// The limits and habits of a client, each with its default.
package struct ClientConfiguration: Sendable {
  /// Maker of the security of connections to an origin; `https` origins fail without it.
  package var security: (@Sendable (Origin) throws -> any StreamSecurity)?
  /// Returns why no connection to an address of an origin is made; `nil` where one may be, as it may anywhere
  /// unless this is given.
  package var refusal: (@Sendable (Origin, SocketAddress) -> String?)?
  /// Use of HTTP/2 on plain connections.
  package var cleartextHTTP2 = CleartextHTTP2.never
  /// The limits of a response's head over HTTP/1.
  package var head = HeadLimits()
  /// The limits of an HTTP/2 session.
  package var http2 = HTTP2Limits()
  /// Connections of one loop to one origin.
  package var connectionsPerOrigin = 256
  /// Connections of one loop to all origins; an idle one makes room for a new one.
  package var connections = 4_096
  /// Origins that are remembered without a connection.
  package var origins = 256
  /// Calls that wait for a connection to one origin.
  package var waitingPerOrigin = 1_024
  /// Calls at once on a connection whose server has not said yet how many it takes.
  package var streamsBeforeSettings = 100
  /// Maximum number of interim responses (1xx) to one call.
  package var interimResponses = 16
  /// Bytes of a body that are read ahead of its reader.
  package var readAhead = 64 * 1024

  /// Duration in which resolving, connecting and the handshake must be done together.
  package var connectTimeout = Duration.seconds(5)
  /// Duration after which the next address is tried beside the last one (RFC 8305 section 5).
  package var attemptDelay = Duration.milliseconds(250)
  /// Limits of a response's pace, unless the call has its own.
  package var pace = PaceLimits()
  /// Duration for which a connection without a call is kept.
  package var keepAlive = Duration.seconds(60)
  /// After how long without a call a connection is looked at before it is used again; one that
  /// was busy just now is spared the system call.
  package var trustedPause = Duration.milliseconds(100)
  /// Age from which a connection is not used again.
  package var lifetime = Duration.seconds(1_800)
  /// Limits for checking that the server of an HTTP/2 connection still answers.
  package var liveness = LivenessLimits()

  /// The default limits.
  package init() {}
}
