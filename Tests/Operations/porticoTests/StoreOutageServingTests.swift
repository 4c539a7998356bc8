// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import ResourceModel
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A served site whose records' database is away` {
  private let sites = ServedSites()
  private static let password = "a-word-for-the-database"

  private func serve(
    _ cluster: PostgreSQLCluster
  ) async throws -> (command: RunningCommand, visitors: SocketAddress, operators: SocketAddress) {
    try sites.write(
      "shop",
      """
      resources: {
        at: "/v1", open: "administer",
        store: "\(cluster.address())", storePassword: "RECORDS_DATABASE_PASSWORD",
      }
      """
    )
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"],
      environment: ["RECORDS_DATABASE_PASSWORD": Self.password]
    )
    let (visitors, operators) = try await command.addresses()
    return (command, visitors, operators)
  }

  private func records(_ visitors: SocketAddress) async throws -> String {
    try await RunningCommand.ask("GET /v1/_schema", at: visitors)
  }

  /// The reason and outcome of the check of the records.
  private func health(_ operators: SocketAddress) async throws -> (outcome: String, reason: String)
  {
    let answer = PlainAnswer(try await RunningCommand.ask("GET /health?verbose", at: operators))
    let checks = try #require(try answer.json["health"]?.elements)
    let check = try #require(checks.first { $0.text("check") == "records" }, "\(answer.body)")
    return (try #require(check.text("outcome")), try #require(check.text("reason")))
  }

  @Test func `A gateway starts without the database, and serves the records once it is there`()
    async throws
  {
    let cluster = try PostgreSQLCluster()
    try cluster.stop(.fast)
    let (command, visitors, operators) = try await serve(cluster)
    #expect(try await RunningCommand.ask("GET /config", at: visitors).hasPrefix("HTTP/1.1 200 "))
    let answer = try await records(visitors)
    #expect(answer.hasPrefix("HTTP/1.1 503 "), "\(answer)")
    #expect(answer.contains("content-type: application/problem+json"))
    let wait = try #require(answer.firstMatch(of: /retry-after: ([0-9]+)/).flatMap { Int($0.1) })
    #expect((1...16).contains(wait))
    let problem = try PlainAnswer(answer).json
    #expect(problem["code"] == "store-away")
    #expect(problem["store"] == "the PostgreSQL database postgres")
    #expect(!answer.contains("127.0.0.1") && !answer.contains(Self.password))
    let check = try await health(operators)
    #expect(check.outcome == "failure" && check.reason.contains("Connection refused"), "\(check)")
    let metrics = try await RunningCommand.ask("GET /metrics", at: operators)
    #expect(metrics.contains(/portico_records_store_up\{[^}]*\} 0/), "\(metrics)")

    try cluster.start()
    try await waitUntil("the records are served") {
      try await records(visitors).hasPrefix("HTTP/1.1 200 ")
    }
    let type = #"{"prefix":"note","attributes":{"text":{"type":"text"}}}"#
    let declared = try await RunningCommand.ask("PUT /v1/_schema/notes", type, at: visitors)
    #expect(declared.hasPrefix("HTTP/1.1 200 "), "\(declared)")
    #expect(try await health(operators).outcome == "ok")
    let later = try await RunningCommand.ask("GET /metrics", at: operators)
    #expect(later.contains(/portico_records_store_up\{[^}]*\} 1/))
    let said = try await command.until("the store of the records is reached")
    #expect(said.contains("is not reached: ") && !said.contains(Self.password), "\(said)")
  }

  @Test func `A database that goes away while it is served is told of until it is back`()
    async throws
  {
    let cluster = try PostgreSQLCluster()
    let (command, visitors, operators) = try await serve(cluster)
    #expect(try await health(operators).outcome == "ok")
    try cluster.stop(.immediate)
    #expect(try await records(visitors).hasPrefix("HTTP/1.1 "))
    try await waitUntil("the outage is told of") {
      _ = try await RunningCommand.ask("GET /v1/changes", at: visitors)
      return try await health(operators).outcome == "failure"
    }
    try cluster.start()
    try await waitUntil("its end is told of") { try await health(operators).outcome == "ok" }
    withExtendedLifetime(command) {}
  }

  @Test func `A database that refuses the password says so, and is served after it was changed`()
    async throws
  {
    let cluster = try PostgreSQLCluster()
    func setPassword(_ word: String, knowing old: String) async throws {
      let address = cluster.address().replacing("postgres@", with: "postgres:\(old)@")
      let order = "ALTER USER postgres PASSWORD '\(word)'"
      let outcome = try await Program("psql").run(["-q", "-c", order, address])
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    try await setPassword("another-word", knowing: "none")
    try cluster.stop(.fast)
    try Data("host all all 127.0.0.1/32 scram-sha-256\n".utf8).write(
      to: URL(fileURLWithPath: "\(cluster.folder)/data/pg_hba.conf"),
      options: []
    )
    try cluster.start()
    let (command, visitors, operators) = try await serve(cluster)
    #expect(try await records(visitors).hasPrefix("HTTP/1.1 503 "))
    let reason = try await health(operators).reason
    #expect(reason.contains("the store refuses the user or password"), "\(reason)")
    #expect(!reason.contains(Self.password))
    try await setPassword(Self.password, knowing: "another-word")
    try await waitUntil("the records are served") {
      try await records(visitors).hasPrefix("HTTP/1.1 200 ")
    }
    withExtendedLifetime(command) {}
  }
}
