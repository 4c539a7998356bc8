// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Foundation
import LoopTesting
import PostgreSQL
import ProgramTesting
import ResourceModel
import ResourceService
import ResourceStore
import ResourceStoreTesting
import SQL
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Files of a store that services share` {
  private let configuration: PostgreSQLConnection.Configuration
  private let stores: [ResourceStore]

  init() async throws {
    (configuration, stores) = try await onThread {
      let cluster = try PostgreSQLCluster.shared.get()
      var configuration = PostgreSQLConnection.Configuration(cluster.address())
      configuration.schema = "t" + UUID().uuidString.lowercased()
      var settings = StoreSettings()
      settings.readers = 1
      let first = try ResourceStore(configuration, settings)
      _ = try first.setTypes(StoreSamples.types(), options: [])
      return (configuration, [first, try ResourceStore(configuration, settings)])
    }
  }

  /// The number of pieces in the database.
  private func pieces() async throws -> Int {
    try await onThread {
      var database = PostgreSQLConnection(configuration)
      return try database.value("SELECT count(*) FROM file_piece") ?? -1
    }
  }

  private func execute(_ statement: String) async throws {
    try await onThread {
      var database = PostgreSQLConnection(configuration)
      try database.execute(statement)
    }
  }

  private func shop(_ server: ResourceServer) async throws -> String {
    try await onThread { try server.under.create(["name": "Here"], in: "shops") }
  }

  @Test func `A file that one service has taken is sent by another, whole and in parts`()
    async throws
  {
    let first = try await ResourceServer(over: stores[0])
    let second = try await ResourceServer(over: stores[1])
    let path = "/v1/shops/\(try await shop(first))/photo"
    let body = String(repeating: "A rose is a rose. ", count: 150_000)
    #expect(try await first.send("PUT \(path)", body: body).status == 201)
    #expect(try await pieces() == 3)
    #expect(try await second.send("GET \(path)", ["Range: bytes=2-5"]).body == "rose")
    #expect(try await second.send("GET \(path)").body == body)
    // It has a copy now, which does not need the database.
    try await execute("DELETE FROM file_piece")
    #expect(try await second.send("GET \(path)", ["Range: bytes=0-0"]).body == "A")
    // An empty file, and one that was taken by the other.
    #expect(try await second.send("PUT \(path)", ["Content-Length: 0"]).status == 200)
    #expect(try await first.send("GET \(path)").body == "")
    #expect(try await pieces() == 1)
  }

  @Test func `Files that were there before they were shared are, and unused ones are removed`()
    async throws
  {
    let first = try await ResourceServer(over: stores[0])
    let second = try await ResourceServer(over: stores[1])
    let path = "/v1/shops/\(try await shop(first))/photo"
    #expect(try await first.send("PUT \(path)", body: "abc").status == 201)
    try await execute("DELETE FROM file_piece")
    #expect(try await second.send("GET \(path)").status == 500)
    // A file that nobody has been writing for an hour.
    first.under.set(
      Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000) + 7_200_000)
    )
    try await onThread { first.under.forgetOld() }
    #expect(try await second.send("GET \(path)").body == "abc")
    try await execute("DELETE FROM record_file")
    try await onThread { second.under.forgetOld() }
    #expect(try await pieces() == 1)
    try await execute("UPDATE file_piece SET put = put - 61000")
    try await onThread { second.under.forgetOld() }
    #expect(try await pieces() == 0)
  }

  @Test func `A damaged copy is no file`() async throws {
    let first = try await ResourceServer(over: stores[0])
    let second = try await ResourceServer(over: stores[1])
    let path = "/v1/shops/\(try await shop(first))/photo"
    #expect(try await first.send("PUT \(path)", body: "abc").status == 201)
    try await execute("UPDATE file_piece SET bytes = 'abd'")
    #expect(try await second.send("GET \(path)").status == 500)
    try await execute("UPDATE file_piece SET bytes = 'abc'")
    #expect(try await second.send("GET \(path)").body == "abc")
  }
}
