// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// Partitions of the atoms of each dimension into classes, one for each shape of a table. Identical
/// partitions are stored once and compared by number.
package struct AtomPartitions: Sendable {
  /// The class of each atom, numbered in order of occurrence.
  struct Partition: Hashable, Sendable {
    let dimension: Dimension
    let classes: [UInt8]
  }

  private(set) var all: [Partition] = []
  /// The end of each shape's partitions; they begin where those of the shape before end.
  private var ends: [Int] = []
  private var numbers: [UInt32] = []

  package init(_ table: ShapeTable) {
    var known: [Partition: UInt32] = [:]
    for shape in table.shapes {
      for entry in table.entries(of: shape) where entry.dimension != .time {
        let first = Int(entry.firstMask)
        let masks = table.masks[first..<first + Int(entry.maskCount)]
        let partition = Partition(dimension: entry.dimension, classes: Self.numbered(masks))
        let number = known[partition] ?? UInt32(all.count)
        if number == all.count {
          known[partition] = number
          all.append(partition)
        }
        numbers.append(number)
      }
      ends.append(numbers.count)
    }
  }

  /// Returns for each dimension that the shapes distinguish the coarsest classes that all of them
  /// respect.
  func classes(of shapes: [ShapeIndex]) -> [Dimension: [UInt8]] {
    var isUsed = [Bool](repeating: false, count: all.count)
    for shape in shapes {
      let index = Int(shape.rawValue)
      for number in numbers[(index == 0 ? 0 : ends[index - 1])..<ends[index]] {
        isUsed[Int(number)] = true
      }
    }
    var classes: [Dimension: [UInt8]] = [:]
    for (partition, isUsed) in zip(all, isUsed) where isUsed {
      guard let coarser = classes[partition.dimension] else {
        classes[partition.dimension] = partition.classes
        continue
      }
      classes[partition.dimension] = Self.numbered(
        zip(coarser, partition.classes).lazy.map { UInt16($0) << 8 | UInt16($1) }
      )
    }
    return classes
  }

  /// Numbers the classes of atoms with equal marks.
  private static func numbered<Mark: Hashable>(_ marks: some Sequence<Mark>) -> [UInt8] {
    var numbers: [Mark: UInt8] = [:]
    return marks.map { mark in
      if let number = numbers[mark] { return number }
      let number = UInt8(numbers.count)
      numbers[mark] = number
      return number
    }
  }
}
