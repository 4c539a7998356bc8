// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Numbers below `count`, the first ones most often: the n-th comes with n to the power of
/// -`exponent`. The same in every run.
struct Zipf {
  private let sums: [Double]
  private var random: SeededNumbers

  init(count: Int, exponent: Double, seed: UInt64) {
    var sum = 0.0
    sums = (1...count).map { rank in
      sum += pow(Double(rank), -exponent)
      return sum
    }
    random = SeededNumbers(seed)
  }

  mutating func next() -> Int {
    let wanted = Double.random(in: 0..<(sums.last ?? 1), using: &random)
    var low = 0
    var high = sums.count - 1
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > wanted { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Numbers that look random (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
