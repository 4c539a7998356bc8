// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A version of the protocol that we speak; older ones are refused.
package enum TLSVersion: Int, Sendable, Comparable, CustomStringConvertible {
  case v1_2
  case v1_3

  package static func < (a: TLSVersion, b: TLSVersion) -> Bool { a.rawValue < b.rawValue }

  package var description: String {
    switch self {
    case .v1_2: "TLSv1.2"
    case .v1_3: "TLSv1.3"
    }
  }

  /// The number on the wire.
  var number: Int32 {
    switch self {
    case .v1_2: TLS1_2_VERSION
    case .v1_3: TLS1_3_VERSION
    }
  }

  init?(number: Int32) {
    switch number {
    case TLS1_2_VERSION: self = .v1_2
    case TLS1_3_VERSION: self = .v1_3
    default: return nil
    }
  }
}
