// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Foundation
import LoopTesting
import PostgreSQL
import ProgramTesting
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import SQL
import SQLite
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A move that does not end` {
  @Test(arguments: ["copied", "compared", "caughtUp", "writesWait", "committed"])
  func `A move that is killed leaves the file in use, and the next one moves everything`(
    step: String
  ) async throws {
    let (file, configuration) = (StoreFile(), try MoveUnderTest.configuration())
    let source = try await onThread { try StoreUnderTest(file.open()).store }
    try await onThread {
      try ManyChanges(StoreUnderTest(opened: source)).make()
      try MoveUnderTest.kill(file, configuration, at: step)
      let store = StoreUnderTest(opened: source)
      try ManyChanges(store).changeTypes()
      try store.create(["name": "Behind"])
      if step == "committed" {
        // Gateways must not serve what others still change.
        let error = #expect(throws: StoreError.self) { try StoreSchemas.open(configuration) }
        #expect(error?.kind == .unavailable)
      }
      var hadLeftover = false
      _ = try MoveUnderTest.run(file, configuration) { event in
        if event == .leftoverRemoved { hadLeftover = true }
      }
      #expect(hadLeftover)
      let rows = try StoreRows(fileAt: file.path)
      #expect(try rows.differences(from: StoreRows(configuration)) == [])
      let moved = try StoreUnderTest(opened: StoreSchemas.open(configuration))
      #expect(try moved.names("search(behind)") == ["Behind"])
    }
  }

  @Test func `A move that is killed when the file is marked is completed by the next one`()
    async throws
  {
    try await onThread {
      let (file, configuration) = (StoreFile(), try MoveUnderTest.configuration())
      let source = try StoreUnderTest(file.open())
      try source.create(["name": "Rose"])
      try MoveUnderTest.kill(file, configuration, at: "marked")
      #expect(source.refusal { try $0.create(["name": "Late"]) } == .moved)
      #expect(throws: StoreError.self) { try StoreSchemas.open(configuration) }
      let outcome = try MoveUnderTest.run(file, configuration)
      #expect(outcome.records == ["flowers": 1] && outcome.pause == nil)
      #expect(try StoreUnderTest(opened: StoreSchemas.open(configuration)).names() == ["Rose"])
    }
  }

  @Test func `The traces of a killed move go when the store is opened, and are in no copy`()
    async throws
  {
    try await onThread {
      let (file, configuration) = (StoreFile(), try MoveUnderTest.configuration())
      let source = try StoreUnderTest(file.open())
      try source.create(["name": "Rose"])
      try MoveUnderTest.kill(file, configuration, at: "compared")
      #expect(try MoveUnderTest.traces(in: file.path) > 2)
      try source.store.backUp(to: "\(file.path)-copy")
      #expect(try MoveUnderTest.traces(in: "\(file.path)-copy") == 0)
      _ = try file.open()
      #expect(try MoveUnderTest.traces(in: file.path) == 0)
      try source.create(["name": "Next"])
    }
  }

  @Test func `A move under way keeps its log when the store is opened again`() async throws {
    try await onThread {
      let (file, configuration) = (StoreFile(), try MoveUnderTest.configuration())
      let source = try StoreUnderTest(file.open())
      var isFirst = true
      _ = try MoveUnderTest.run(file, configuration) { event in
        guard case .compared = event, isFirst else { return }
        isFirst = false
        try StoreUnderTest(opened: file.open()).create(["name": "Rose"])
        let error = #expect(throws: StoreError.self) {
          try MoveUnderTest.run(file, MoveUnderTest.configuration())
        }
        #expect(error?.message.contains("are being moved already") == true)
      }
      #expect(try StoreUnderTest(opened: StoreSchemas.open(configuration)).names() == ["Rose"])
      withExtendedLifetime(source) {}
    }
  }

  @Test func `Writes that wait for longer than they may go on, and so does the move`() async throws
  {
    try await onThread {
      let (file, configuration) = (StoreFile(), try MoveUnderTest.configuration())
      let source = try StoreUnderTest(file.open())
      var waits = 0
      let error = #expect(throws: StoreError.self) {
        try MoveUnderTest.run(file, configuration, pause: .zero, rounds: 5) { event in
          guard event == .writesGoOn else { return }
          waits += 1
          try source.create(["name": "Rose"])
        }
      }
      #expect(error?.kind == .unavailable && waits == 3, "\(waits)")
      #expect(try MoveUnderTest.traces(in: file.path) == 0)
      try source.create(["name": "Next"])
      // Nothing of it is in the database, which another file may take.
      let other = StoreFile()
      let second = try StoreUnderTest(other.open())
      try second.create(["name": "Other"])
      _ = try MoveUnderTest.run(other, configuration)
      #expect(try StoreUnderTest(opened: StoreSchemas.open(configuration)).names() == ["Other"])
    }
  }

  @Test func `A database that changes what it is given is not taken for a copy`() async throws {
    try await onThread {
      for change in ["NEW.owner = 'u-1'; RETURN NEW", "RETURN NULL"] {
        let (file, configuration) = (StoreFile(), try MoveUnderTest.configuration())
        let source = try StoreUnderTest(file.open())
        try source.create(["name": "Rose"])
        _ = try StoreSchemas.open(configuration)
        var database = PostgreSQLConnection(configuration)
        try database.execute(
          """
          CREATE FUNCTION alter_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \(change); END $$;
          CREATE TRIGGER alter_row BEFORE INSERT ON object FOR EACH ROW EXECUTE FUNCTION alter_row();
          """
        )
        let error = #expect(throws: StoreError.self) {
          try MoveUnderTest.run(file, configuration)
        }
        #expect(error?.message.contains("differs in the tables object") == true, "\(change)")
        try source.create(["name": "Next"])
      }
    }
  }

  @Test func `A move whose log misses a change is given up, and the file stays in use`()
    async throws
  {
    try await onThread {
      let (file, configuration) = (StoreFile(), try MoveUnderTest.configuration())
      let source = try StoreUnderTest(file.open())
      let rose = try source.create(["name": "Rose"])
      var isFirst = true
      let error = #expect(throws: StoreError.self) {
        try MoveUnderTest.run(file, configuration) { event in
          guard case .compared = event, isFirst else { return }
          isFirst = false
          try MoveUnderTest.change(file.path, "DROP TRIGGER moving_object_update")
          let rename = AttributeOperation("name", .set, "Tulip")
          try source.write(ResourceWrite(.update(rose.id, .operations([rename]))))
        }
      }
      #expect(error?.message.contains("missed changes of the table object") == true)
      #expect(try MoveUnderTest.traces(in: file.path) == 0)
      _ = try MoveUnderTest.run(file, configuration)
      #expect(try StoreUnderTest(opened: StoreSchemas.open(configuration)).names() == ["Tulip"])
    }
  }

  @Test func `A database with records is refused, and a record that it cannot keep is named`()
    async throws
  {
    try await onThread {
      let (file, configuration) = (StoreFile(), try MoveUnderTest.configuration())
      let target = try StoreUnderTest(StoreSchemas.open(configuration))
      try target.create(["name": "Mine"])
      let source = try StoreUnderTest(file.open())
      let full = #expect(throws: StoreError.self) { try MoveUnderTest.run(file, configuration) }
      #expect(full?.message.contains("has content already (types: 3, records: 1)") == true)
      #expect(try target.names() == ["Mine"])
      let long = String(repeating: "x", count: 2_501)
      let rose = try source.create(["name": .text(long)])
      let empty = try MoveUnderTest.configuration()
      let named = #expect(throws: StoreError.self) { try MoveUnderTest.run(file, empty) }
      #expect(named?.message.contains("\(rose.id) cannot be copied") == true)
      #expect(try MoveUnderTest.traces(in: file.path) == 0)
    }
  }
}
