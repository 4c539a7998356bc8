// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// HMAC-SHA-1, which authenticator apps compute: as an HMAC it is not broken. Nothing else uses SHA-1.
package enum SHA1 {
  /// The length of a digest.
  package static let byteCount = 20

  /// Returns the HMAC of some bytes (RFC 2104).
  package static func authentication(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      // Safe: OpenSSL reads key and bytes, writes 20 others and keeps no pointer to any of them.
      let isMade = unsafe key.withUnsafeBytes { key in
        unsafe bytes.withUnsafeBytes { bytes in
          unsafe copenssl_hmac_sha1(
            key.baseAddress,
            key.count,
            bytes.baseAddress,
            bytes.count,
            buffer.baseAddress
          ) == 1
        }
      }
      guard isMade else { fatalError("OpenSSL lacks SHA-1") }
      count = byteCount
    }
  }
}
