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
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A store whose PostgreSQL fails` {
  @Test func `A record that was acknowledged is there after a standby took over`() async throws {
    let primary = try await onThread { try PostgreSQLCluster() }
    let follower = try await onThread { try PostgreSQLCluster(following: primary) }
    let acknowledged = Acknowledged()
    let store = try await onThread {
      var other = PostgreSQLConnection(primary.configuration(schema: "public"))
      try other.run("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
      try other.run("SELECT pg_reload_conf()")
      var configuration = PostgreSQLConnection.Configuration(
        "postgresql://postgres@127.0.0.1:\(primary.port),127.0.0.1:\(follower.port)/postgres"
          + "?sslmode=disable&target_session_attrs=read-write"
      )
      configuration.schema = "portico"
      configuration.reconnectTimeout = .seconds(60)
      return try StoreSchemas.open(configuration)
    }
    _ = try await onThread { try store.setTypes(StoreSamples.types(), options: []) }
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          try await onThread {
            for number in 0..<40 {
              let id = try Self.create("N\(number)", in: store)
              acknowledged.ids.withLock { $0.append(id) }
            }
          }
        }
      }
      group.addTask {
        try await onThread {
          try blockUntil("some records are there") { acknowledged.ids.withLock { $0.count >= 40 } }
          try primary.stop(.immediate)
          try follower.promote()
        }
      }
      try await group.waitForAll()
    }
    let ids = acknowledged.ids.withLock(\.self)
    #expect(ids.count == 160 && Set(ids).count == 160)
    try await onThread {
      for id in ids { #expect(try store.resource(id, withDeleted: false) != nil, "\(id)") }
      let changes = try store.history.changes(since: 0, in: "", limit: 1_000)
      let versions = changes.resources.map(\.version)
      #expect(versions == versions.indices.map { Int64($0 + 1) })
      #expect(versions.count == 160)
    }
  }

  @Test func `A store is unavailable while PostgreSQL is away, and goes on behind it`()
    async throws
  {
    try await onThread {
      let cluster = try PostgreSQLCluster()
      var configuration = cluster.configuration()
      configuration.reconnectTimeout = .milliseconds(100)
      let store = try StoreUnderTest(StoreSchemas.open(configuration))
      let rose = try store.create(["name": "Rose"])
      try cluster.stop(.immediate)
      #expect(store.refusal { try $0.create(["name": "Lily"]) } == .unavailable)
      #expect(store.refusal { _ = try $0.get(rose.id) } == .unavailable)
      try cluster.start()
      #expect(try store.get(rose.id) == rose)
      #expect(try store.create(["name": "Tulip"]).version == 2)
    }
  }

  private static func create(_ name: String, in store: ResourceStore) throws -> ResourceID {
    let write = ResourceWrite(.create(type: "flowers", nil, ["name": .text(name)]))
    guard case .done(let results) = try store.write(WriteBatch([write]), at: StoreSamples.now)
    else { throw StoreError(.damaged, "an answer was replayed; expected a result") }
    return try results[0].get().resource.id
  }
}

/// The records whose writes have returned.
private final class Acknowledged: Sendable {
  let ids = Mutex<[ResourceID]>([])
}
