// SPDX-License-Identifier: Apache-2.0

// Deadlines by the million, after Varghese and Lauck: five wheels of 64 slots, the first of one
// tick a slot, each next one 64 times coarser. Scheduling and cancelling are O(1); an entry moves
// down at most four times before it is due. A word of bits a wheel tells which slots are occupied,
// so that the next moment of interest is found without walking. The wheel knows no clock: ticks
// come from outside, and a deadline beyond the last wheel waits in its farthest slot and is placed
// again when that comes round.

/// Names an entry of a wheel; it means nothing once the entry has fired or was cancelled.
package struct TimerID: Sendable, Hashable {
  let index: Int32
  let generation: UInt32
}

/// Entries that become due in the order of their deadlines.
package struct TimerWheel<Payload> {
  private struct Entry {
    var payload: Payload?
    var deadline: Int64 = 0
    var generation: UInt32 = 0
    var next: Int32 = TimerWheel.none
    var previous: Int32 = TimerWheel.none
    /// wheel * 64 + slot
    var place: Int32 = TimerWheel.none
  }

  private static var none: Int32 { -1 }
  private static var wheels: Int { 5 }
  private static var bits: Int64 { 6 }

  private var entries: ContiguousArray<Entry> = []
  private var free: Int32 = none
  private var heads = [Int32](repeating: none, count: 5 * 64)
  private var occupied = [UInt64](repeating: 0, count: 5)
  /// Everything up to and including this tick has fired.
  private(set) var tick: Int64
  package private(set) var count = 0

  package init(tick: Int64) { self.tick = tick }

  /// Adds an entry that is due at `deadline`, at the next tick when that has passed.
  package mutating func schedule(_ payload: Payload, at deadline: Int64) -> TimerID {
    let index: Int32
    if free != TimerWheel.none {
      index = free
      free = entries[Int(index)].next
    } else {
      index = Int32(entries.count)
      entries.append(Entry())
    }
    entries[Int(index)].payload = payload
    entries[Int(index)].deadline = max(deadline, tick + 1)
    place(index)
    count += 1
    return TimerID(index: index, generation: entries[Int(index)].generation)
  }

  /// Takes an entry out; `nil` when it has fired or was cancelled before.
  @discardableResult
  package mutating func cancel(_ id: TimerID) -> Payload? {
    guard Int(id.index) < entries.count, entries[Int(id.index)].generation == id.generation,
      let payload = entries[Int(id.index)].payload
    else { return nil }
    unlink(id.index)
    release(id.index)
    return payload
  }

  /// The earliest tick at which `advance` may have something to do; `nil` without entries.
  package var nextTick: Int64? {
    var earliest: Int64?
    for wheel in 0..<TimerWheel.wheels where occupied[wheel] != 0 {
      let shift = TimerWheel.bits * Int64(wheel)
      let position = Int((tick >> shift) & 63)
      // Slots are looked at in the order in which time meets them, the current one last.
      let rotated = rotate(occupied[wheel], by: (position + 1) & 63)
      let distance = Int64(rotated.trailingZeroBitCount + 1)
      let due = ((tick >> shift) + distance) << shift
      earliest = min(earliest ?? due, due)
    }
    return earliest
  }

  /// Moves on to `target` and hands over what is due by then, in order.
  package mutating func advance(to target: Int64) -> [Payload] {
    var due: [Payload] = []
    while let next = nextTick, next <= target {
      tick = next
      collect(into: &due)
    }
    tick = max(tick, target)
    return due
  }

  /// Empties the slots that begin at this tick: coarse ones move down, the finest is due.
  private mutating func collect(into due: inout [Payload]) {
    for wheel in (0..<TimerWheel.wheels).reversed() {
      let shift = TimerWheel.bits * Int64(wheel)
      guard tick & ((1 << shift) - 1) == 0 else { continue }
      let slot = Int((tick >> shift) & 63)
      guard occupied[wheel] >> UInt64(slot) & 1 == 1 else { continue }
      var index = heads[wheel * 64 + slot]
      heads[wheel * 64 + slot] = TimerWheel.none
      occupied[wheel] &= ~(1 << UInt64(slot))
      while index != TimerWheel.none {
        let following = entries[Int(index)].next
        if entries[Int(index)].deadline <= tick {
          if let payload = entries[Int(index)].payload { due.append(payload) }
          release(index)
        } else {
          place(index)
        }
        index = following
      }
    }
  }

  private mutating func place(_ index: Int32) {
    let deadline = entries[Int(index)].deadline
    let distance = deadline - tick
    var wheel = 0
    while wheel < TimerWheel.wheels - 1 && distance >> (TimerWheel.bits * Int64(wheel + 1)) > 0 {
      wheel += 1
    }
    let shift = TimerWheel.bits * Int64(wheel)
    let farthest = (tick >> shift) + 63
    let slot = Int(min(deadline >> shift, farthest) & 63)
    let head = wheel * 64 + slot
    let first = heads[head]
    entries[Int(index)].place = Int32(head)
    entries[Int(index)].next = first
    entries[Int(index)].previous = TimerWheel.none
    if first != TimerWheel.none { entries[Int(first)].previous = index }
    heads[head] = index
    occupied[wheel] |= 1 << UInt64(slot)
  }

  private mutating func unlink(_ index: Int32) {
    let entry = entries[Int(index)]
    if entry.previous != TimerWheel.none {
      entries[Int(entry.previous)].next = entry.next
    } else {
      heads[Int(entry.place)] = entry.next
      if entry.next == TimerWheel.none {
        occupied[Int(entry.place) / 64] &= ~(1 << UInt64(entry.place % 64))
      }
    }
    if entry.next != TimerWheel.none { entries[Int(entry.next)].previous = entry.previous }
  }

  private mutating func release(_ index: Int32) {
    entries[Int(index)].payload = nil
    entries[Int(index)].generation &+= 1
    entries[Int(index)].next = free
    free = index
    count -= 1
  }

  private func rotate(_ word: UInt64, by distance: Int) -> UInt64 {
    distance == 0 ? word : word >> UInt64(distance) | word << UInt64(64 - distance)
  }
}
