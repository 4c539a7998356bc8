// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Reads the events of one segment in their order, while they are being written.
package struct EventCursor {
  private let memory: SignalMemory
  private let capacity: UInt64
  private let head: Int
  /// In words, as the segment's head has it.
  private var position: UInt64
  private var nextSequence: UInt64?
  /// The bytes of the last event, whose memory the next one gets where nobody keeps that event.
  private var bytes: [UInt8] = []
  /// Number of events that were overwritten before they were read.
  package private(set) var lost: UInt64 = 0

  /// Begins with the oldest event that is there.
  package init(_ ring: EventRing, segment: Int) {
    memory = ring.memory
    capacity = UInt64(ring.capacity)
    head = ring.start(of: segment)
    position = 0
    position = oldest
  }

  /// Skips all events that are there.
  package mutating func skipToEnd() {
    position = committed
    nextSequence = nil
  }

  /// Returns the next event; `nil` while there is none.
  ///
  /// - Parameter isWanted: whether an event is copied; those that are not wanted are passed over.
  package mutating func next(where isWanted: (EventHead) -> Bool = { _ in true }) -> EventRecord? {
    while position < committed {
      let header = memory[index(of: position)].littleEndian
      let words = Int(header & 0xFFFF_FFFF) / 8
      let block = UInt64(EventRing.blockWords)
      let rest = block - position % block
      guard words > 0, words <= rest else {
        skipDamage(to: position + rest)
        continue
      }
      let isEvent = header >> 32 != 0 && words * 8 >= EventEncoder.headBytes
      let isPassedOver = isEvent && !EventCursor.isErased(header) && !isWanted(eventHead(header))
      let record = isEvent && !isPassedOver ? copy(words) : nil
      let sequence = isPassedOver ? self.sequence : record?.sequence
      guard isStillThere else {
        position = oldest
        continue
      }
      let head = index(of: position)
      position += UInt64(words)
      if EventCursor.isErased(memory[head].littleEndian) {
        nextSequence = memory[head + 1].littleEndian &+ 1
        continue
      }
      guard let sequence else { continue }
      if let nextSequence, sequence > nextSequence { lost += sequence - nextSequence }
      nextSequence = sequence &+ 1
      if let record { return record }
    }
    return nil
  }

  private func eventHead(_ header: UInt64) -> EventHead {
    let time = memory[index(of: position) + 2].littleEndian
    return EventHead(header, sequence: sequence, time: Int64(bitPattern: time))
  }

  /// The sequence number of the event at the position.
  private var sequence: UInt64 { memory[index(of: position) + 1].littleEndian }

  /// Whether an event was erased; its length and its sequence number are left.
  private static func isErased(_ header: UInt64) -> Bool {
    header >> 32 == UInt64(EventEncoder.version)
  }

  /// Erases the events that satisfy a condition, from the position on and as far as events are written now, and
  /// returns their sequence numbers. What is written meanwhile is left to the next call: a writer who is faster
  /// does not keep the eraser busy for ever.
  ///
  /// Only one at a time may erase in a ring. The writer neither waits nor is asked: see `EventRing`.
  package mutating func erase(where isWanted: (EventRecord) -> Bool) -> [UInt64] {
    var erased: [UInt64] = []
    let end = committed
    while position < end, let record = next() {
      guard isWanted(record) else { continue }
      let words = record.byteCount / 8
      if erase(at: position - UInt64(words), words: words) { erased.append(record.sequence) }
    }
    memory.setOrdered(0, at: head + EventSegment.Head.claimed)
    return erased
  }

  private func erase(at start: UInt64, words: Int) -> Bool {
    guard claim(start / UInt64(EventRing.blockWords)) else { return false }
    let first = index(of: start)
    let header = memory[first]
    let erased = header.littleEndian & 0xFFFF_FFFF | UInt64(EventEncoder.version) << 32
    // A writer who leaves the block out writes its first word, which is the header of no event then.
    guard memory.replace(header, at: first, by: erased.littleEndian) else { return false }
    // From here on no reader begins with it, and none that has begun keeps what it has read.
    atomicMemoryFence(ordering: .releasing)
    for word in first + 2..<first + words { memory[word] = 0 }
    return true
  }

  /// Keeps the writer out of a block; `false` where it has begun to overwrite it.
  private func claim(_ block: UInt64) -> Bool {
    memory.setOrdered(block + 1, at: head + EventSegment.Head.claimed)
    return memory.ordered(head + EventSegment.Head.reserved)
      <= block * UInt64(EventRing.blockWords) + capacity
  }

  private mutating func skipDamage(to block: UInt64) { position = isStillThere ? block : oldest }

  private mutating func copy(_ words: Int) -> EventRecord? {
    let first = index(of: position)
    memory.copy(first..<first + words, to: &bytes)
    return EventRecord(bytes)
  }

  /// Whether the writer has not come around to the words at the position since they were read.
  private var isStillThere: Bool {
    atomicMemoryFence(ordering: .acquiring)
    return memory[head + EventSegment.Head.reserved] <= position + capacity
  }

  private var committed: UInt64 { memory.acquire(head + EventSegment.Head.committed) }

  /// The position of the first block that is not being overwritten.
  private var oldest: UInt64 {
    let reserved = memory.acquire(head + EventSegment.Head.reserved)
    let block = UInt64(EventRing.blockWords)
    guard reserved > capacity else { return max(position, 0) }
    return max(position, (reserved - capacity + block - 1) / block * block)
  }

  private func index(of position: UInt64) -> Int {
    head + EventRing.pageWords + Int(position % capacity)
  }
}
