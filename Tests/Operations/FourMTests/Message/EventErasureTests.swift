// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import Signals
import Testing

@testable import FourM

@Suite(.timeLimit(.minutes(1))) final class `A log whose events are erased` {
  private let state = temporaryFolder()

  deinit { try? FileManager.default.removeItem(atPath: state) }

  private static func record(_ log: EventLog, _ times: [Int64]) {
    for time in times {
      log.shared.record(.request, .error, at: time) { $0.add(.path, "/\(time)") }
    }
  }

  private static func times(_ reader: EventReader) throws -> [Int64] {
    var reader = reader
    return try reader.read().map(\.time)
  }

  @Test func `loses them in both rings, and counts each once`() throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    Self.record(log, [1, 2, 3, 4])
    #expect(try EventErasure.erase(log) { $0.time % 2 == 0 } == 2)
    #expect(try Self.times(EventReader(log)) == [1, 3])
    var notable = EventCursor(log.notable, segment: 0)
    #expect(notable.next()?.time == 1 && notable.next()?.time == 3 && notable.next() == nil)
  }

  @Test func `loses those that are too old, of the process before as well`() async throws {
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
