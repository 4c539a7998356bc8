// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import Signals

@Suite struct `Erasing events` {
  private let all: EventRing
  private let notable: EventRing

  init() throws {
    let words = EventRing.words(bytes: 1 << 20, segments: 1)
    all = EventRing(creatingIn: try SignalMemory(count: words), segments: 1, at: 0)
    notable = EventRing(creatingIn: try SignalMemory(count: words), segments: 1, at: 0)
  }

  private func record(_ recorder: EventRecorder, _ sessions: [String]) {
    for session in sessions {
      recorder.record(.request, .info, at: 7, isNotable: false) { event in
        event.add(.session, session)
        event.add(.path, "/of/\(session)")
      }
    }
  }

  private func sessions(_ cursor: inout EventCursor) -> [String] {
    var sessions: [String] = []
    while let record = cursor.next() {
      if case .text(let session)? = record[.session] { sessions.append(session) }
    }
    return sessions
  }

  @Test func `Erased events leave none of their bytes and do not count as lost`() throws {
    let recorder = EventRecorder(all, notable: notable, segment: 0)
    record(recorder, ["a", "secret", "b", "secret", "c"])
    var eraser = EventCursor(all, segment: 0)
    #expect(eraser.erase { $0[.session] == .text("secret") } == [1, 3])
    #expect(eraser.erase { _ in true } == [], "it goes on behind what it has seen")
    record(recorder, ["d"])
    var cursor = EventCursor(all, segment: 0)
    #expect(sessions(&cursor) == ["a", "b", "c", "d"])
    #expect(cursor.lost == 0)
    var bytes: [UInt8] = []
    for index in 0..<all.memory.count {
      let word = all.memory[index]
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    #expect(!String(decoding: bytes.prefix(200_000), as: UTF8.self).contains("secret"))
    var again = EventCursor(all, segment: 0)
    #expect(again.erase { $0[.session] == .text("secret") } == [])
  }

  @Test func `Events erased after a reader has begun are not read by it`() throws {
    let recorder = EventRecorder(all, notable: notable, segment: 0)
    record(recorder, ["a", "b"])
    var reader = EventCursor(all, segment: 0)
    var eraser = EventCursor(all, segment: 0)
    _ = eraser.erase { _ in true }
    #expect(reader.next() == nil)
    record(recorder, ["c"])
    #expect(sessions(&reader) == ["c"] && reader.lost == 0)
  }

  @Test func `Events that were overwritten since the eraser read them are left to the writer`()
    throws
  {
    let recorder = EventRecorder(all, notable: notable, segment: 0)
    record(recorder, ["old"])
    var eraser = EventCursor(all, segment: 0)
    var isAround = false
    let erased = eraser.erase { event in
      guard !isAround else { return false }
      isAround = true
      // More than the ring holds.
      let blocks = all.capacity / EventRing.blockWords
      for _ in 0..<blocks * 64 { record(recorder, [String(repeating: "n", count: 1_000)]) }
      return event[.session] == .text("old")
    }
    #expect(erased == [])
    var cursor = EventCursor(all, segment: 0)
    let new = sessions(&cursor)
    #expect(new.count > 64 && new.allSatisfy { $0.allSatisfy { $0 == "n" } })
    #expect(all.memory[all.start(of: 0) + EventSegment.Head.claimed] == 0)
  }

  @Test func `A writer leaves out the block in which somebody erases, without waiting`() throws {
    let recorder = EventRecorder(all, notable: notable, segment: 0)
    record(recorder, ["old"])
    let first = all.start(of: 0) + EventRing.pageWords
    let old = all.memory[first + 3]
    // As an eraser does that has just begun, and never goes on.
    all.memory.setOrdered(1, at: all.start(of: 0) + EventSegment.Head.claimed)
    let blocks = all.capacity / EventRing.blockWords
    var last = UInt64(0)
    while all.memory[all.start(of: 0) + EventSegment.Head.committed] < UInt64(all.capacity) {
      last += 1
      record(recorder, ["\(last)"])
    }
    #expect(all.memory[first + 3] == old, "a word of the claimed block was overwritten")
    var cursor = EventCursor(all, segment: 0)
    #expect(sessions(&cursor).last == "\(last)")
    #expect(cursor.lost == 0)
    // Around once more, all blocks are written.
    for _ in 0..<blocks * 400 { record(recorder, [String(repeating: "n", count: 1_000)]) }
    #expect(all.memory[first + 3] != old)
  }

  @Test func `A writer that begins a block clears the old events in it`() throws {
    let recorder = EventRecorder(all, notable: notable, segment: 0)
    for _ in 0..<400 { record(recorder, ["secret"]) }
    while all.memory[all.start(of: 0) + EventSegment.Head.committed] <= UInt64(all.capacity) {
      record(recorder, ["new"])
    }
    let first = all.start(of: 0) + EventRing.pageWords
    var bytes: [UInt8] = []
    for index in first..<first + EventRing.blockWords {
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: all.memory[index] >> shift))
      }
    }
    #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
  }

  @Test func `Erasing does not disturb a writer that overwrites the same events meanwhile`()
    async throws
  {
    let recorder = EventRecorder(all, notable: notable, segment: 0)
    let (ring, writing) = (all, Flag())
    let erasing = Task.detached {
      repeat {
        var eraser = EventCursor(ring, segment: 0)
        _ = eraser.erase { $0[.session] == .text("odd") }
      } while writing.isSet.load(ordering: .acquiring)
    }
    for round in 0..<40_000 { record(recorder, [round % 2 == 0 ? "even" : "odd"]) }
    writing.isSet.store(false, ordering: .releasing)
    await erasing.value
    var cursor = EventCursor(all, segment: 0)
    var last: UInt64?
    while let record = cursor.next() {
      #expect([.text("even"), .text("odd")].contains(record[.session]))
      if let last { #expect(record.sequence > last) }
      last = record.sequence
    }
    #expect(last != nil)
  }
}

private final class Flag: Sendable {
  let isSet = Atomic(true)
}
