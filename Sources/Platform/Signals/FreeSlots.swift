// SPDX-License-Identifier: Apache-2.0

/// The free slots of a shard: histograms take whole pages from the front, other series single slots
/// from the back, so that neither fragments the other.
struct FreeSlots {
  private var front = 0
  private var back: Int

  init(all count: Int) { back = count }

  /// Takes a page for a histogram.
  mutating func takePage() -> Range<Int>? {
    guard back - front >= Histogram.slots else { return nil }
    defer { front += Histogram.slots }
    return front..<front + Histogram.slots
  }

  /// Takes a slot for a counter or a gauge.
  mutating func takeOne() -> Range<Int>? {
    guard back > front else { return nil }
    back -= 1
    return back..<back + 1
  }
}
