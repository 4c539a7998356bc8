// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import LoopTesting
import PostgreSQL
import ProgramTesting
import ResourceModel
import ResourceStore
import ResourceStoreTesting
import SQL
import SQLite
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Lists by creation, change and version` {
  @Test func `A list by creation, change or version reads its own page only in SQLite`() throws {
    let file = StoreFile()
    try ColumnIndexes.check(
      StoreUnderTest(
        file.open {
          $0.scannedRecords = 2
          $0.steps = 2_000
        }
      )
    )
  }

  @Test func `A list by creation, change or version has an index in PostgreSQL`() async throws {
    try await onThread {
      try ColumnIndexes.check(StoreUnderTest(StoreSchemas.open { $0.scannedRecords = 2 }))
    }
  }

  @Test func `A file of an older version gets its indexes and counts after it was opened`() throws {
    let file = StoreFile()
    let store = try StoreUnderTest(file.open())
    var configuration = Database.Configuration()
    configuration.trustsSchema = true
    var database = try Database(file.path, configuration)
    try ColumnIndexes.renew(store) {
      try database.execute($0)
    } indexes: {
      try database.rows("SELECT name FROM sqlite_master WHERE type = 'index'") {
        (row: borrowing Row) throws(RowError) in try row[0] as String
      }
    }
  }

  @Test func `A schema of an older version gets its indexes and counts after it was opened`()
    async throws
  {
    try await onThread {
      let configuration = try PostgreSQLCluster.shared.get().configuration()
      let store = try StoreUnderTest(StoreSchemas.open(configuration))
      var database = PostgreSQLConnection(configuration)
      // An index whose making was ended is there, and not valid.
      try database.execute(
        """
        UPDATE pg_index SET indisvalid = false
        WHERE indexrelid = '"\(configuration.schema)".updated_shops'::regclass
        """
      )
      try ColumnIndexes.renew(store) {
        try database.execute($0)
      } indexes: {
        try database.rows(
          """
          SELECT c.relname::text FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
          WHERE i.indisvalid AND c.relnamespace = current_schema()::regnamespace
          """
        ) { (row: borrowing Row) throws(RowError) in try row[0] as String }
      }
    }
  }
}

private enum ColumnIndexes {
  /// Asks for pages of many records by each column.
  static func check(_ store: StoreUnderTest) throws {
    let write = ResourceWrite(.create(type: "flowers", nil, ["name": "A"]))
    _ = try store.store.write(WriteBatch(Array(repeating: write, count: 500)), at: store.now)
    for order in ["_created", "-_created", "_updated", "-_updated", "_version", "-_version"] {
      var query = try store.query()
      query.order = try ResourceOrder.keys(order, of: query.type)
      query.limit = 5
      let first = try store.store.page(query)
      #expect(first.total == 500 && first.records.count == 5, "\(order)")
      query.page = first.next
      #expect(try store.store.page(query).records.count == 5, "\(order)")
    }
    for filter in ["_version > 498", "_created < 2026-01-01", "_updated < 2026-01-01"] {
      #expect(store.refusal { _ = try $0.names(filter) } == nil, "\(filter)")
    }
    #expect(store.refusal { _ = try $0.names("", order: "stock") } != nil)
  }

  /// Removes what older versions did not have, and lets the store make it.
  static func renew(
    _ store: StoreUnderTest,
    execute: (String) throws -> Void,
    indexes: () throws -> [String]
  ) throws {
    for number in 0..<3 { try store.create(["stars": .integer(Int64(number))], of: "reviews") }
    let missing = ["created_reviews", "updated_reviews", "version_flowers"]
    for name in missing { try execute("DROP INDEX \(name)") }
    try execute("UPDATE type SET live = -1 WHERE name = 'reviews'")
    #expect(try Set(missing).isDisjoint(with: indexes()))
    try store.store.indexes.makeMissing()
    #expect(try Set(missing + ["updated_shops"]).isSubset(of: indexes()))
    #expect(try store.store.page(store.query("reviews")).total == 3)
    // Types can be changed with and without them.
    try execute("DROP INDEX created_reviews")
    _ = try store.store.setTypes(store.store.types.without("reviews"), options: .allowsLoss)
    _ = try store.store.setTypes(StoreSamples.types(), options: [])
    #expect(try Set(missing).isSubset(of: indexes()))
  }
}
