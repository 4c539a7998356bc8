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
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A store that is moved while it is written to` {
  @Test func `A moved store has every change that was made at any step of the move`() async throws {
    try await onThread {
      let (file, configuration) = (StoreFile(), try MoveUnderTest.configuration())
      let source = try StoreUnderTest(file.open())
      let changes = try ManyChanges(source)
      for number in 0..<700 { try source.create(["name": .text("N\(number)")]) }
      try changes.make()
      var query = try source.query()
      query.limit = 500
      let first = try source.store.page(query)
      var (rounds, isHeld) = (0, false)
      let outcome = try MoveUnderTest.run(file, configuration) { event in
        switch event {
        case .copied(let table, _) where ["meta", "object", "outbox"].contains(table):
          try changes.make()
        case .compared: if !isHeld { try changes.make() }
        case .caughtUp:
          rounds += 1
          if rounds == 2 { try changes.changeTypes() }
        case .writesWait: isHeld = true
        case .writesGoOn: isHeld = false
        case .leftoverRemoved, .copied, .logChecked, .committed, .marked: break
        }
      }
      #expect(changes.steps > 5 && rounds == 4)
      let rows = try StoreRows(fileAt: file.path)
      #expect(try rows.differences(from: StoreRows(configuration)) == [])
      #expect(rows.tables["object"]?.count == outcome.records.values.reduce(0, +))

      let moved = try StoreUnderTest(opened: StoreSchemas.open(configuration))
      #expect(moved.store.types == source.store.types)
      #expect(moved.store.types["flowers"]?.attribute("stock")?.isIndexed == true)
      query.page = first.next
      #expect(try moved.store.page(query).records == source.store.page(query).records)
      for filter in ["near(52.5, 2, 1km)", "search(renamed)", "stock = 3", "code = \"c2-1\""] {
        #expect(try moved.names(filter).sorted() == source.names(filter).sorted(), "\(filter)")
      }
      #expect(try !moved.names("search(renamed)").isEmpty)
      let zone = try moved.store.history.zones()
      #expect(try zone == source.store.history.zones())
      #expect(try moved.create(["name": "Next"]).version == (zone[""] ?? 0) + 1)
    }
  }

  @Test func `A file whose records were moved refuses writes, copies and another move`()
    async throws
  {
    try await onThread {
      let (file, configuration) = (StoreFile(), try MoveUnderTest.configuration())
      let source = try StoreUnderTest(file.open())
      let rose = try source.create(["name": "Rose"])
      _ = try MoveUnderTest.run(file, configuration)
      let refusals: [(StoreUnderTest) throws -> Void] = [
        { try $0.create(["name": "Late"]) }, { try $0.delete(rose.id) },
        { _ = try $0.store.setTypes($0.store.types.without("reviews"), options: []) },
        { try $0.store.accounts.setPassword("hash", of: rose.id) },
        { _ = try $0.store.outbox.takeLease("hook", for: "a", until: $0.now, at: $0.now) },
        { try $0.store.backUp(to: "\(file.path)-copy") },
      ]
      for (number, refusal) in refusals.enumerated() {
        #expect(source.refusal(refusal) == .moved, "\(number)")
      }
      #expect(try source.get(rose.id) == rose)
      let again = try StoreUnderTest(opened: file.open())
      #expect(try again.store.movedPlace() == "the test")
      #expect(again.refusal { try $0.create(["name": "Late"]) } == .moved)
      let target = try StoreSchemas.open(configuration)
      #expect(try target.identity == source.store.identity && target.movedPlace() == nil)
      #expect(try MoveUnderTest.run(file, configuration).pause == nil)
      let other = try MoveUnderTest.configuration()
      #expect(throws: StoreError.moved(to: "the test")) { try MoveUnderTest.run(file, other) }
    }
  }

  @Test func `Every write that was acknowledged during a move is found, and a reader sees it once`()
    async throws
  {
    let (file, configuration) = (StoreFile(), try MoveUnderTest.configuration())
    let source = try await onThread { try StoreUnderTest(file.open()).store }
    let writing = WritersUnderTest(source)
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 { group.addTask { try await onThread { try writing.write() } } }
      group.addTask { try await onThread { try writing.read() } }
      group.addTask {
        try await onThread {
          var isFirst = true
          _ = try MoveUnderTest.run(file, configuration) { event in
            guard case .compared = event, isFirst else { return }
            isFirst = false
            try writing.waitForWrites(40)
          }
          try writing.goOn(with: StoreSchemas.open(configuration))
        }
      }
      try await group.waitForAll()
    }
    try await onThread {
      let target = try StoreSchemas.open(configuration)
      let written = writing.acknowledged
      #expect(written.count > 40)
      for id in written {
        #expect(try target.resource(id, withDeleted: false) != nil, "\(id) is lost")
      }
      #expect(writing.seen.map(\.version) == writing.seen.indices.map { Int64($0 + 1) })
      #expect(Set(writing.seen.map(\.id)).isSuperset(of: written))
    }
  }

  @Test func `A write that waits for the end of a move is refused, and not lost`() async throws {
    let (file, configuration) = (StoreFile(), try MoveUnderTest.configuration())
    let source = try await onThread { try StoreUnderTest(file.open()).store }
    let late = Mutex<Result<WriteAnswer, any Error>?>(nil)
    try await onThread {
      let write = WriteBatch([ResourceWrite(.create(type: "flowers", nil, ["name": "Late"]))])
      let began = Atomic(false)
      _ = try MoveUnderTest.run(file, configuration) { event in
        guard event == .writesWait else { return }
        Thread.detachNewThread {
          began.store(true, ordering: .releasing)
          var result: Result<WriteAnswer, any Error>
          repeat {
            result = Result { try source.write(write, at: StoreSamples.now) }
          } while StoreMoveErrors.isBusy(result)
          let outcome = result
          late.withLock { $0 = outcome }
        }
        try blockUntil("the write has begun") { began.load(ordering: .acquiring) }
        #expect(late.withLock { $0 == nil })
      }
      try blockUntil("the write has ended") { late.withLock { $0 != nil } }
    }
    let error = #expect(throws: StoreError.self) { try late.withLock { try $0?.get() } }
    #expect(error?.kind == .moved)
  }
}

enum StoreMoveErrors {
  /// Whether a write was refused since the lock was not free in time, so that it is made again.
  static func isBusy(_ result: Result<WriteAnswer, any Error>) -> Bool {
    guard case .failure(let error as StoreError) = result else { return false }
    return error.kind == .unavailable
  }
}
