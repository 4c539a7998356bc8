// SPDX-License-Identifier: Apache-2.0

package import ContentModel

// Rule sets compiled to bits. A shape is a rule set that many documents share; for each dimension
// that it names there is a mask of the rules that let an atom pass. Choosing is an AND of one mask
// for each named dimension, then one AND for each dimension in the order of precedence, then a count
// of trailing zeros. All shapes lie in four arrays of plain numbers: nothing is chased or counted.

/// The number of a shape in its table.
package struct ShapeIndex: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// All compiled rule sets of an edition.
package struct ShapeTable: Sendable {
  struct Shape {
    var firstEntry: UInt32
    var entryCount: UInt8
    var ruleCount: UInt8
    var boundaryCount: UInt16
    var firstBoundary: UInt32
    /// Where the numbers of the rules stand, best first.
    var firstRank: UInt32

    var allRules: UInt64 { ruleCount == 64 ? .max : (1 << UInt64(ruleCount)) - 1 }
  }

  /// What a shape has for one dimension; the entries of a shape are in the order of precedence.
  struct Entry {
    /// The rules that name the dimension.
    var names: UInt64
    /// Where the masks of its atoms begin, and how many there are.
    var firstMask: UInt32
    var maskCount: UInt16
    var dimension: Dimension
    /// Whether the atom follows from the instant and not from the audience.
    var isTime: Bool
  }

  private(set) var shapes: [Shape] = []
  private(set) var entries: [Entry] = []
  private(set) var masks: [UInt64] = []
  private(set) var boundaries: [Int64] = []
  private(set) var ranks: [UInt8] = []

  package init() {}

  package var count: Int { shapes.count }

  mutating func append(
    entries newEntries: [(dimension: Dimension, names: UInt64, masks: [UInt64])],
    boundaries newBoundaries: [Int64],
    ranks newRanks: [UInt8]
  ) -> ShapeIndex {
    let shape = Shape(
      firstEntry: UInt32(entries.count),
      entryCount: UInt8(newEntries.count),
      ruleCount: UInt8(newRanks.count),
      boundaryCount: UInt16(newBoundaries.count),
      firstBoundary: UInt32(boundaries.count),
      firstRank: UInt32(ranks.count)
    )
    for entry in newEntries {
      entries.append(
        Entry(
          names: entry.names,
          firstMask: UInt32(masks.count),
          maskCount: UInt16(entry.masks.count),
          dimension: entry.dimension,
          isTime: entry.dimension == .time
        )
      )
      masks += entry.masks
    }
    boundaries += newBoundaries
    ranks += newRanks
    shapes.append(shape)
    return ShapeIndex(rawValue: UInt32(shapes.count - 1))
  }

  /// The number of the rule that an audience gets, in the order of the file; `nil` if none fits.
  package func winner(
    of shape: ShapeIndex,
    for audience: Audience,
    at instant: UnixTime
  ) -> Int? {
    let shape = shapes[Int(shape.rawValue)]
    let rules = survivors(shape, audience, instant)
    guard rules != 0 else { return nil }
    return Int(ranks[Int(shape.firstRank) + rules.trailingZeroBitCount])
  }

  /// The rules that fit and name the dimensions that decide, each as the bit of its rank.
  func survivors(_ shape: Shape, _ audience: Audience, _ instant: UnixTime) -> UInt64 {
    var rules = passing(shape, audience, instant)
    var index = Int(shape.firstEntry)
    let end = index + Int(shape.entryCount)
    while index < end {
      let named = rules & entries[index].names
      if named != 0 { rules = named }
      index += 1
    }
    return rules
  }

  /// The rules that let an audience pass, each as the bit of its number in the order of the file.
  package func passing(
    of shape: ShapeIndex,
    for audience: Audience,
    at instant: UnixTime
  ) -> UInt64 {
    let shape = shapes[Int(shape.rawValue)]
    var left = passing(shape, audience, instant)
    var passing: UInt64 = 0
    while left != 0 {
      passing |= 1 << UInt64(ranks[Int(shape.firstRank) + left.trailingZeroBitCount])
      left &= left - 1
    }
    return passing
  }

  /// The rules that let an audience pass, each as the bit of its rank.
  func passing(_ shape: Shape, _ audience: Audience, _ instant: UnixTime) -> UInt64 {
    var rules = shape.allRules
    var index = Int(shape.firstEntry)
    let end = index + Int(shape.entryCount)
    while index < end {
      let entry = entries[index]
      let atom =
        entry.isTime
        ? epoch(of: instant, in: shape) : Int(audience[entry.dimension])
      rules &= masks[Int(entry.firstMask) + atom]
      index += 1
    }
    return rules
  }

  /// How many boundaries of the shape's schedules have passed.
  func epoch(of instant: UnixTime, in shape: Shape) -> Int {
    var low = Int(shape.firstBoundary)
    var high = low + Int(shape.boundaryCount)
    while low < high {
      let middle = (low + high) / 2
      if boundaries[middle] <= instant.seconds { low = middle + 1 } else { high = middle }
    }
    return low - Int(shape.firstBoundary)
  }

  /// The next instant at which a schedule of the shape begins or ends: nothing that depends on the
  /// shape may be called fresh beyond it.
  package func nextBoundary(of shape: ShapeIndex, after instant: UnixTime) -> UnixTime? {
    let shape = shapes[Int(shape.rawValue)]
    let epoch = epoch(of: instant, in: shape)
    guard epoch < Int(shape.boundaryCount) else { return nil }
    return UnixTime(seconds: boundaries[Int(shape.firstBoundary) + epoch])
  }

  /// The last instant up to now at which a schedule of the shape began or ended.
  package func lastBoundary(of shape: ShapeIndex, at instant: UnixTime) -> UnixTime? {
    let shape = shapes[Int(shape.rawValue)]
    let epoch = epoch(of: instant, in: shape)
    guard epoch > 0 else { return nil }
    return UnixTime(seconds: boundaries[Int(shape.firstBoundary) + epoch - 1])
  }

  /// The dimensions that the shape names, in the order of its precedence.
  package func dimensions(of shape: ShapeIndex) -> [Dimension] {
    entries(of: shapes[Int(shape.rawValue)]).map(\.dimension)
  }

  func entries(of shape: Shape) -> ArraySlice<Entry> {
    entries[Int(shape.firstEntry)..<Int(shape.firstEntry) + Int(shape.entryCount)]
  }

  func ranks(of shape: Shape) -> ArraySlice<UInt8> {
    ranks[Int(shape.firstRank)..<Int(shape.firstRank) + Int(shape.ruleCount)]
  }
}
