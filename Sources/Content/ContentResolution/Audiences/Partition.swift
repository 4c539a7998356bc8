// SPDX-License-Identifier: Apache-2.0

/// A partition of values into classes: each set of conditions splits the classes that it cuts.
///
/// Class 0 is what no set contains, including all values not named.
struct Partition<Value: Hashable & Comparable> {
  private var classes: [Value: Int] = [:]
  private var classCount = 1

  /// Splits the classes at the border of `members`.
  mutating func separate(_ members: some Sequence<Value>) {
    var splits: [Int: Int] = [:]
    for member in members {
      let old = classes[member] ?? 0
      if let new = splits[old] {
        classes[member] = new
      } else {
        classes[member] = classCount
        splits[old] = classCount
        classCount += 1
      }
    }
  }

  /// The members of each class but class 0, in the order of the values.
  var atoms: [[Value]] {
    var numbers: [Int: Int] = [:]
    var atoms: [[Value]] = []
    for value in classes.keys.sorted() {
      let number = numbers[classes[value] ?? 0, default: atoms.count]
      if number == atoms.count {
        numbers[classes[value] ?? 0] = number
        atoms.append([])
      }
      atoms[number].append(value)
    }
    return atoms
  }
}
