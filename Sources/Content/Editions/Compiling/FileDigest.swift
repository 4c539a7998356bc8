// SPDX-License-Identifier: Apache-2.0

import Digests

/// The SHA-256 of a file, without an array of its own: a site has many.
struct FileDigest: Hashable, Sendable {
  private let words: SIMD4<UInt64>

  init(of file: Span<UInt8>) {
    self.init(SHA256.digest(of: file))
  }

  private init() { words = SIMD4() }

  /// The digest that a text is; `nil` for one that is none.
  init?(text: String) {
    guard let bytes = Hexadecimal.bytes(text), bytes.count == SHA256.byteCount else { return nil }
    self.init(bytes)
  }

  private init(_ bytes: [UInt8]) {
    var words = SIMD4<UInt64>()
    for (index, byte) in bytes.enumerated() {
      words[index >> 3] = words[index >> 3] << 8 | UInt64(byte)
    }
    self.words = words
  }

  /// Stands for the digest of a file that could not be read.
  static let none = FileDigest()

  var bytes: [UInt8] {
    (0..<SHA256.byteCount).map { index in
      UInt8(truncatingIfNeeded: words[index >> 3] >> UInt64(56 - (index & 7) * 8))
    }
  }

  /// The digest as the history calls the file.
  var text: String { Hexadecimal.text(bytes) }
}
