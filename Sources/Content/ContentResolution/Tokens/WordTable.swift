// SPDX-License-Identifier: Apache-2.0

// A token is parsed for every request, so words are looked up by hash alone. A word crafted to
// collide with another gets the audience of that one, which everybody may ask for anyway.

/// A case-insensitive hash table of token words.
struct WordTable<Meaning: Sendable>: Sendable {
  private var hashes: [UInt64]
  private var meanings: [Meaning?]

  /// The first of equal words wins.
  init(_ words: [(word: String, meaning: Meaning)]) {
    var capacity = 16
    while capacity < words.count * 2 { capacity *= 2 }
    hashes = Array(repeating: 0, count: capacity)
    meanings = Array(repeating: nil, count: capacity)
    for (word, meaning) in words {
      var hash = WordHash()
      for byte in word.utf8 { hash.add(byte) }
      let slot = slot(of: hash)
      guard hashes[slot] == 0 else { continue }
      hashes[slot] = hash.value
      meanings[slot] = meaning
    }
  }

  subscript(word: WordHash) -> Meaning? { meanings[slot(of: word)] }

  /// Returns the slot of the hash, or a free one.
  private func slot(of hash: WordHash) -> Int {
    let hash = hash.value
    var slot = Int(truncatingIfNeeded: hash) & (hashes.count - 1)
    while hashes[slot] != 0, hashes[slot] != hash { slot = (slot + 1) & (hashes.count - 1) }
    return slot
  }
}

/// FNV-1a of a word in lower case.
struct WordHash {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Never 0.
  var value: UInt64 { hash | 1 << 63 }

  mutating func add(_ byte: UInt8) {
    let isUpperCase = byte &- 0x41 < 26
    hash = (hash ^ UInt64(isUpperCase ? byte | 0x20 : byte)) &* 0x100_0000_01B3
  }
}
