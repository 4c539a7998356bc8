// SPDX-License-Identifier: Apache-2.0

import ContentModel

// A token is read at every request, so its words are asked for by hash alone. A word that somebody
// made to have the hash of another gets the other's audience, which everybody may ask for anyway.

/// What words mean, whatever their case.
struct WordTable<Meaning: Sendable>: Sendable {
  private var hashes: [UInt64]
  private var meanings: [Meaning?]

  /// Of two equal words the first one counts.
  init(_ words: [(word: String, meaning: Meaning)]) {
    var capacity = 16
    while capacity < words.count * 2 { capacity *= 2 }
    hashes = Array(repeating: 0, count: capacity)
    meanings = Array(repeating: nil, count: capacity)
    for (word, meaning) in words {
      let bytes = Array(word.utf8)
      let slot = slot(of: WordTable.hash(of: bytes.span))
      guard hashes[slot] == 0 else { continue }
      hashes[slot] = WordTable.hash(of: bytes.span)
      meanings[slot] = meaning
    }
  }

  subscript(word: Span<UInt8>) -> Meaning? { meanings[slot(of: WordTable.hash(of: word))] }

  /// Where the hash stands, or the free slot where it would.
  private func slot(of hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (hashes.count - 1)
    while hashes[slot] != 0, hashes[slot] != hash { slot = (slot + 1) & (hashes.count - 1) }
    return slot
  }

  /// FNV-1a of the word in lower case, never 0.
  private static func hash(of word: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in word.indices {
      hash = (hash ^ UInt64(ASCII.lowercased(word[index]))) &* 0x100_0000_01B3
    }
    return hash | 1 << 63
  }
}
