// SPDX-License-Identifier: Apache-2.0

import Backends
import Reactor

/// A moment of a test's own time.
func at(_ seconds: Double) -> Instant {
  Instant(nanoseconds: 0) + .nanoseconds(Int64(seconds * 1_000_000_000))
}

/// Randomness that a test decides: each draw lies at this part of its range.
struct FixedRandom: RandomNumberGenerator {
  private var parts: [Double]
  /// Varies what does not matter: a draw that must be repeated would come out the same for ever.
  private var grain = SmallRandom(seed: 1)

  /// The parts are given in turn, the last one for ever.
  init(_ parts: Double...) { self.parts = parts }

  mutating func next() -> UInt64 {
    let part = parts.count > 1 ? parts.removeFirst() : parts.first ?? 0
    return UInt64(min(max(part, 0), 0.999_999) * 0x1p64) | grain.next() >> 32
  }
}
