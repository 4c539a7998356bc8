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
    var sealed = [UInt8](repeating: 0, count: text.count)
    var tag = [UInt8](repeating: 0, count: SealingKey.tagBytes)
    // Safe: the key, nonce and tag have the sizes of the algorithm, `sealed` that of the text; OpenSSL keeps no
    // pointer to any.
    let isMade = unsafe copenssl_seal(
      bytes,
      nonce,
      name,
      Int32(clamping: name.count),
      text,
      Int32(clamping: text.count),
      &sealed,
      &tag
    )
    guard isMade == 1 else { fatalError("OpenSSL lacks AES-256-GCM") }
    return nonce + sealed + tag
  }

  /// Decrypts what `seal` has made; `nil` for anything else.
  package func open(_ sealed: [UInt8], named name: [UInt8]) -> [UInt8]? {
    let count = sealed.count - SealingKey.overhead
    guard count >= 0 else { return nil }
    let nonce = Array(sealed.prefix(SealingKey.nonceBytes))
    let body = Array(sealed.dropFirst(SealingKey.nonceBytes).prefix(count))
    var tag = Array(sealed.suffix(SealingKey.tagBytes))
    var text = [UInt8](repeating: 0, count: count)
    // Safe: as above.
    let isOurs = unsafe copenssl_unseal(
      bytes,
      nonce,
      name,
      Int32(clamping: name.count),
      body,
      Int32(clamping: count),
      &tag,
      &text
    )
    return isOurs == 1 ? text : nil
  }
}
