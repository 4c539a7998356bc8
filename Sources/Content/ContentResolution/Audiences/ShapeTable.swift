// SPDX-License-Identifier: Apache-2.0

package import ContentModel

// Rule sets compiled to bitmasks. A shape is a rule set that many documents share; for each
// dimension that it names, each atom has a mask of the rules that allow it. Choosing a rule is an
// AND of one mask for each dimension, then one AND for each dimension in the order of precedence,
// then a count of trailing zeros. All shapes are in flat arrays of integers, so choosing follows no
// references and changes no reference counts.

/// The index of a shape in its table.
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
    /// The index of the first rule number; they are stored best first.
    var firstRank: UInt32

    var allRules: UInt64 { ruleCount == 64 ? .max : (1 << UInt64(ruleCount)) - 1 }
  }

  /// The masks of a shape for one dimension; the entries of a shape are in the order of precedence.
  struct Entry {
    /// The rules that name the dimension.
    var names: UInt64
    /// The index of the first mask; there is one for each atom.
    var firstMask: UInt32
    var maskCount: UInt16
    var dimension: Dimension
    /// Whether the atom follows from the instant instead of the audience.
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

  /// Returns the number of the rule that an audience gets, in the order of the file; `nil` if it
  /// meets none.
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

  /// Returns the rules that are met and win by precedence, as bits by rank.
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

  /// Returns the rules that an audience meets, as bits by number in the order of the file.
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

  /// Returns the rules that an audience meets, as bits by rank.
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

  /// Returns how many of the shape's schedule boundaries have passed.
  func epoch(of instant: UnixTime, in shape: Shape) -> Int {
    var low = Int(shape.firstBoundary)
    var high = low + Int(shape.boundaryCount)
    while low < high {
      let middle = (low + high) / 2
      if boundaries[middle] <= instant.seconds { low = middle + 1 } else { high = middle }
    }
    return low - Int(shape.firstBoundary)
  }

  /// Returns the next instant at which a schedule of the shape begins or ends, beyond which nothing
  /// that depends on the shape is fresh.
  package func nextBoundary(of shape: ShapeIndex, after instant: UnixTime) -> UnixTime? {
    let shape = shapes[Int(shape.rawValue)]
    let epoch = epoch(of: instant, in: shape)
    guard epoch < Int(shape.boundaryCount) else { return nil }
    return UnixTime(seconds: boundaries[Int(shape.firstBoundary) + epoch])
  }

  /// Returns the last instant, up to now, at which a schedule of the shape began or ended.
  package func lastBoundary(of shape: ShapeIndex, at instant: UnixTime) -> UnixTime? {
    let shape = shapes[Int(shape.rawValue)]
    let epoch = epoch(of: instant, in: shape)
    guard epoch > 0 else { return nil }
    return UnixTime(seconds: boundaries[Int(shape.firstBoundary) + epoch - 1])
  }

  /// Returns the dimensions that the shape names, in its order of precedence.
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
