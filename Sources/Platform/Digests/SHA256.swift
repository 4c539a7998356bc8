// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// SHA-256: what names content by its bytes, and what vouches for them.
package enum SHA256 {
  /// How long a digest is.
  package static let byteCount = 32

  /// The digest of some bytes.
  package static func digest(of bytes: Span<UInt8>) -> [UInt8] {
    unsafe made { digest in
      // Safe: OpenSSL reads the bytes, writes thirty-two others and keeps no pointer to either.
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe EVP_Digest(bytes.baseAddress, bytes.count, digest, nil, EVP_sha256(), nil) == 1
      }
    }
  }

  /// The digest of some bytes keyed by a secret: HMAC of RFC 2104.
  package static func authentication(of bytes: Span<UInt8>, key: [UInt8]) -> [UInt8] {
    unsafe made { digest in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe key.withUnsafeBytes { key in
          // Safe: as above; a key and a text of no bytes may be at no address.
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

  /// What `make` writes at the address that it is given.
  private static func made(_ make: (UnsafeMutablePointer<UInt8>?) -> Bool) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      guard unsafe make(buffer.baseAddress) else { fatalError("OpenSSL has no SHA-256") }
      count = byteCount
    }
  }
}
