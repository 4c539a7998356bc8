// SPDX-License-Identifier: Apache-2.0

import Fleet
import FleetTesting
import Foundation
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A store of a fleet in a folder` {
  private static func folder() -> String {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("fleet-\(UUID().uuidString)").path
  }

  @Test func `Entries older than a day go, other than the last changes`() async throws {
    try await onThread {
      let folder = Self.folder()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let clock = ManualClock()
      let store = try SQLiteFleetStore(folder, clock: .manual(clock))
      let change = FleetSamples.change()
      _ = try store.append([
        FleetSamples.entry(.publication(change), 1), FleetSamples.entry(.publication(change), 2),
        FleetSamples.entry(FleetSamples.purge, 3),
        FleetSamples.entry(.rollout(change, FleetSamples.step(1, share: 5)), 4),
        FleetSamples.entry(FleetSamples.purge, 5), FleetSamples.entry(.closing(nil), 6),
      ])
      clock.advance(by: .seconds(86_000))
      _ = try store.append([FleetSamples.entry(FleetSamples.purge, 7)])
      clock.advance(by: .seconds(500))
      _ = try store.beat(FleetSamples.beat(1))
      let left = try store.read(from: 0, limit: 10)
      #expect(left.entries.map(\.position.number) == [2, 4, 6, 7] && left.floor == 6)
      // The nodes that beat no more go after a day.
      clock.advance(by: .seconds(86_500))
      var beat = FleetSamples.beat(2, at: FleetPosition(7, of: left.epoch))
      beat.wantsNodes = true
      #expect(try store.beat(beat).nodes?.map(\.report.id) == [NodeID(2)])
    }
  }

  @Test
  func `Of the orders to close the site the one stays that was made last, in any order of the log`()
    async throws
  {
    @Sendable func closing(_ number: UInt64, made: Int64) -> FleetEntry {
      FleetEntry(
        .closing(nil),
        id: EntryID(1, number),
        node: NodeID(1),
        made: FleetInstant(microseconds: made)
      )
    }
    try await onThread {
      let folder = Self.folder()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let clock = ManualClock()
      let store = try SQLiteFleetStore(folder, clock: .manual(clock))
      let last = closing(2, made: 20)
      _ = try store.append([closing(1, made: 10), last, closing(3, made: 15)])
      clock.advance(by: .seconds(86_500))
      _ = try store.beat(FleetSamples.beat(1))
      #expect(try store.read(from: 0, limit: 10).entries.map(\.entry) == [last])
    }
  }

  @Test func `A file that was put in its place begins another epoch`() async throws {
    try await onThread {
      let folder = Self.folder()
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let path = "\(folder)/\(SQLiteFleetStore.fileName)"
      func append(_ number: UInt64) throws -> FleetEpoch {
        let store = try SQLiteFleetStore(folder)
        defer { store.close() }
        return try store.append([FleetSamples.entry(FleetSamples.purge, number)]).epoch
      }
      let first = try append(1)
      #expect(try append(2) == first)
      // The thread that listens has the store for half a second more, and a file must not go while it is open.
      try blockUntil("the store is closed") {
        !FileManager.default.fileExists(atPath: "\(path)-wal")
      }
      try FileManager.default.copyItem(atPath: path, toPath: "\(path).backup")
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: "\(path).backup", toPath: path)
      #expect(try append(3) > first)
    }
  }
}
