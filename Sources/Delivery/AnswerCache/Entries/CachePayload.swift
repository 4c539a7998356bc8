// SPDX-License-Identifier: Apache-2.0

/// What an entry holds: an answer ready to send, or a fragment ready to compose.
///
/// Loops share it, so it never changes. The cache does not look into it.
package protocol CachePayload: AnyObject, Sendable {
  /// The memory that goes when the payload goes.
  var byteCount: Int { get }
}
