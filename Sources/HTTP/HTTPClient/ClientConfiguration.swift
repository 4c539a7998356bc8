// SPDX-License-Identifier: Apache-2.0

package import ContentCoding
package import HTTP1
package import HTTP2
package import Reactor

/// The limits and habits of a client, each with the number it has when nobody says otherwise.
package struct ClientConfiguration: Sendable {
  /// What makes connections to an origin secure; `https` origins fail without it.
  package var security: (@Sendable (Origin) throws -> any StreamSecurity)?
  /// Whether plain connections speak HTTP/2 at once (prior knowledge).
  package var usesHTTP2WithoutAsking = false
  package var head = HeadLimits()
  package var http2 = HTTP2Limits()
  /// Connections of one loop to one origin.
  package var connectionsPerOrigin = 256
  /// Calls that wait for a connection to one origin.
  package var waitingPerOrigin = 1024
  /// How many interim responses (1xx) one call takes.
  package var interimResponses = 16
  /// How much of a body is read ahead of who reads it.
  package var readAhead = 64 * 1024

  package var connectTimeout = Duration.seconds(5)
  /// How long a response may stand still; every byte of it earns time at `slowestBytesPerSecond`.
  package var idleTimeout = Duration.seconds(30)
  package var slowestBytesPerSecond = 512
  /// How long a connection without a call is kept.
  package var keepAlive = Duration.seconds(60)
  /// How old a connection gets before it is not used again.
  package var lifetime = Duration.seconds(1800)
  /// How long the next address is waited with while the last one is tried (RFC 8305 section 5).
  package var attemptDelay = Duration.milliseconds(250)

  package init() {}
}

/// What one call may take.
package struct CallOptions: Sendable {
  /// When the call must be over; the client's own timeouts hold besides.
  package var deadline = Instant.distantFuture
  /// How often a call is sent again when that is safe.
  package var retries = 1
  /// How large a body `fetch` collects.
  package var bodyLimit = 16 * 1024 * 1024
  /// Whether `fetch` asks for compressed content and unpacks it; the limits hold for what comes out.
  package var decoding: DecodingLimits?

  package init() {}
}
