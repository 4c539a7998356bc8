// SPDX-License-Identifier: Apache-2.0

import Bytes

/// A content coding of RFC 9110 section 8.4.1, with brotli (RFC 7932) and zstd (RFC 8878).
package enum Coding: Sendable, Hashable, CaseIterable {
  case identity
  case gzip
  /// Read only: senders disagree on whether it means zlib's format or bare deflate.
  case deflate
  case brotli
  case zstd

  /// The name in `Content-Encoding` and `Accept-Encoding`.
  package var name: StaticString {
    switch self {
    case .identity: "identity"
    case .gzip: "gzip"
    case .deflate: "deflate"
    case .brotli: "br"
    case .zstd: "zstd"
    }
  }

  /// The coding of this name, in any case; `x-gzip` is gzip.
  package init?(_ name: Span<UInt8>) {
    if name.matches(lowercase: "x-gzip") {
      self = .gzip
      return
    }
    for coding in Self.allCases where name.matches(lowercase: coding.name) {
      self = coding
      return
    }
    return nil
  }

  package init?(_ name: String) { self.init(name.utf8Span.span) }
}
