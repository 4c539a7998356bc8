// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
package import HTTPValues

/// An answer that keeps the rules, and how it came about.
package struct BackendAnswer: Sendable {
  /// Its status and fields.
  package let head: Response
  /// Its content without codings.
  package let body: [UInt8]
  /// Where it came from.
  package let endpoint: Destination
  /// How long it took.
  package internal(set) var timings: BackendTimings
  /// How many attempts were made, with those that were given up.
  package internal(set) var attempts = 1
  /// Whether a second attempt was made because the first one was late.
  package internal(set) var wasHedged = false
  /// Whether the second attempt was the faster one.
  package internal(set) var hedgeWon = false
}
