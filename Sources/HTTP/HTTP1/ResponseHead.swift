// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// Head of a response.
package struct ResponseHead: Sendable, Equatable {
  package let status: Status
  package let version: Version
  package let framing: BodyFraming
  /// Whether the connection may be used again when the body has ended.
  package let isPersistent: Bool
  /// Number of seconds for which the server keeps the connection without a request, if it says so
  /// (`Keep-Alive: timeout`).
  package let idleSeconds: Int?
  /// Length of the head in bytes, its last empty line included.
  package let length: Int
}
