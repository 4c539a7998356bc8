// SPDX-License-Identifier: Apache-2.0

/// The content of a message that is sent.
package enum HTTP2Body: Sendable {
  case none
  /// Ready bytes, shared and not copied before they are written out.
  case bytes([UInt8])
  /// Content that comes by `send` and ends by `finish`.
  case streaming
}
