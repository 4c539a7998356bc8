// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Fleet
import FleetTesting
import Foundation
import Testing

@Suite struct `The journal of a node` {
  private static let epoch = FleetEpoch(began: 1, mark: 2)
  private static let day: Int64 = 86_400_000_000

  private static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("fleet-journal-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test func `Entries are read as they were written last, in their order`() throws {
    try Self.withFolder { folder in
      let first = try FleetJournal.open(in: folder, at: 0)
      #expect(first.kept == [] && first.peers == [])
      let entries = (1...2).map { FleetSamples.entry(FleetSamples.purge, $0) }
      let place = FleetPosition(4, of: Self.epoch)
      first.journal.add(entries.map { JournalEntry($0, at: nil, in: nil) })
      try first.journal.write(at: 0)
      first.journal.add([JournalEntry(entries[0], at: place, in: Self.epoch)])
      #expect(try first.journal.write(at: 0) == [entries[0].id])
      try first.journal.keep([NodeReport(NodeID(7), name: "other")])
      let again = try FleetJournal.open(in: folder, at: 0)
      #expect(
        again.kept == [
          JournalEntry(entries[0], at: place, in: Self.epoch),
          JournalEntry(entries[1], at: nil, in: nil),
        ]
      )
      #expect(again.id == first.id && again.peers.map(\.name) == ["other"])
    }
  }

  @Test func `An incomplete last line is left out`() throws {
    try Self.withFolder { folder in
      let journal = try FleetJournal.open(in: folder, at: 0).journal
      journal.add([JournalEntry(FleetSamples.entry(), at: nil, in: nil)])
      try journal.write(at: 0)
      let file = try #require(FileHandle(forWritingAtPath: "\(folder)/\(FleetJournal.fileName)"))
      try file.seekToEnd()
      try file.write(contentsOf: Data(#"{"entry":{"id":"00"#.utf8))
      try file.close()
      #expect(try FleetJournal.open(in: folder, at: 0).kept.map(\.entry) == [FleetSamples.entry()])
    }
  }

  @Test
  func `Entries go after a day, other than the last publication, closing and steps of rollouts`()
    throws
  {
    try Self.withFolder { folder in
      let journal = try FleetJournal.open(in: folder, at: 0).journal
      let change = FleetSamples.entry(.publication(FleetSamples.change()), 1)
      let place = FleetPosition(1, of: Self.epoch)
      journal.add([JournalEntry(change, at: place, in: Self.epoch)])
      let step = FleetSamples.entry(.rollout(FleetSamples.change(), FleetSamples.step(1)), 3)
      let next = FleetPosition(2, of: Self.epoch)
      journal.add([JournalEntry(step, at: next, in: Self.epoch)])
      journal.add([JournalEntry(FleetSamples.entry(FleetSamples.purge, 2), at: nil, in: nil)])
      let closings = [4, 5].map { FleetSamples.entry(.closing(.text("\($0)")), $0) }
      for (number, closing) in closings.enumerated() {
        let place = FleetPosition(Int64(number) + 3, of: Self.epoch)
        journal.add([JournalEntry(closing, at: place, in: Self.epoch)])
      }
      try journal.write(at: 0)
      let later = try FleetJournal.open(in: folder, at: Self.day + 2)
      #expect(later.kept.map(\.entry) == [change, step, closings[1]])
    }
  }
}
