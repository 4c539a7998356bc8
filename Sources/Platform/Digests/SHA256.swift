// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// SHA-256 and HMAC-SHA-256.
package enum SHA256 {
  /// The length of a digest.
  package static let byteCount = 32

  /// Returns the digest of some bytes.
  package static func digest(of bytes: Span<UInt8>) -> [UInt8] {
    unsafe made { digest in
      // Safe: OpenSSL reads the bytes, writes 32 others and keeps no pointer to either.
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe copenssl_sha256(bytes.baseAddress, bytes.count, digest) == 1
      }
    }
  }

  /// Returns the HMAC of some bytes (RFC 2104).
  package static func authentication(of bytes: Span<UInt8>, key: [UInt8]) -> [UInt8] {
    unsafe made { digest in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe key.withUnsafeBytes { key in
          // Safe: as above; OpenSSL accepts a null pointer for an empty key or text.
          unsafe HMAC(
            EVP_sha256(),
            key.baseAddress,
            Int32(clamping: key.count),
            bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
            bytes.count,
            digest,
            nil
          ) != nil
        }
      }
    }
  }

  /// Returns the digest that `make` writes to the buffer it is given.
  private static func made(_ make: (UnsafeMutablePointer<UInt8>?) -> Bool) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      guard unsafe make(buffer.baseAddress) else { fatalError("OpenSSL lacks SHA-256") }
      count = byteCount
    }
  }
}
