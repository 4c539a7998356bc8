// SPDX-License-Identifier: Apache-2.0

/// The content of a request.
package enum CallBody: Sendable {
  case none
  case bytes([UInt8])
  /// Written piece by piece; `length` when it is known.
  case streaming(length: Int?)

  /// Whether it can be sent a second time.
  package var isReplayable: Bool { if case .streaming = self { false } else { true } }

  var isEmpty: Bool {
    switch self {
    case .none: true
    case .bytes(let bytes): bytes.isEmpty
    case .streaming(let length): length == 0
    }
  }
}
