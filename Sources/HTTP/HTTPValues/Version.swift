// SPDX-License-Identifier: Apache-2.0

/// The protocol version that a message came in or goes out with.
package enum Version: UInt8, Sendable, Hashable, Comparable {
  case http10
  case http11
  case http2

  package static func < (a: Version, b: Version) -> Bool { a.rawValue < b.rawValue }

  /// As OpenTelemetry's `network.protocol.version` and the Via field write it.
  package var label: String {
    switch self {
    case .http10: "1.0"
    case .http11: "1.1"
    case .http2: "2"
    }
  }
}
