// SPDX-License-Identifier: Apache-2.0

/// The slots that no series has yet: pages are taken from the front, single slots from the back,
/// so that neither leaves gaps in the other.
struct FreeSlots {
  private var front = 0
  private var back: Int

  init(all count: Int) { back = count }

  /// The first slot of a page of its own, for a histogram.
  mutating func takePage() -> Int? {
    guard back - front >= Histogram.slots else { return nil }
    defer { front += Histogram.slots }
    return front
  }

  /// One slot, for a counter or a gauge.
  mutating func takeOne() -> Int? {
    guard back > front else { return nil }
    back -= 1
    return back
  }
}
