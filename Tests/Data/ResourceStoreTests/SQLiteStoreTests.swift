// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Filters
import FolderTesting
import Foundation
import LoopTesting
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import SQL
import SQLite
import SeededTesting
import Testing

@Suite struct `A store in SQLite` {
  @Test(arguments: StoreConformance.allCases)
  func `The SQLite store passes every rule of the conformance suite`(rule: StoreConformance) throws
  {
    let file = StoreFile()
    try rule.check(file.open())
  }

  @Test(arguments: 0..<40)
  func `The SQLite store finds by SQL what a random filter matches in memory`(seed: UInt64) throws {
    let file = StoreFile()
    try RandomFlowers.compare(StoreUnderTest(file.open()), seed)
  }

  @Test func `A reopened SQLite store has its types, records and page tokens`() throws {
    let file = StoreFile()
    let store = try StoreUnderTest(file.open())
    let record = try store.create(["name": "Rose", "tags": ["new"]])
    var query = try store.query()
    query.limit = 1
    try store.create(["name": "Lily"])
    query.page = try store.store.page(query).next
    let again = try file.open()
    #expect(again.types == store.store.types)
    #expect(try again.resource(record.id, withDeleted: false) == record)
    #expect(try again.page(query).resources.count == 1)
  }

  @Test
  func `A query without an index over many records is refused with the index it needs`() throws {
    let file = StoreFile()
    let store = try StoreUnderTest(file.open { $0.scannedRecords = 2 })
    for number in 0..<3 { try store.create(["name": .text("N\(number)"), "stock": 1]) }
    let stock = StoreError.Kind.noIndex(attributes: ["stock"], records: 3)
    #expect(store.refusal { _ = try $0.names("stock = 1") } == stock)
    #expect(store.refusal { _ = try $0.names("", order: "stock") } == stock)
    #expect(store.refusal { _ = try $0.names("name = N1 OR stock = 1") } != nil)
    for filter in ["price = 1", "name = \"N*\" AND stock = 1", "search(N1)", "near(0, 0, 1m)"] {
      #expect(store.refusal { _ = try $0.names(filter) } == nil, "\(filter)")
    }
    #expect(store.refusal { _ = try $0.names("", order: "price") } == nil)
  }

  @Test func `A filter over relations needs an index of the related records, or few of them`()
    throws
  {
    let file = StoreFile()
    let store = try StoreUnderTest(file.open { $0.scannedRecords = 2 })
    for number in 0..<3 { try store.create(["name": .text("N\(number)")]) }
    try store.create(["name": "Here"], of: "shops")
    func refusal(_ filter: String, of type: String) -> StoreError.Kind? {
      store.refusal { _ = try $0.store.page($0.query(type, filter)) }
    }
    let stock = StoreError.Kind.noIndex(attributes: ["stock"], records: 3)
    #expect(refusal("flowers.stock = 1", of: "shops") == stock)
    #expect(refusal("flower.shop.flowers.stock IN (1, 2)", of: "reviews") == stock)
    #expect(refusal("flowers.price = 1", of: "shops") == nil)
    #expect(refusal("shop.name = Here", of: "flowers") == nil)
    #expect(refusal("NOT shop.name = Here", of: "flowers") != nil)
  }

  @Test func `A query that takes too many steps is stopped`() throws {
    let file = StoreFile()
    let store = try StoreUnderTest(file.open { $0.steps = 2_000 })
    let write = ResourceWrite(.create(type: "flowers", nil, ["name": "A", "price": 4]))
    let batch = WriteBatch(Array(repeating: write, count: 500))
    _ = try store.store.write(batch, at: store.now)
    #expect(store.refusal { _ = try $0.names("name:z") } == .costly)
    // A page by an index looks at its own records only.
    var query = try store.query("flowers", "price >= 1")
    query.order = [ResourceOrder("price")]
    query.limit = 5
    query.count = .none
    #expect(try store.store.page(query).resources.count == 5)
  }

  @Test func `The total of a list is counted up to a limit, or exactly if asked for`() throws {
    let file = StoreFile()
    let store = try StoreUnderTest(file.open { $0.countedRecords = 2 })
    for _ in 0..<3 { try store.create(["name": "A", "price": 1]) }
    var query = try store.query("flowers", "price = 1")
    let bounded = try store.store.page(query)
    #expect(bounded.total == 2 && !bounded.isTotalExact)
    query.count = .exact
    let exact = try store.store.page(query)
    #expect(exact.total == 3 && exact.isTotalExact)
    query.count = .none
    #expect(try store.store.page(query).total == nil)
  }

  @Test func `A deletion that would change too many records is refused and undone`() throws {
    let file = StoreFile()
    let store = try StoreUnderTest(file.open { $0.cascadedRecords = 2 })
    let rose = try store.create(["name": "Rose"])
    let target: DataDictionary = ["flower": .text(rose.id.text)]
    for _ in 0..<3 { try store.create(target, of: "reviews") }
    #expect(store.refusal { try $0.delete(rose.id) } == .costly)
    #expect(try store.store.page(store.query("reviews")).total == 3)
  }

