// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Reads tokens, and remembers the latest: there are few kinds of visitors, and all visitors of one kind have
/// the same token. It belongs to a loop.
package final class KnownTokens {
  /// Longer tokens are read each time.
  package static let longestKnown = 31
  private static let slots = 128

  /// The bytes of a token, with their number in the last byte.
  private typealias Key = SIMD4<UInt64>

  private struct Slot {
    /// Zero in a free slot; no token has that key.
    var key = Key()
    /// `nil` for a text that has not the form of a token.
    var token: AudienceToken?
  }

  package let reader: TokenReader
  private var known = Array(repeating: Slot(), count: KnownTokens.slots)

  package init(_ reader: TokenReader) { self.reader = reader }

  /// Parses a segment; `nil` if it does not have the form of a token.
  package func token(_ text: Span<UInt8>) -> AudienceToken? {
    guard text.count > 0, text.count <= KnownTokens.longestKnown else { return reader.token(text) }
    let key = KnownTokens.key(of: text)
    let slot = KnownTokens.slot(of: key)
    if known[slot].key == key { return known[slot].token }
    let token = reader.token(text)
    known[slot] = Slot(key: key, token: token)
    return token
  }

  private static func key(of text: Span<UInt8>) -> Key {
    var key = Key()
    var (lane, index) = (0, 0)
    while index + 8 <= text.count {
      key[lane] = text.word(at: index)
      lane += 1
      index += 8
    }
    var (last, shift): (UInt64, UInt64) = (0, 0)
    while index < text.count {
      last |= UInt64(text[index]) << shift
      shift += 8
      index += 1
    }
    key[lane] = last
    key[3] |= UInt64(text.count) << 56
    return key
  }

  private static func slot(of key: Key) -> Int {
    var hash: UInt64 = 0
    for lane in 0..<4 { hash = (hash ^ key[lane]) &* 0x9E37_79B9_7F4A_7C15 }
    return Int(truncatingIfNeeded: hash >> 57)
  }
}
