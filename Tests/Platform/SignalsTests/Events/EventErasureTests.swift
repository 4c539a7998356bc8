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
