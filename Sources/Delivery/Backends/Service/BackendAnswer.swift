// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPValues

/// A usable answer, and how it was obtained.
package struct BackendAnswer: Sendable {
  /// Status and fields.
  package let head: Response
  /// Content, decoded.
  package let body: [UInt8]
  /// The endpoint that gave it.
  package let endpoint: Destination
  /// Durations of its parts.
  package internal(set) var timings: BackendTimings
  /// Number of attempts, with those that were cancelled.
  package internal(set) var attempts = 1
  /// Whether a second attempt was made because the first one was late.
  package internal(set) var wasHedged = false
  /// Whether the second attempt was the faster one.
  package internal(set) var hedgeWon = false
}

/// Durations of the parts of a call.
package struct BackendTimings: Sendable, Equatable {
  /// From the call to its last attempt: in the queue, in earlier attempts and in pauses.
  package internal(set) var waited = Duration.zero
  /// From the attempt to the head of the answer, the connection included.
  package var head = Duration.zero
  /// From the attempt to the last byte.
  package var attempt = Duration.zero
  /// The whole call.
  package var total: Duration { waited + attempt }
}
