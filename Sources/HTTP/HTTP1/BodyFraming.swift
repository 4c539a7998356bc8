// SPDX-License-Identifier: Apache-2.0

/// Framing that tells the end of a body (RFC 9112 section 6).
package enum BodyFraming: Sendable, Equatable {
  case none
  case length(Int)
  case chunked
  /// A response that ends with its connection.
  case untilClose
}
