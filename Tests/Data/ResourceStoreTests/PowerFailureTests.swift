// SPDX-License-Identifier: Apache-2.0

import CForgetfulFiles
import DataFiles
import FileShapes
import Foundation
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import SQL
import SQLite
import Testing

/// Tests over a file system that forgets what was not synced. They share it, so they run in order.
@Suite(.serialized) struct `A store whose machine loses its power` {
  @Test func `A store that lost power has every record whose write had returned`() throws {
    forgetful_install()
    let file = StoreFile(named: "forgetful.sqlite")
    let store = try StoreUnderTest(file.open())
    var written: [Resource] = []
    for round in 0..<60 {
      written.append(try store.create(["name": .text("Rose \(round)")]))
      if round == 30 { try store.delete(written[0].id) }
      guard round.isMultiple(of: 6) else { continue }
      let copy = try Self.disk(of: file, after: round)
      let restored = try ResourceStore(copy)
      for record in written.dropFirst(round >= 30 ? 1 : 0) {
        #expect(try restored.resource(record.id, withDeleted: false) == record)
      }
      if round >= 30 { #expect(try restored.resource(written[0].id, withDeleted: false) == nil) }
    }
  }

  @Test func `A write that could not be synced fails and is not in the store later`() throws {
    forgetful_install()
    let file = StoreFile(named: "forgetful.sqlite")
    let store = try StoreUnderTest(file.open())
    let kept = try store.create(["name": "Rose"])
    forgetful_fail_syncs(1)
    defer { forgetful_fail_syncs(0) }
    #expect(throws: (any Error).self) { try store.create(["name": "Lost"]) }
    let copy = try Self.disk(of: file, after: 0)
    forgetful_fail_syncs(0)
    let restored = try ResourceStore(copy)
    #expect(try restored.history.changes(since: 0, in: "", limit: 10).resources == [kept])
    #expect(try store.create(["name": "Lily"]).version == 2)
  }

  @Test func `The simulated disk loses a write that was not synced`() throws {
    forgetful_install()
    let file = StoreFile(named: "forgetful.sqlite")
    var database = try Database(file.path)
    try database.execute("CREATE TABLE note (text TEXT); PRAGMA synchronous = OFF")
    try database.run("INSERT INTO note VALUES ('lost')")
    var restored = try Database(try Self.disk(of: file, after: 0))
    #expect(try restored.value("SELECT count(*) FROM note") == 0)
    #expect(try database.value("SELECT count(*) FROM note") == 1)
  }

  /// The files of a store as a power failure leaves them, in another place.
  private static func disk(of file: StoreFile, after round: Int) throws -> String {
    let copy = "\(file.path)-after-\(round)"
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: file.path + suffix) {
      try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy + suffix)
      // Safe: the call reads both texts and keeps no pointer to them.
      let undone = unsafe forgetful_undo(file.path + suffix, copy + suffix)
      #expect(undone >= 0)
    }
    return copy
  }
}
