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

  /// The number of bytes that are digested at once.
  private static let blockBytes = 64

  /// Returns the HMAC of some bytes (RFC 2104). OpenSSL's own looks its algorithm up for each text, which takes
  /// longer than both digests of a short one.
  package static func authentication(of bytes: Span<UInt8>, key: [UInt8]) -> [UInt8] {
    var block = key.count > blockBytes ? digest(of: key.span) : key
    block += [UInt8](repeating: 0, count: blockBytes - block.count)
    var inner = block.map { $0 ^ 0x36 }
    inner.reserveCapacity(blockBytes + bytes.count)
    for index in bytes.indices { inner.append(bytes[index]) }
    return digest(of: (block.map { $0 ^ 0x5C } + digest(of: inner.span)).span)
  }

  /// Returns the digest that `make` writes to the buffer it is given.
  private static func made(_ make: (UnsafeMutablePointer<UInt8>?) -> Bool) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      guard unsafe make(buffer.baseAddress) else { fatalError("OpenSSL lacks SHA-256") }
      count = byteCount
    }
  }
}

extension SHA256 {
  /// The digest of bytes that come in pieces.
  @safe
  package struct Running: ~Copyable {
    private let context: OpaquePointer

    package init() {
      // Safe: the context is this value's own until `deinit` frees it.
      guard let context = unsafe EVP_MD_CTX_new(),
        unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
      else { fatalError("OpenSSL lacks SHA-256") }
      unsafe self.context = context
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    package func add(_ bytes: [UInt8]) {
      // Safe: OpenSSL reads the bytes within the call and keeps no pointer to them.
      let isAdded = unsafe bytes.withUnsafeBytes { bytes in
        unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
      }
      guard isAdded else { fatalError("OpenSSL lacks SHA-256") }
    }

    package consuming func digest() -> [UInt8] {
      unsafe made { digest in unsafe EVP_DigestFinal_ex(context, digest, nil) == 1 }
    }
  }
}
