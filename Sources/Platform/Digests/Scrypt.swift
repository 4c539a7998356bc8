// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// Parameters of scrypt (RFC 7914), the password hash that is expensive in time and memory.
package struct Scrypt: Sendable, Equatable {
  /// N, a power of two: the cost in time and memory.
  package let cost: UInt64
  /// r, the block size.
  package let blockSize: UInt64
  /// p, the parallelization.
  package let parallelism: UInt64

  /// The default: 16 MiB and some hundredths of a second.
  package static let usual = Scrypt(cost: 16_384, blockSize: 8, parallelism: 1)
  /// The parameters that OWASP recommends for passwords: 128 MiB and some tenths of a second.
  package static let strong = Scrypt(cost: 131_072, blockSize: 8, parallelism: 1)
  /// The most memory it may take: 160 MiB.
  private static let mostBytes: UInt64 = 167_772_160

  package init(cost: UInt64, blockSize: UInt64, parallelism: UInt64) {
    self.cost = cost
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// Derives `count` bytes from a password and a salt; `nil` when the parameters are invalid or ask
  /// for more than `mostBytes` of memory.
  package func key(password: [UInt8], salt: [UInt8], count: Int) -> [UInt8]? {
    var key = [UInt8](repeating: 0, count: max(0, count))
    // Safe: OpenSSL reads and writes the bytes within the call and keeps no pointer to any; empty
    // arrays may be null pointers.
    let isMade = unsafe password.withUnsafeBytes { password in
      unsafe salt.withUnsafeBytes { salt in
        unsafe key.withUnsafeMutableBytes { key in
          unsafe EVP_PBE_scrypt(
            password.baseAddress?.assumingMemoryBound(to: CChar.self),
            password.count,
            salt.baseAddress?.assumingMemoryBound(to: UInt8.self),
            salt.count,
            cost,
            blockSize,
            parallelism,
            Scrypt.mostBytes,
            key.baseAddress?.assumingMemoryBound(to: UInt8.self),
            key.count
          ) == 1
        }
      }
    }
    return isMade ? key : nil
  }
}
