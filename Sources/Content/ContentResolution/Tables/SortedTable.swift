// SPDX-License-Identifier: Apache-2.0

/// A map of integers in two sorted arrays, with binary search.
struct SortedTable: Sendable {
  let keys: [UInt64]
  private let values: [UInt64]

  /// The last value of a repeated key wins.
  init(_ pairs: [(key: UInt64, value: UInt64)]) {
    var values: [UInt64: UInt64] = [:]
    for pair in pairs { values[pair.key] = pair.value }
    keys = values.keys.sorted()
    self.values = keys.map { values[$0, default: 0] }
  }

  var count: Int { keys.count }

  subscript(key: UInt64) -> UInt64? {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low &+ high) / 2
      let candidate = keys[middle]
      if candidate == key { return values[middle] }
      if candidate < key { low = middle &+ 1 } else { high = middle }
    }
    return nil
  }
}
