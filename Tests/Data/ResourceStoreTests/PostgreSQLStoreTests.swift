// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Filters
import Foundation
import LoopTesting
import PostgreSQL
import ProgramTesting
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import SQL
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A store in PostgreSQL` {
  @Test(arguments: StoreConformance.allCases)
  func `The PostgreSQL store passes every rule of the conformance suite`(
    rule: StoreConformance
  ) async throws {
    try await onThread { try rule.check(StoreSchemas.open()) }
  }

  @Test(arguments: 0..<20)
  func `The PostgreSQL store finds by SQL what a random filter matches in memory`(
    seed: UInt64
  ) async throws {
    try await onThread { try RandomFlowers.compare(StoreUnderTest(StoreSchemas.open()), seed) }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A store that PostgreSQL shares` {
  @Test func `A store in PostgreSQL takes over types that another process changed`() async throws {
    try await onThread {
      let configuration = try PostgreSQLCluster.shared.get().configuration()
      let first = try StoreUnderTest(StoreSchemas.open(configuration))
      let second = try StoreSchemas.open(configuration)
      let rose = try first.create(["name": "Rose"])
      #expect(try second.resource(rose.id, withDeleted: false) == rose)
      let fewer = try first.store.types.without("reviews")
      _ = try first.store.setTypes(fewer, options: [])
      let review = WriteBatch([ResourceWrite(.create(type: "reviews", nil, ["stars": 1]))])
      guard case .done(let results) = try second.write(review, at: first.now) else {
        return #expect(Bool(false), "an answer was replayed")
      }
      #expect(throws: StoreError.unknownType("reviews", among: fewer)) { try results[0].get() }
      #expect(second.types == fewer)
    }
  }

  @Test func `Writers of two processes lose no update and leave no gap between versions`()
    async throws
  {
    let configuration = try PostgreSQLCluster.shared.get().configuration()
    let first = try await onThread { try StoreSchemas.open(configuration) }
    let second = try await onThread { try StoreSchemas.open(configuration) }
    let counter = try #require(ResourceID("f-01h455vb4pex5vsknk084sn02q"))
    try await onThread {
      _ = try first.setTypes(StoreSamples.types(), options: [])
      let create = ResourceWrite(.create(type: "flowers", counter, ["name": "A", "stock": 0]))
      _ = try first.write(WriteBatch([create]), at: StoreSamples.now)
    }
    let increment = ResourceWrite(
      .update(counter, .operations([AttributeOperation("stock", .inc, 1)]))
    )
    try await withThrowingTaskGroup { group in
      for store in [first, second, first, second] {
        group.addTask {
          try await onThread {
            for _ in 0..<25 { _ = try store.write(WriteBatch([increment]), at: StoreSamples.now) }
          }
        }
      }
      try await group.waitForAll()
    }
    let record = try await onThread { try first.resource(counter, withDeleted: false) }
    #expect(record?.attributes["stock"] == 100 && record?.version == 101)
  }

  @Test func `A record that PostgreSQL cannot keep is refused with the reason`() async throws {
    try await onThread {
      let store = try StoreUnderTest(StoreSchemas.open())
      let long = String(repeating: "x", count: 2_501)
      for (attributes, attribute, code) in [
        (["name": .text(long)], "name", ValidationError.Code.length),
        (["name": "A", "note": ["a\0b"]], "note", .pattern),
      ] as [(DataDictionary, String, ValidationError.Code)] {
        guard case .invalid(let errors) = store.refusal({ try $0.create(attributes) }) else {
          return #expect(Bool(false), "\(attribute) was taken")
        }
        #expect(errors.map(\.attribute) == [attribute] && errors.map(\.code) == [code])
      }
      try store.create(["name": .text(String(long.dropLast())), "note": .text(long)])
    }
  }

  @Test func `A backup from PostgreSQL is a store in SQLite with everything`() async throws {
    try await onThread {
      let store = try StoreUnderTest(StoreSchemas.open())
      let user = try #require(ResourceID("u-01h455vb4pex5vsknk084sn02q"))
      let place: DataValue = ["lat": 52.5, "lon": 13.4]
      for number in 0..<600 {
        try store.create(["name": .text("N\(number)"), "code": .text("c\(number)")])
      }
      let rose = try store.create(["name": "Röschen", "place": place], zone: "z", owner: user.text)
      let review = try store.create(["flower": .text(rose.id.text)], of: "reviews")
      let gone = try store.create(["name": "Gone"])
      try store.delete(gone.id)
      try store.store.accounts.setPassword("hash", of: user)
      let grant = AccessGrant("read", on: rose.id, to: user.text)
      let granted = try store.store.grants.set([grant], on: rose.id, at: store.now, by: nil)
      var query = try store.query()
      query.limit = 500
      let page = try store.store.page(query)
      let file = StoreFile()
      try store.store.backUp(to: file.path)
      let copy = try StoreUnderTest(opened: file.open())
      #expect(copy.store.types == store.store.types)
      #expect(try copy.store.page(query).records == page.records)
      #expect(try copy.store.page(query).next == page.next)
      // Pages go on in the copy.
      query.page = page.next
      #expect(try copy.store.page(query).records == store.store.page(query).records)
      #expect(try copy.store.resource(gone.id, withDeleted: true)?.deleted != nil)
      #expect(try copy.names("near(52.5, 13.4, 1km) AND search(roschen)") == ["Röschen"])
      #expect(try copy.store.grants.on([rose.id], to: nil) == [grant])
      #expect(try copy.store.accounts.password(of: user) == "hash")
      let changes = try store.store.history.changes(since: 0, in: "z", limit: 10)
      let copied = try copy.store.history.changes(since: 0, in: "z", limit: 10)
      #expect(copied.resources == changes.resources && copied.version == changes.version)
      #expect(copied.position.epoch != changes.position.epoch)
      #expect(changes.resources == [granted])
      #expect(copy.refusal { try $0.create(["name": "Twin", "code": "c7"]) } != nil)
      #expect(try copy.delete(rose.id).others.map(\.id) == [review.id])
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A file of records that is moved into PostgreSQL` {
  @Test func `A store moved into PostgreSQL is the same there, and needs an empty one`()
    async throws
  {
    try await onThread {
      let file = StoreFile()
      let store = try StoreUnderTest(file.open())
      for number in 0..<510 { try store.create(["name": .text("N\(number)"), "price": 0.5]) }
      let rose = try store.create(["name": "Röschen", "place": ["lat": 52.5, "lon": 13.4]])
      let gone = try store.create(["name": "Gone"])
      try store.delete(gone.id)
      try store.create(["flower": .text(rose.id.text)], of: "reviews")
      let configuration = try PostgreSQLCluster.shared.get().configuration()
      let counts = try StoreCopy.fill(configuration, fromFileAt: file.path)
      #expect(counts == ["flowers": 512, "reviews": 1])
      let moved = try StoreUnderTest(opened: StoreSchemas.open(configuration))
      #expect(moved.store.types == store.store.types)
      #expect(try moved.get(rose.id) == rose)
      #expect(try moved.names("near(52.5, 13.4, 1km) AND search(roschen)") == ["Röschen"])
      let query = try store.query()
      #expect(try moved.store.page(query).records == store.store.page(query).records)
      let changes = try store.store.history.changes(since: 0, in: "", limit: 1_000)
      let found = try moved.store.history.changes(since: 0, in: "", limit: 1_000)
      #expect(found.resources == changes.resources && found.version == changes.version)
      #expect(found.position.epoch != changes.position.epoch)
      #expect(try moved.create(["name": "Next"]).version == changes.version + 1)
      let error = #expect(throws: StoreError.self) {
        try StoreCopy.fill(configuration, fromFileAt: file.path)
      }
      #expect(error?.kind == .idTaken)
    }
  }

  @Test(arguments: [("object", "NEW.owner = 'u-1'"), ("credential", "NEW.hash = 'other'")])
  func `A database that changes what it is given is not taken for a copy`(
    table: String,
    change: String
  ) async throws {
    try await onThread {
      let file = StoreFile()
      let store = try StoreUnderTest(file.open())
      let rose = try store.create(["name": "Rose"])
      try store.store.accounts.setPassword("hash", of: rose.id)
      let configuration = try PostgreSQLCluster.shared.get().configuration()
      _ = try StoreSchemas.open(configuration)
      var database = PostgreSQLConnection(configuration)
      try database.execute(
        """
        CREATE FUNCTION alter_row() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN \(change); RETURN NEW; END $$;
        CREATE TRIGGER alter_row BEFORE INSERT ON \(table) FOR EACH ROW EXECUTE FUNCTION alter_row();
        """
      )
      let error = #expect(throws: StoreError.self) {
        try StoreCopy.fill(configuration, fromFileAt: file.path)
      }
      #expect(error?.message.contains("differs in the tables \(table);") == true)
      #expect(try StoreSchemas.open(configuration).types.types.isEmpty, "nothing was changed")
    }
  }
}

/// Stores in schemas of their own.
enum StoreSchemas {
  static func open(
    _ configuration: PostgreSQLConnection.Configuration? = nil,
    _ change: (inout StoreSettings) -> Void = { _ in }
  ) throws -> ResourceStore {
    var settings = StoreSettings()
    settings.readers = 1
    change(&settings)
    let cluster = try PostgreSQLCluster.shared.get()
    return try ResourceStore(configuration ?? cluster.configuration(), settings)
  }
}

extension PostgreSQLCluster {
  /// Settings for a schema of its own.
  func configuration(
    schema: String = "t" + UUID().uuidString.lowercased()
  ) -> PostgreSQLConnection.Configuration {
    var configuration = PostgreSQLConnection.Configuration(address())
    configuration.schema = schema
    return configuration
  }
}
