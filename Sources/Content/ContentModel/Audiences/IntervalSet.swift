// SPDX-License-Identifier: Apache-2.0

/// A set of ordered values as half-open intervals.
///
/// The intervals are sorted, not empty, and do not touch, so that equal sets have equal intervals.
package struct IntervalSet<Bound: Comparable & Hashable & Sendable>: Hashable, Sendable {
  /// From `lower` up to but not including `upper`; `nil` means unbounded.
  package struct Interval: Hashable, Sendable {
    package let lower: Bound?
    package let upper: Bound?

    package init(from lower: Bound?, until upper: Bound?) {
      self.lower = lower
      self.upper = upper
    }

    package func contains(_ value: Bound) -> Bool {
      if let lower, value < lower { return false }
      if let upper, value >= upper { return false }
      return true
    }

    fileprivate var isEmpty: Bool {
      guard let lower, let upper else { return false }
      return lower >= upper
    }
  }

  package let intervals: [Interval]

  /// Creates the union of intervals.
  package init(_ parts: some Sequence<Interval>) {
    var merged: [Interval] = []
    for part in parts.filter({ !$0.isEmpty }).sorted(by: IntervalSet.startsBefore) {
      guard let last = merged.last, IntervalSet.touches(last, part) else {
        merged.append(part)
        continue
      }
      merged[merged.count - 1] = Interval(
        from: last.lower,
        until: IntervalSet.later(last.upper, part.upper)
      )
    }
    intervals = merged
  }

  package init(from lower: Bound?, until upper: Bound?) {
    self.init(CollectionOfOne(Interval(from: lower, until: upper)))
  }

  package var isEmpty: Bool { intervals.isEmpty }

  package func contains(_ value: Bound) -> Bool {
    intervals.contains { $0.contains(value) }
  }

  /// The values at which the set begins or ends.
  package var bounds: [Bound] {
    intervals.flatMap { [$0.lower, $0.upper].compactMap(\.self) }
  }

  package func intersection(_ other: IntervalSet) -> IntervalSet {
    IntervalSet(
      intervals.flatMap { first in
        other.intervals.map { second in
          Interval(
            from: [first.lower, second.lower].compactMap(\.self).max(),
            until: [first.upper, second.upper].compactMap(\.self).min()
          )
        }
      }
    )
  }

  private static func startsBefore(_ first: Interval, _ second: Interval) -> Bool {
    guard let secondLower = second.lower else { return false }
    guard let firstLower = first.lower else { return true }
    return firstLower < secondLower
  }

  private static func touches(_ first: Interval, _ second: Interval) -> Bool {
    guard let end = first.upper, let start = second.lower else { return true }
    return start <= end
  }

  private static func later(_ first: Bound?, _ second: Bound?) -> Bound? {
    guard let first, let second else { return nil }
    return max(first, second)
  }
}
