// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// A key that encrypts short texts so that nobody without it reads or changes them (AES-256-GCM).
package struct SealingKey: Sendable, Hashable {
  package let bytes: [UInt8]

  private static let (keyBytes, nonceBytes, tagBytes) = (32, 12, 16)
  /// The bytes by which a sealed text is longer.
  package static let overhead = nonceBytes + tagBytes

  /// A new key.
  package init() { bytes = .random(count: SealingKey.keyBytes) }

  /// A known key; `nil` for bytes that are none.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == SealingKey.keyBytes else { return nil }
    self.bytes = bytes
  }

  /// Encrypts some bytes, at most some kilobytes, which can be opened under the same name only.
  package func seal(_ text: [UInt8], named name: [UInt8]) -> [UInt8] {
    let nonce = [UInt8].random(count: SealingKey.nonceBytes)
    var tag = [UInt8](repeating: 0, count: SealingKey.tagBytes)
    guard let sealed = cipher(text, nonce, name, &tag, encrypts: true) else {
      fatalError("OpenSSL lacks AES-256-GCM")
    }
    return nonce + sealed + tag
  }

  /// Decrypts what `seal` has made; `nil` for anything else.
  package func open(_ sealed: [UInt8], named name: [UInt8]) -> [UInt8]? {
    guard sealed.count >= SealingKey.overhead else { return nil }
    let nonce = Array(sealed.prefix(SealingKey.nonceBytes))
    let body = Array(sealed.dropFirst(SealingKey.nonceBytes).dropLast(SealingKey.tagBytes))
    var tag = Array(sealed.suffix(SealingKey.tagBytes))
    return cipher(body, nonce, name, &tag, encrypts: false)
  }

  /// Encrypts some bytes and sets their tag, or decrypts them; `nil` for those of another tag.
  private func cipher(
    _ input: [UInt8],
    _ nonce: [UInt8],
    _ name: [UInt8],
    _ tag: inout [UInt8],
    encrypts: Bool
  ) -> [UInt8]? {
    var output = [UInt8](repeating: 0, count: input.count)
    // Safe: the key, nonce and tag have the sizes of the algorithm, `output` that of `input`; OpenSSL keeps no
    // pointer to any.
    let isDone = unsafe copenssl_seal(
      encrypts ? 1 : 0,
      bytes,
      nonce,
      name,
      Int32(clamping: name.count),
      input,
      Int32(clamping: input.count),
      &output,
      &tag
    )
    return isDone == 1 ? output : nil
  }
}
