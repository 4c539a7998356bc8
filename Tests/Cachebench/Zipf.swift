// SPDX-License-Identifier: Apache-2.0

import Glibc
import SeededTesting

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
