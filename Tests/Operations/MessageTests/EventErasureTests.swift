// SPDX-License-Identifier: Apache-2.0

import FolderTesting
import Foundation
import LoopTesting
import Message
import Signals
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) final class `A log whose events are erased` {
  private let temporary = TemporaryFolder()
  private var state: String { "\(temporary.path)/events" }

  private static func record(_ log: EventLog, _ times: [Int64]) {
    for time in times {
      log.shared.record(.request, .error, at: time) { $0.add(.path, "/\(time)") }
    }
  }

  private static func times(_ reader: EventReader) throws -> [Int64] {
    var reader = reader
    return try reader.read().map(\.time)
  }

  @Test func `Erased events are gone from both rings and counted once`() throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    Self.record(log, [1, 2, 3, 4])
    #expect(try EventErasure.erase(log) { $0.time % 2 == 0 } == 2)
    #expect(try Self.times(EventReader(log)) == [1, 3])
    var notable = EventCursor(log.notable, segment: 0)
    #expect(notable.next()?.time == 1 && notable.next()?.time == 3 && notable.next() == nil)
  }

  @Test func `A second pass erases events that reached one ring after the first`() throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    Self.record(log, [1, 2])
    var erasure = try EventErasure(log)
    try erasure.pass { $0.time % 2 == 0 }
    #expect(erasure.count == 1)
    Self.record(log, [3, 4])
    try erasure.pass { $0.time % 2 == 0 }
    #expect(erasure.count == 2)
    #expect(try Self.times(EventReader(log)) == [1, 3])
    // An event that a pass found in one ring alone counts once, when it is in the other as well.
    var all = EventCursor(log.all, segment: 0)
    #expect(all.erase { $0.time == 3 }.count == 1)
    erasure = try EventErasure(log)
    try erasure.pass { $0.time == 3 }
    #expect(erasure.count == 1)
    var notable = EventCursor(log.notable, segment: 0)
    #expect(notable.next()?.time == 1 && notable.next() == nil)
  }

  @Test
  func `All events of a session are erased while other threads record`() async throws {
    let log = try EventLog(state: nil, loops: 3, at: 0)
    let written = Written()
    for segment in 1...3 {
      // A thread of its own writes a segment, as a loop does.
      async let writing: Void = onThread {
        let recorder = log.makeRecorder()
        for time in Int64(1)...2_000 {
          recorder.record(.request, .error, at: time, isNotable: true) {
            $0.add(.session, time % 2 == 0 ? "gone" : "kept")
          }
          written.count.add(1, ordering: .releasing)
        }
      }
      var erasure = try EventErasure(log)
      try erasure.pass { $0[.session] == .text("gone") }
      let begun = written.count.load(ordering: .acquiring)
      // As a turn of the loop: what was begun before is recorded then.
      try await waitUntil("an event is recorded") {
        written.count.load(ordering: .acquiring) >= min(begun + 1, segment * 2_000)
      }
      try erasure.pass { $0[.session] == .text("gone") }
      let until = Int64(begun - (segment - 1) * 2_000)
      for ring in [log.all, log.notable] {
        var cursor = EventCursor(ring, segment: segment)
        while let record = cursor.next(), record.time <= until {
          #expect(record[.session] == .text("kept"), "\(record.time) of \(until)")
        }
      }
      try await writing
      try erasure.pass { $0[.session] == .text("gone") }
      #expect(erasure.count == 1_000)
    }
  }

  @Test func `Events older than the age limit are erased, those of the process before too`()
    async throws
  {
    let before = try EventLog(state: state, loops: 1, at: 0)
    Self.record(before, [1, 2, 3])
    let log = try EventLog(state: state, loops: 1, at: 0)
    Self.record(log, [4, 5])
    #expect(try EventAgeLimit.erase(log, before: 3) == 2)
    #expect(try Self.times(EventReader.history(of: log)) == [3, 4, 5])
    let limit = try EventAgeLimit(.seconds(3_600), of: log) { Issue.record("\($0)") }
    // It erases at its start, and all of these are of 1970.
    try await waitUntil("they are erased") {
      try Self.times(EventReader.history(of: log)).isEmpty
    }
    limit.close()
  }
}

private final class Written: Sendable {
  let count = Atomic(0)
}
