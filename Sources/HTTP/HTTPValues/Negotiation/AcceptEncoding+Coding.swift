// SPDX-License-Identifier: Apache-2.0

import Bytes

extension AcceptEncoding {
  /// A content coding of the registry.
  package enum Coding: UInt8, Sendable, Hashable, CaseIterable {
    case identity
    case gzip
    case brotli
    case zstd
    case deflate
    case compress
    /// Brotli with a dictionary that the client has, RFC 9842.
    case dictionaryBrotli
    /// Zstandard with a dictionary that the client has.
    case dictionaryZstd

    package var name: StaticString {
      switch self {
      case .identity: "identity"
      case .gzip: "gzip"
      case .brotli: "br"
      case .zstd: "zstd"
      case .deflate: "deflate"
      case .compress: "compress"
      case .dictionaryBrotli: "dcb"
      case .dictionaryZstd: "dcz"
      }
    }

    /// In any case, with the old names that RFC 9110 section 8.4.1 keeps; `nil` for an unknown one.
    package init?(_ name: Span<UInt8>) {
      switch name.count {
      case 2 where name.matches(lowercase: "br"): self = .brotli
      case 3 where name.matches(lowercase: "dcb"): self = .dictionaryBrotli
      case 3 where name.matches(lowercase: "dcz"): self = .dictionaryZstd
      case 4 where name.matches(lowercase: "gzip"): self = .gzip
      case 4 where name.matches(lowercase: "zstd"): self = .zstd
      case 6 where name.matches(lowercase: "x-gzip"): self = .gzip
      case 7 where name.matches(lowercase: "deflate"): self = .deflate
      case 8 where name.matches(lowercase: "identity"): self = .identity
      case 8 where name.matches(lowercase: "compress"): self = .compress
      case 10 where name.matches(lowercase: "x-compress"): self = .compress
      default: return nil
      }
    }
  }
}
