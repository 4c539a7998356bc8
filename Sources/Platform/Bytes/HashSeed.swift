// SPDX-License-Identifier: Apache-2.0

// SipHash-1-3, the hash of Swift's own dictionaries: without the seed nobody can choose keys that
// collide. Ours has an explicit seed, so that a test can repeat a run, and hashes bytes in place.

/// The secret key of a hash table's hash function.
package struct HashSeed: Sendable, Equatable {
  private let first: UInt64
  private let second: UInt64

  /// A known seed, for tests; servers use a random one.
  package init(_ first: UInt64, _ second: UInt64) {
    self.first = first
    self.second = second
  }

  /// Returns a random seed.
  package static func random() -> HashSeed {
    var generator = SystemRandomNumberGenerator()
    return HashSeed(generator.next(), generator.next())
  }

  /// Returns the hash of `bytes`.
  package func hash(_ bytes: Span<UInt8>) -> UInt64 {
    var state = State(
      a: first ^ 0x736f_6d65_7073_6575,
      b: second ^ 0x646f_7261_6e64_6f6d,
      c: first ^ 0x6c79_6765_6e65_7261,
      d: second ^ 0x7465_6462_7974_6573
    )
    let count = bytes.count
    var last = UInt64(truncatingIfNeeded: count) << 56
    // Safe: eight bytes behind `index`, and then each byte below `count`, are within the span; the
    // load needs no alignment.
    unsafe bytes.withUnsafeBytes { bytes in
      var index = 0
      while index + 8 <= count {
        state.absorb(
          UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        )
        index += 8
      }
      var shift: UInt64 = 0
      while index < count {
        last |= UInt64(unsafe bytes[index]) << shift
        shift += 8
        index += 1
      }
    }
    state.absorb(last)
    return state.finished()
  }

  private struct State {
    var a: UInt64
    var b: UInt64
    var c: UInt64
    var d: UInt64

    @inline(__always)
    mutating func absorb(_ word: UInt64) {
      d ^= word
      mix()
      a ^= word
    }

    @inline(__always)
    mutating func finished() -> UInt64 {
      c ^= 0xFF
      mix()
      mix()
      mix()
      return a ^ b ^ c ^ d
    }

    @inline(__always)
    private mutating func mix() {
      a &+= b
      b = State.rotate(b, 13) ^ a
      a = State.rotate(a, 32)
      c &+= d
      d = State.rotate(d, 16) ^ c
      a &+= d
      d = State.rotate(d, 21) ^ a
      c &+= b
      b = State.rotate(b, 17) ^ c
      c = State.rotate(c, 32)
    }

    @inline(__always)
    private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
      word &<< count | word &>> (64 &- count)
    }
  }
}
