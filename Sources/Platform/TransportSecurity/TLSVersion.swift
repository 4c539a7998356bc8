// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A supported version of TLS; older ones are refused.
package enum TLSVersion: Int, Sendable, Comparable, CustomStringConvertible {
  case tls12
  case tls13

  package static func < (a: TLSVersion, b: TLSVersion) -> Bool { a.rawValue < b.rawValue }

  package var description: String {
    switch self {
    case .tls12: "TLSv1.2"
    case .tls13: "TLSv1.3"
    }
  }

  /// The number on the wire.
  var number: Int32 {
    switch self {
    case .tls12: TLS1_2_VERSION
    case .tls13: TLS1_3_VERSION
    }
  }

  init?(number: Int32) {
    switch number {
    case TLS1_2_VERSION: self = .tls12
    case TLS1_3_VERSION: self = .tls13
    default: return nil
    }
  }
}
