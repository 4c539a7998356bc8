// SPDX-License-Identifier: Apache-2.0
//
// A ring is one head page and a segment for each writer. A segment is a head page with two positions,
// and blocks of 64 KiB that are written in turn. Positions count words since the beginning and never
// go back. An event does not cross the end of a block, so every block begins with an event, and a
// reader that was overrun, or begins to read, finds one.
//
// A writer moves `reserved` to the end of a block before it overwrites anything of it, and `committed`
// when an event is complete. A reader copies an event and then looks at `reserved`: if the writer has
// come around since, the copy is thrown away. So there are no locks, a reader cannot hold up a writer,
// and a writer that is killed leaves everything before the event that it was writing.
//
// Who erases events writes into blocks as well. He claims one block at a time, and then looks whether the
// writer has reserved it; a writer reserves a block, and then looks whether it is claimed. One of the two
// sees the other, since both write before they read: the eraser lets go of a block that is reserved, and
// the writer leaves out a block that is claimed and goes on in the next. Neither waits.

import Synchronization

/// Memory in which each writer overwrites its own oldest events with new ones.
package final class EventRing: Sendable {
  static let pageWords = 512
  static let blockWords = 8_192
  /// "PORTICOL", for a reader of another program's file.
  private static let mark: UInt64 = 0x4C4F_4349_5452_4F50

  private enum Head {
    static let mark = 0
    static let version = 1
    static let segments = 2
    static let blocks = 3
    static let created = 4
  }

  let memory: SignalMemory
  package let segments: Int
  /// The words of one segment's blocks.
  let capacity: Int
  /// Time of its creation, in nanoseconds of Unix time.
  package let created: Int64

  /// Returns the words of a ring of about `bytes` bytes.
  package static func words(bytes: Int, segments: Int) -> Int {
    pageWords + segments * (pageWords + blocks(bytes, segments) * blockWords)
  }

  /// At least two blocks, so that a reader has one while the other is written.
  private static func blocks(_ bytes: Int, _ segments: Int) -> Int {
    max(2, (bytes / 8 / segments - pageWords) / blockWords)
  }

  /// Lays a ring out over memory that is filled with zeros.
  package init(creatingIn memory: SignalMemory, segments: Int, at time: Int64) {
    let blocks = (memory.count - EventRing.pageWords) / segments / EventRing.blockWords
    precondition(segments > 0 && blocks >= 1, "memory without room for events")
    self.memory = memory
    self.segments = segments
    capacity = blocks * EventRing.blockWords
    created = time
    memory[Head.version] = UInt64(EventEncoder.version)
    memory[Head.segments] = UInt64(segments)
    memory[Head.blocks] = UInt64(blocks)
    memory[Head.created] = UInt64(bitPattern: time)
    memory[Head.mark] = EventRing.mark
  }

  /// Opens the ring of another process, or of this one before it was restarted.
  package init(existing memory: SignalMemory, path: String) throws(SignalFault) {
    guard memory.count > EventRing.pageWords, memory[Head.mark] == EventRing.mark else {
      throw SignalFault(.file, "\(path) is no log of events")
    }
    let version = memory[Head.version]
    guard version == UInt64(EventEncoder.version) else {
      throw SignalFault(
        .file,
        "\(path) is a log of version \(version), expected \(EventEncoder.version); "
          + "it is readable by the release of Portico that wrote it"
      )
    }
    let (segments, blocks) = (memory[Head.segments], memory[Head.blocks])
    guard (1...1_024).contains(segments), (1...(1 << 24)).contains(blocks),
      memory.count
        >= EventRing.pageWords + Int(segments)
        * (EventRing.pageWords + Int(blocks) * EventRing.blockWords)
    else {
      throw SignalFault(
        .file,
        "\(path) is damaged: \(segments) segments of \(blocks) blocks in \(memory.count) words"
      )
    }
    self.memory = memory
    self.segments = Int(segments)
    capacity = Int(blocks) * EventRing.blockWords
    created = Int64(bitPattern: memory[Head.created])
  }

  /// The index of a segment's head page.
  func start(of segment: Int) -> Int {
    precondition(segment >= 0 && segment < segments, "a segment of another ring")
    return EventRing.pageWords + segment * (EventRing.pageWords + capacity)
  }
}

/// Writes the events of one segment; the only one that does.
struct EventSegment {
  enum Head {
    /// The end of the block that is being written.
    static let reserved = 0
    static let committed = 1
    /// One more than the number of the block in which events are being erased; 0 for none.
    static let claimed = 2
  }

  private let memory: SignalMemory
  private let head: Int
  private let capacity: Int
  /// In words, as `Head` has it.
  private var position: UInt64 = 0

  init(_ ring: EventRing, _ segment: Int) {
    memory = ring.memory
    capacity = ring.capacity
    head = ring.start(of: segment)
  }

  /// Appends an encoded event of some words.
  mutating func append(_ event: EventEncoder, words: Int) {
    let block = UInt64(EventRing.blockWords)
    let written = position % block
    if written == 0 || UInt64(words) > block - written { beginBlock() }
    let first = index(of: position)
    for word in 0..<words { memory[first + word] = event.word(word) }
    position += UInt64(words)
    memory.commit(position, at: head + Head.committed)
  }

  /// Moves on to the next block in which nobody erases, and clears it, so that nothing of the old events
  /// is left that could not be erased any more.
  @inline(never)
  private mutating func beginBlock() {
    let block = UInt64(EventRing.blockWords)
    if position % block > 0 { leaveOutRest() }
    reserve()
    guard position >= UInt64(capacity) else { return }
    while memory.ordered(head + Head.claimed) == (position - UInt64(capacity)) / block + 1 {
      leaveOutRest()
      reserve()
    }
    let first = index(of: position)
    for word in first..<first + EventRing.blockWords { memory[word] = 0 }
  }

  /// Reserves the block that begins at the position.
  private func reserve() {
    memory.setOrdered(position + UInt64(EventRing.blockWords), at: head + Head.reserved)
    // A reader that sees one of the following writes also sees the one above.
    atomicMemoryFence(ordering: .releasing)
  }

  /// Marks the rest of the block as empty, and goes to its end.
  private mutating func leaveOutRest() {
    let block = UInt64(EventRing.blockWords)
    let rest = block - position % block
    memory[index(of: position)] = (rest * 8).littleEndian
    position += rest
  }

  private func index(of position: UInt64) -> Int {
    head + EventRing.pageWords + Int(position % UInt64(capacity))
  }
}
