// SPDX-License-Identifier: Apache-2.0

/// Random numbers that are the same in every run.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  /// Some of these, at least one, in their order.
  mutating func some<Value>(of values: [Value]) -> [Value] {
    let picked = values.filter { _ in chance(40) }
    return picked.isEmpty ? [values[Int.random(in: 0..<values.count, using: &self)]] : picked
  }
}
