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
