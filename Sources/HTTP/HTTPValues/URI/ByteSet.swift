// SPDX-License-Identifier: Apache-2.0

/// A set of ASCII bytes, one bit each, so that asking costs a shift; no byte past ASCII is in one.
///
/// The constants are checked against the grammars' own letters by a test.
package struct ByteSet: Sendable, Equatable {
  @usableFromInline
  let low: UInt64
  @usableFromInline
  let high: UInt64

  @inlinable
  init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  @inlinable
  package func contains(_ byte: UInt8) -> Bool {
    if byte < 64 { return low >> UInt64(byte) & 1 == 1 }
    return byte < 128 && high >> UInt64(byte &- 64) & 1 == 1
  }

  @inlinable
  package func containsAll(_ bytes: Span<UInt8>) -> Bool {
    for index in 0..<bytes.count where !contains(bytes[index]) { return false }
    return true
  }

  /// `unreserved` of RFC 3986 section 2.3: letters, digits, `-._~`.
  package static let unreserved = ByteSet(
    low: 0x03FF_6000_0000_0000,
    high: 0x47FF_FFFE_87FF_FFFE
  )

  /// `unreserved` and `sub-delims`: what a registered name is made of, beside percent triplets.
  package static let registeredName = ByteSet(
    low: 0x2BFF_7FD2_0000_0000,
    high: 0x47FF_FFFE_87FF_FFFE
  )

  /// `pchar` of section 3.3 without percent triplets: one segment of a path.
  package static let pathSegment = ByteSet(
    low: 0x2FFF_7FD2_0000_0000,
    high: 0x47FF_FFFE_87FF_FFFF
  )

  /// `pchar` and `/`: a whole path.
  package static let path = ByteSet(low: 0x2FFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)

  /// `pchar`, `/` and `?`: a query or a fragment as a whole.
  package static let query = ByteSet(low: 0xAFFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)

  /// A name or a value inside a query: `query` without `& ; = + '`.
  package static let queryPart = ByteSet(low: 0x87FF_F712_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)

  /// `unreserved` and `reserved` of section 2: every byte that a URI may show as it is.
  package static let uri = ByteSet(low: 0xAFFF_FFDA_0000_0000, high: 0x47FF_FFFE_AFFF_FFFF)

  /// `etagc` of RFC 9110 section 8.8.3 within ASCII: visible bytes but the double quote.
  package static let entityTag = ByteSet(low: 0xFFFF_FFFA_0000_0000, high: 0x7FFF_FFFF_FFFF_FFFF)

  /// Bytes of a key of a structured field, RFC 9651 section 3.1.2.
  package static let structuredKey = ByteSet(
    low: 0x03FF_6400_0000_0000,
    high: 0x07FF_FFFE_8000_0000
  )
}
