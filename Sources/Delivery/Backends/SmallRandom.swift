// SPDX-License-Identifier: Apache-2.0

/// SplitMix64: random numbers for choices where nothing is gained by guessing, at a nanosecond
/// each; the system's generator asks the kernel.
package struct SmallRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes the sequence of a seed.
  package init(seed: UInt64) { state = seed }

  /// Makes a sequence seeded by the system.
  package init() {
    var system = SystemRandomNumberGenerator()
    self.init(seed: system.next())
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
