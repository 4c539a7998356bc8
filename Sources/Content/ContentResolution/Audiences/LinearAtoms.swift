// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel

/// The atoms of a dimension with ordered values: versions and builds.
///
/// The bounds of all conditions divide the order into cells; cells that no condition distinguishes
/// share an atom. Unknown values are in no cell and have atom 0.
struct LinearAtoms<Bound: LinearBound>: Sendable {
  /// The bounds: cell `n` reaches from bound `n - 1` until bound `n`.
  let bounds: [Bound]
  /// The leading numbers of the bounds.
  private let leads: [UInt64]
  private let atoms: [UInt8]
  /// The cells of each atom except atom 0.
  let cells: [[Int]]

  init(_ sets: some Sequence<IntervalSet<Bound>>, of dimension: Dimension) throws(PlainError) {
    let sets = Array(Set(sets))
    let bounds = Array(Set(sets.flatMap(\.bounds))).sorted()
    var partition = Partition<Int>()
    for set in sets { partition.separate(LinearAtoms.cells(of: set, cutAt: bounds)) }
    let cells = partition.atoms
    try dimension.checkAtoms(cells.count)
    var atoms = [UInt8](repeating: 0, count: bounds.count + 1)
    for (index, members) in cells.enumerated() {
      for cell in members { atoms[cell] = UInt8(index + 1) }
    }
    self.bounds = bounds
    leads = bounds.map(\.leading)
    self.atoms = atoms
    self.cells = [[]] + cells
  }

  var count: Int { cells.count }

  func atom(of value: Bound?) -> UInt8 {
    guard let value else { return 0 }
    let lead = value.leading
    var low = 0
    var high = leads.count
    while low < high {
      let middle = (low &+ high) / 2
      if leads[middle] < lead || leads[middle] == lead && bounds[middle] <= value {
        low = middle &+ 1
      } else {
        high = middle
      }
    }
    return atoms[low]
  }

  /// Returns the atoms within a set, which must be one of those the atoms were made for.
  func atoms(in set: IntervalSet<Bound>) -> [UInt8] {
    Array(Set(LinearAtoms.cells(of: set, cutAt: bounds).map { atoms[$0] })).sorted()
  }

  /// Returns the lowest value of an atom; `nil` if it is unbounded.
  func lowest(of atom: UInt8) -> Bound? {
    guard let cell = cells[Int(atom)].first, cell > 0 else { return nil }
    return bounds[cell - 1]
  }

  private static func cells(of set: IntervalSet<Bound>, cutAt bounds: [Bound]) -> [Int] {
    set.intervals.flatMap { interval in
      let first = interval.lower.map { cell(of: $0, in: bounds) } ?? 0
      let end = interval.upper.map { cell(of: $0, in: bounds) } ?? bounds.count + 1
      return Array(first..<end)
    }
  }

  /// Returns the cell of a value: the number of bounds at or below it.
  private static func cell(of value: Bound, in bounds: [Bound]) -> Int {
    var low = 0
    var high = bounds.count
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A value of a dimension with ordered values.
protocol LinearBound: Comparable, Hashable, Sendable {
  /// A number that orders values coarsely, for quick comparisons: only values with equal numbers
  /// have to be compared in full.
  var leading: UInt64 { get }
}

extension AppVersion: LinearBound {}

extension UInt64: LinearBound {
  var leading: UInt64 { self }
}
