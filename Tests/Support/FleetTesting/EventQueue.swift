// SPDX-License-Identifier: Apache-2.0

/// Events in the order of their times, and of their arrival where times are equal.
struct EventQueue<Event> {
  private struct Place {
    let time: Int64
    let number: UInt64
    let slot: Int

    func isBefore(_ other: Place) -> Bool {
      time == other.time ? number < other.number : time < other.time
    }
  }

  private var heap: [Place] = []
  private var events: [Event?] = []
  private var free: [Int] = []
  private var count: UInt64 = 0

  mutating func push(_ event: Event, at time: Int64) {
    let slot: Int
    if let last = free.popLast() {
      slot = last
      events[slot] = event
    } else {
      slot = events.count
      events.append(event)
    }
    count += 1
    heap.append(Place(time: time, number: count, slot: slot))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// The next event that is not later than a time.
  mutating func pop(until end: Int64) -> (time: Int64, event: Event)? {
    guard let first = heap.first, first.time <= end, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    guard let event = events[first.slot] else { return nil }
    events[first.slot] = nil
    free.append(first.slot)
    return (first.time, event)
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var least = parent
      let left = 2 * parent + 1
      for child in left...left + 1
      where child < heap.count && heap[child].isBefore(heap[least]) { least = child }
      guard least != parent else { return }
      heap.swapAt(least, parent)
      parent = least
    }
  }
}
