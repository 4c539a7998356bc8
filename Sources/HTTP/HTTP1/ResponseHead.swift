// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// What a response's head says.
package struct ResponseHead: Sendable, Equatable {
  package let status: Status
  package let version: Version
  package let framing: BodyFraming
  /// Whether the connection may be used again when the body has ended.
  package let isPersistent: Bool
  /// How many bytes the head has, its last empty line included.
  package let length: Int
}
