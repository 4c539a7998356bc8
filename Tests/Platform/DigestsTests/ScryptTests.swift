// SPDX-License-Identifier: Apache-2.0

import Digests
import Testing

@Suite struct `Keys derived by scrypt and comparison in constant time` {
  /// RFC 7914 section 12.
  @Test(arguments: [
    ("", "", Scrypt(cost: 16, blockSize: 1, parallelism: 1), "77d6576238657b203b19ca42c18a0497"),
    (
      "password", "NaCl", Scrypt(cost: 1_024, blockSize: 8, parallelism: 16),
      "fdbabe1c9d3472007856e7190d01e9fe"
    ),
    (
      "pleaseletmein", "SodiumChloride", Scrypt(cost: 16_384, blockSize: 8, parallelism: 1),
      "7023bdcb3afd7348461c06cd81fd38eb"
    ),
  ])
  func `Scrypt derives the keys of the examples in RFC 7914`(
    password: String,
    salt: String,
    scrypt: Scrypt,
    expected: String
  ) throws {
    let key = try #require(
      scrypt.key(password: Array(password.utf8), salt: Array(salt.utf8), count: 64)
    )
    #expect(key.count == 64)
    let digits = key.prefix(16).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(digits.joined() == expected)
  }

  @Test(arguments: [
    Scrypt(cost: 15, blockSize: 8, parallelism: 1),
    Scrypt(cost: 1, blockSize: 8, parallelism: 1),
    Scrypt(cost: 1 << 30, blockSize: 8, parallelism: 1),
  ])
  func `Scrypt derives no key with parameters that are invalid or need too much memory`(
    scrypt: Scrypt
  ) {
    #expect(scrypt.key(password: [1], salt: [2], count: 32) == nil)
  }

  @Test func `Comparison in constant time finds a difference at any place, and in length`() {
    #expect(ConstantTime.areEqual([], []))
    #expect(ConstantTime.areEqual([1, 2], [1, 2]))
    #expect(!ConstantTime.areEqual([1, 2], [2, 2]))
    #expect(!ConstantTime.areEqual([1, 2], [1, 3]))
    #expect(!ConstantTime.areEqual([1, 2], [1]))
  }
}
