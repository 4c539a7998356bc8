// SPDX-License-Identifier: Apache-2.0

import Digests

/// The SHA-256 of a blob, which is its name.
package struct BlobDigest: Sendable, Hashable {
  /// The digest in hexadecimal digits.
  package let text: String

  package init(of blob: [UInt8]) { text = Hexadecimal.text(SHA256.digest(of: blob.span)) }

  /// Reads a digest; `nil` for another text.
  package init?(_ text: String) {
    guard text.utf8.count == 2 * SHA256.byteCount, Hexadecimal.bytes(text) != nil else {
      return nil
    }
    self.text = text
  }
}
