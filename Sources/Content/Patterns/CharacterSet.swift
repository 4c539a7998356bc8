// SPDX-License-Identifier: Apache-2.0

/// A set of Unicode characters: ranges and general categories, possibly negated.
struct CharacterSet: Sendable {
  private var ranges: [ClosedRange<UInt32>] = []
  private var categories = CategorySet()
  private var isNegated: Bool
  /// A bitmap for ASCII.
  private var low: (UInt64, UInt64) = (0, 0)

  /// The dot: everything but line ends.
  static let dot: CharacterSet = {
    var set = CharacterSet(negated: true)
    set.insert(0x0A...0x0A)
    set.insert(0x0D...0x0D)
    return set
  }()

  init(negated: Bool = false) {
    isNegated = negated
    low = negated ? (.max, .max) : (0, 0)
  }

  init(_ categories: CategorySet) {
    self.init()
    insert(categories)
  }

  mutating func insert(_ range: ClosedRange<UInt32>) {
    ranges.append(range)
    for value in range.prefix(0x80) where value < 0x80 { setLow(value) }
  }

  mutating func insert(_ more: CategorySet) {
    categories.formUnion(more)
    for value: UInt32 in 0..<0x80 where more.contains(value) { setLow(value) }
  }

  private mutating func setLow(_ value: UInt32) {
    let bit = UInt64(1) << UInt64(value & 63)
    if value < 64 {
      low.0 = isNegated ? low.0 & ~bit : low.0 | bit
    } else {
      low.1 = isNegated ? low.1 & ~bit : low.1 | bit
    }
  }

  func contains(_ value: UInt32) -> Bool {
    if value < 64 { return low.0 >> UInt64(value) & 1 == 1 }
    if value < 128 { return low.1 >> UInt64(value - 64) & 1 == 1 }
    let isIn = ranges.contains { $0.contains(value) } || categories.contains(value)
    return isIn != isNegated
  }
}
