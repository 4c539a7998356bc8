// SPDX-License-Identifier: Apache-2.0

import Bytes

/// A path as eight words, as stored in a slot of the index.
struct PathKey {
  /// Longer paths are stored apart.
  static let maximumBytes = 55

  /// The path in seven words of eight bytes, little-endian, padded with zeros. The highest byte is
  /// the path's length plus one, so that no key is all zeros; 255 marks a longer path, of which
  /// only the hash is here.
  private(set) var words = InlineArray<7, UInt64>(repeating: 0)
  let hash: UInt64

  init(_ path: Span<UInt8>, seed: UInt64) {
    var hash = seed ^ UInt64(path.count)
    var start = 0
    while start < path.count {
      let word = PathKey.word(at: start, of: path)
      hash = PathKey.mix(hash ^ word)
      if start < 56 { words[start / 8] = word }
      start += 8
    }
    self.hash = PathKey.mix(hash)
    if path.count > PathKey.maximumBytes {
      words = InlineArray(repeating: 0)
      words[0] = self.hash
      words[6] = 255 << 56
    } else {
      words[6] |= UInt64(path.count + 1) << 56
    }
  }

  var isLong: Bool { words[6] >> 56 == 255 }

  /// Loads up to eight bytes from `start` on.
  @inline(__always)
  static func word(at start: Int, of path: Span<UInt8>) -> UInt64 {
    if start + 8 <= path.count { return path.word(at: start) }
    if path.count >= 8 {
      return path.word(at: path.count - 8) >> UInt64((start + 8 - path.count) * 8)
    }
    var word: UInt64 = 0
    for index in start..<path.count { word |= UInt64(path[index]) << UInt64((index - start) * 8) }
    return word
  }

  /// Mixes by multiplication; the seed prevents chosen collisions.
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
