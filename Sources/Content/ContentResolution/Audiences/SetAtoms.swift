// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel

/// The atoms of a dimension with unordered values: countries, devices, apps, arms.
struct SetAtoms<Value: Hashable & Comparable & Sendable>: Sendable {
  /// The values of each atom except atom 0.
  let members: [[Value]]
  private let atoms: [Value: UInt8]

  init(_ sets: some Sequence<[Value]>, of dimension: Dimension) throws(PlainError) {
    var partition = Partition<Value>()
    for set in Set(sets) { partition.separate(set) }
    let found = partition.atoms
    try dimension.checkAtoms(found.count)
    var atoms: [Value: UInt8] = [:]
    for (index, values) in found.enumerated() {
      for value in values { atoms[value] = UInt8(index + 1) }
    }
    members = [[]] + found
    self.atoms = atoms
  }

  var count: Int { members.count }

  func atom(of value: Value?) -> UInt8 {
    guard let value else { return 0 }
    return atoms[value] ?? 0
  }

  func atoms(in set: [Value]) -> [UInt8] {
    Array(Set(set.map { atom(of: $0) })).sorted()
  }
}
