// SPDX-License-Identifier: Apache-2.0

/// The series of one family, indexed by the positions of their label values.
///
/// `requests[method, status]` is a multiplication and a load. A position out of range is a
/// programmer's error, and traps.
package struct SignalFamily<Series: SignalSeries>: Sendable {
  package let labels: [SignalLabel]
  /// All combinations; the last label varies fastest.
  @usableFromInline let series: [Series]

  /// The series of a family with one label.
  @inlinable
  package subscript(_ value: Int) -> Series {
    precondition(labels.count == 1, "the family has another number of labels")
    return series[value]
  }

  /// The series of a family with two labels.
  @inlinable
  package subscript(_ first: Int, _ second: Int) -> Series {
    precondition(labels.count == 2, "the family has another number of labels")
    let width = labels[1].values.count
    precondition(second >= 0 && second < width, "the second label has no such value")
    return series[first * width + second]
  }

  /// The series of a family with any number of labels; too slow for the request path.
  package subscript(positions positions: [Int]) -> Series {
    precondition(positions.count == labels.count, "the family has another number of labels")
    var index = 0
    for (position, label) in zip(positions, labels) {
      precondition(label.values.indices.contains(position), "\(label.name) has no such value")
      index = index * label.values.count + position
    }
    return series[index]
  }
}
