// SPDX-License-Identifier: Apache-2.0

package import ContentCoding
package import Reactor

/// Options and limits of one call.
package struct CallOptions: Sendable {
  /// Time at which the call must be over; the client's own timeouts apply as well.
  package var deadline = Instant.distantFuture
  /// Duration for which the call waits for a connection, in the queue or while one is opened.
  package var connectionWait = Duration.seconds(10)
  /// Limits of the response's pace; `nil` for those of the client's configuration.
  package var pace: PaceLimits?
  /// Number of times that a request is sent again whose connection ended just as it was used.
  package var retries = 1
  /// Whether the request may be worked on twice; `nil` for what its method says.
  package var isIdempotent: Bool?
  /// The protocol that the connection is to speak once the server has agreed with 101 (RFC 9110 section
  /// 7.8), in lowercase. What is written and read from then on is that protocol's.
  package var upgrade: StaticString?
  /// Whether the response is taken as it comes, whoever waits for it. Only such calls share a connection
  /// whose HTTP/2 was learned: a slow reader would hold the others up.
  package var isCollected = false
  /// Whether the response's fields get room for those that an intermediary adds, so that they do not grow.
  package var isForwarded = false
  /// Maximum number of fields of the response's head.
  package var headFields = Int.max
  /// Maximum length of the response's head in bytes.
  package var headBytes = Int.max
  /// Maximum length of the response's body as it comes, in bytes.
  package var responseBytes = Int.max
  /// Maximum length of a body that `fetch` collects, in bytes.
  package var bodyLimit = 16 * 1024 * 1024
  /// Whether compressed content is asked for and unpacked; the limits hold for what comes out.
  package var decoding: DecodingLimits?

  /// Value of Accept-Encoding in a call that decodes, unless its request has another.
  package static let acceptedCodings = "gzip, br, zstd"

  /// The default options.
  package init() {}
}
