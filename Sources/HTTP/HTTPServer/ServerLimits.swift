// SPDX-License-Identifier: Apache-2.0

package import HTTP1
package import HTTP2

/// Every limit of a server, each with its default.
///
/// Every exceeded limit has one answer: 400 for bytes that are not HTTP, 408 for too slow, 413, 414
/// and 431 for too large, 503 with Retry-After for too many; the connection is closed where the
/// rest of its bytes cannot be understood.
package struct ServerLimits: Sendable {
  /// The request line and the header section; 414 and 431.
  package var head = HeadLimits()
  /// Streams, frames and floods of HTTP/2.
  package var http2 = HTTP2Limits()
  /// Maximum length of a request body in bytes; 413. A handler may set another limit for its
  /// exchange.
  package var bodyBytes = 1 << 40
  /// Maximum number of connections over all loops; 503.
  package var connections = 100_000
  /// Maximum number of connections of one client address over all loops; 503.
  package var connectionsPerClient = 10_000
  /// Number of bytes of an unwanted request body that are read so that the connection can be used
  /// again.
  package var drainBytes = 256 * 1024

  package var timeouts = Timeouts()

  package init() {}

  /// The limits of an HTTP/2 session, whose streams may stall for no longer than a connection may.
  var http2Session: HTTP2Limits {
    var limits = http2
    let (seconds, rest) = timeouts.send.components
    limits.stallGrace = UInt32(clamping: rest > 0 ? seconds + 1 : seconds)
    limits.minimumRate = timeouts.slowestBytesPerSecond
    return limits
  }

  /// Limits of the time that a peer may take.
  package struct Timeouts: Sendable {
    /// For the handshake of TLS or the PROXY header.
    package var handshake = Duration.seconds(10)
    /// For a whole request head, from its first byte; 408.
    package var head = Duration.seconds(10)
    /// Between two requests.
    package var idle = Duration.seconds(75)
    /// Duration for which a request body may stand still, and the period in which its speed is
    /// measured; 408. Time in which nobody reads it does not count.
    package var body = Duration.seconds(20)
    /// The same for a peer that does not take what we send; the connection is reset.
    package var send = Duration.seconds(20)
    /// Lowest speed of a body in each period, in either direction, in bytes a second.
    package var slowestBytesPerSecond = 1024
    /// Duration after closing its direction in which a client that waits for its answer is first
    /// asked whether it is still there.
    package var halfClosed = Duration.milliseconds(500)
    /// Duration for which a closed connection is read on, so that the peer gets our last answer,
    /// and for which one without a request is kept when the server stops, for requests on their
    /// way.
    package var linger = Duration.seconds(2)
    /// Age of a connection from which its next answer ends it.
    package var lifetime = Duration.seconds(3600)
    /// Duration for which requests in flight may go on once the server is to stop.
    package var drain = Duration.seconds(30)

    package init() {}
  }
}

/// The limits of a server, held once for all connections of a loop.
final class SharedLimits: Sendable {
  let value: ServerLimits

  init(_ limits: ServerLimits) { value = limits }
}