  @Test func `A backup made during writes has whole commits without a gap`() async throws {
    let file = StoreFile()
    let store = try file.open()
    _ = try store.setTypes(StoreSamples.types(), options: [])
    let write = ResourceWrite(.create(type: "flowers", nil, ["name": "A"]))
    let copies = (0..<3).map { "\(file.path)-\($0)" }
    async let writing: Void = onThread {
      for _ in 0..<60 { _ = try store.write(WriteBatch([write, write]), at: StoreSamples.now) }
    }
    try await onThread { for copy in copies { try store.backUp(to: copy) } }
    try await writing
    for copy in copies {
      let restored = try ResourceStore(copy)
      let changes = try restored.history.changes(since: 0, in: "", limit: 1_000)
      // Each commit has two records, and versions without a gap.
      let versions = changes.resources.map(\.version)
      #expect(versions == versions.indices.map { Int64($0 + 1) })
      #expect(changes.resources.count.isMultiple(of: 2))
    }
    #expect(throws: (any Error).self) { try store.backUp(to: "/dev/null/none") }
  }

  @Test
  func `A file of an older version has its changes with unknown authors, and records new ones`()
    throws
  {
    let file = StoreFile()
    let first = try StoreUnderTest(file.open())
    let rose = try first.create(["name": "Rose"]).id
    var configuration = Database.Configuration()
    configuration.trustsSchema = true
    var old = try Database(file.path, configuration)
    try old.execute(
      """
      ALTER TABLE change DROP COLUMN author; DROP TABLE second_factor; DROP TABLE recovery_code;
      PRAGMA user_version = 5
      """
    )
    let store = try StoreUnderTest(opened: file.open())
    let write = ResourceWrite(.update(rose, .merge(["price": 2])))
    _ = try store.store.write(WriteBatch([write], by: .token), at: store.now)
    let commits = try store.store.history.commits(since: 0, in: "", limit: 10)
    #expect(commits.map(\.author) == [nil, .token] && commits.map(\.id) == [rose, rose])
    try store.store.backUp(to: "\(file.path)-copy")
    let restored = try ResourceStore("\(file.path)-copy")
    #expect(try restored.history.commits(since: 0, in: "", limit: 10) == commits)
  }

  @Test func `A lease of a process that is gone ends with it`() throws {
    let file = StoreFile()
    let store = try file.open()
    func takes(_ holder: String) throws -> Bool {
      let until = StoreSamples.now.advanced(byMilliseconds: 30_000)
      return try store.outbox.takeLease("hook", for: holder, until: until, at: StoreSamples.now)
    }
    #expect(try takes("a") && !takes("b"))
    var database = try Database(file.path, Database.Configuration())
    let own: String? = try database.value("SELECT holder FROM lease")
    let parts = try #require(own).split(separator: ".")
    // Another process with the same number has another start; of an older version it is not known.
    for (holder, isGone) in [
      ("a@4194305.1", true), ("\(parts[0]).1", true), ("a", false), (own ?? "", false),
    ] {
      try database.run("UPDATE lease SET holder = ?", [holder])
      #expect(try takes("b") == isGone, "\(holder)")
    }
  }

  @Test func `A damaged SQLite file is refused`() throws {
    let file = StoreFile()
    let store = try StoreUnderTest(file.open())
    let write = ResourceWrite(.create(type: "flowers", nil, ["name": "A rose is a rose"]))
    _ = try store.store.write(WriteBatch(Array(repeating: write, count: 300)), at: store.now)
    let copy = "\(file.path)-copy"
    try store.store.backUp(to: copy)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
    for index in stride(from: 8_192 + 100, to: bytes.count, by: 4_096) { bytes[index] ^= 0xFF }
    for index in stride(from: 8_192, to: bytes.count, by: 4_096) { bytes[index] = 0xEE }
    try bytes.write(to: URL(fileURLWithPath: copy))
    #expect(throws: (any Error).self) { try ResourceStore(copy) }
  }
}

@Suite struct `Writers of a store in SQLite` {
  @Test func `Concurrent writes share commits, and none is lost or counted twice`() async throws {
    let file = StoreFile()
    let store = try file.open()
    _ = try store.setTypes(StoreSamples.types(), options: [])
    let counter = try #require(ResourceID("f-01h455vb4pex5vsknk084sn02q"))
    let create = ResourceWrite(.create(type: "flowers", counter, ["name": "Counter", "stock": 0]))
    _ = try store.write(WriteBatch([create]), at: StoreSamples.now)
    let increment = ResourceWrite(
      .update(counter, .operations([AttributeOperation("stock", .inc, 1)]))
    )
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          try await onThread {
            for _ in 0..<25 { _ = try store.write(WriteBatch([increment]), at: StoreSamples.now) }
          }
        }
      }
      try await group.waitForAll()
    }
    let record = try store.resource(counter, withDeleted: false)
    #expect(record?.attributes["stock"] == 200 && record?.version == 201)
  }

  @Test func `Writes queued together are committed together, each with its own result`() throws {
    let file = StoreFile()
    let store = try file.open()
    _ = try store.setTypes(StoreSamples.types(), options: [])
    let good = WriteBatch([ResourceWrite(.create(type: "flowers", nil, ["name": "A"]))])
    let bad = WriteBatch([ResourceWrite(.create(type: "flowers", nil, [:]))])
    let pending = [good, bad, good].map { store.enqueue($0, at: StoreSamples.now) }
    let answers = try pending.map(store.complete)
    let versions = answers.map { answer in
      guard case .done(let results) = answer else { return Int64(-1) }
      return (try? results[0].get().resource.version) ?? 0
    }
    #expect(versions == [1, 0, 2])
  }
}

/// A place for a store's file, removed with the last reference.
final class StoreFile: Sendable {
  let path: String
  private let folder = TemporaryFolder()

  init(named name: String = "store.sqlite") { path = "\(folder.path)/\(name)" }

  func open(_ change: (inout StoreSettings) -> Void = { _ in }) throws -> ResourceStore {
    var settings = StoreSettings()
    settings.readers = 2
    change(&settings)
    return try ResourceStore(path, settings)
  }
}
