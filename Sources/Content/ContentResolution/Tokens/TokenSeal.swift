// SPDX-License-Identifier: Apache-2.0

/// Vouches for tokens: what is not for everybody to choose, such as an experiment's arm or another
/// instant, counts only in a token that the gateway made.
package protocol TokenSeal: Sendable {
  /// Ten bytes that nobody else can work out for this text.
  func seal(of text: Span<UInt8>) -> SealBytes
}

/// What a seal consists of: eighty bits.
package typealias SealBytes = InlineArray<10, UInt8>
