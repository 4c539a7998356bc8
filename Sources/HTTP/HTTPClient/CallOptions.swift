// SPDX-License-Identifier: Apache-2.0

package import ContentCoding
package import Reactor

/// What one call may take.
package struct CallOptions: Sendable {
  /// When the call must be over; the client's own timeouts hold besides.
  package var deadline = Instant.distantFuture
  /// How long the call waits for a connection, in the queue or while one is opened.
  package var connectionWait = Duration.seconds(10)
  /// How long the response may take; `nil` for what the client is configured for.
  package var pace: PaceLimits?
  /// How often a request is sent again whose connection ended just as it was used.
  package var retries = 1
  /// Whether the request may be worked on twice; `nil` for what its method says.
  package var isIdempotent: Bool?
  /// The protocol that the connection is to speak once the server has agreed with 101 (RFC 9110 section
  /// 7.8), in lowercase. What is written and read from then on is that protocol's.
  package var upgrade: StaticString?
  /// How many fields the response's head has.
  package var headFields = Int.max
  /// How many bytes the response's head has.
  package var headBytes = Int.max
  /// How long the response's body is, as it comes.
  package var responseBytes = Int.max
  /// How large a body `fetch` collects.
  package var bodyLimit = 16 * 1024 * 1024
  /// Whether compressed content is asked for and unpacked; the limits hold for what comes out.
  package var decoding: DecodingLimits?

  /// What Accept-Encoding says of a call that unpacks, unless its request says something else.
  package static let acceptedCodings = "gzip, br, zstd"

  /// The options that hold when nobody says otherwise.
  package init() {}
}
