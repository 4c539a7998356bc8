// SPDX-License-Identifier: Apache-2.0

import Geography

extension CountryDatabase {
  /// The country of an IPv4 address.
  func country(v4 address: UInt32) -> String? {
    country(bytes: (0..<4).reversed().map { UInt8(truncatingIfNeeded: address >> (8 * $0)) })
  }

  /// The country of an IPv6 address.
  func country(v6 address: UInt128) -> String? {
    country(bytes: (0..<16).reversed().map { UInt8(truncatingIfNeeded: address >> (8 * $0)) })
  }

  func country(bytes: [UInt8]) -> String? { country(of: bytes.span)?.description }

  /// The country of an IPv4 address as people write it.
  func country(_ address: String) -> String? {
    country(bytes: address.split(separator: ".").compactMap { UInt8($0) })
  }
}
