// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Records that are moved while they are served` {
  private let sites = ServedSites()
  private static let noteType =
    #"{"prefix":"note","attributes":{"text":{"type":"text","indexed":true}}}"#

  private func declare(_ store: String? = nil) throws {
    let place = store.map { ", store: \"\($0)\"" } ?? ""
    try sites.write("shop", "resources: { at: \"/v1\", open: \"administer\"\(place) }")
  }

  private func serve() async throws -> (command: RunningCommand, visitors: SocketAddress) {
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"]
    )
    return (command, try await command.addresses().visitors)
  }

  private func migrate(_ words: String...) async throws -> Program.Outcome {
    try await Program(BuiltCommand.path).run(
      [
        "data", "migrate", "--site", "\(sites.folder)/shop", "--state", "\(sites.folder)/state",
      ] + words,
      seconds: 120
    )
  }

  private static func ask(
    _ line: String,
    _ body: String? = nil,
    at visitors: SocketAddress
  ) async throws -> PlainAnswer {
    PlainAnswer(try await RunningCommand.ask(line, body, at: visitors))
  }

  private static func create(_ text: String, at visitors: SocketAddress) async throws -> PlainAnswer
  {
    try await ask("POST /v1/notes", "{\"text\":\"\(text)\"}", at: visitors)
  }

  /// The notes that were acknowledged, and whether writers are to end.
  private final class Writers: Sendable {
    let notes = Mutex<[String]>([])
    let isOver = Atomic(false)
    let hasMoved = Atomic(false)
  }

  /// Writes notes until the test is over; while the records are at neither place, an answer says so.
  private static func write(
    _ name: String,
    _ writers: Writers,
    at visitors: SocketAddress
  ) async throws {
    var number = 0
    while !writers.isOver.load(ordering: .acquiring) {
      number += 1
      let answer = try await create("\(name) \(number)", at: visitors)
      switch answer.status {
      case "201":
        let id = try #require(try answer.json.text("uuid"))
        writers.notes.withLock { $0.append(id) }
      case "503":
        let code = try answer.json.text("code")
        #expect(["moved", "unavailable"].contains(code), "\(answer.body)")
        if code == "moved" { writers.hasMoved.store(true, ordering: .releasing) }
      default: Issue.record("a write is answered \(answer.status): \(answer.body)")
      }
    }
  }

  /// Reads the changes behind a token until there are none; returns their ids and the last token.
  private static func changes(
    since token: String,
    at visitors: SocketAddress
  ) async throws -> (versions: [String], token: String) {
    var (versions, token): ([String], String) = ([], token)
    while true {
      let answer = try await ask("GET /v1/changes?limit=50&since=\(token)", at: visitors)
      let page = try answer.json
      token = try #require(page.text("syncToken"), "\(answer.body)")
      let data = page.list("data")
      guard !data.isEmpty else { return (versions, token) }
      versions += data.compactMap { $0.text("_version") }
    }
  }

  @Test func `No acknowledged write is lost in a move, and readers are told to read all anew`()
    async throws
  {
    let database = try await onThread { try PostgreSQLCluster.newDatabase() }
    try declare()
    let (command, visitors) = try await serve()
    _ = try await Self.ask("PUT /v1/_schema/notes", Self.noteType, at: visitors)
    for number in 0..<30 {
      #expect(try await Self.create("first \(number)", at: visitors).status == "201")
    }
    let gone = try #require(try await Self.create("gone", at: visitors).json.text("uuid"))
    #expect(try await Self.ask("DELETE /v1/notes/\(gone)", at: visitors).status.hasPrefix("2"))
    let list = try await Self.ask("GET /v1/notes?limit=10&order=text", at: visitors).json
    let next = try #require(list.text("next"))
    let before = try await Self.changes(since: "0", at: visitors)

    let writers = Writers()
    try await withThrowingTaskGroup { group in
      for name in ["a", "b", "c"] {
        group.addTask { try await Self.write(name, writers, at: visitors) }
      }
      try await waitUntil("there are writes") { writers.notes.withLock(\.count) > 10 }
      let outcome = try await migrate("--to", database)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("the records have moved to the PostgreSQL database test_"))
      #expect(outcome.output.contains("store: \"\(database)\""), "\(outcome.output)")
      try await waitUntil("writes are refused") { writers.hasMoved.load(ordering: .acquiring) }
      let refusal = try await RunningCommand.ask("POST /v1/notes", "{}", at: visitors)
      #expect(refusal.hasPrefix("HTTP/1.1 503 ") && refusal.contains("retry-after: 5"))
      #expect(try await Self.ask("GET /v1/notes/\(gone)", at: visitors).status == "404")

      try declare(database)
      let count = writers.notes.withLock(\.count)
      try await waitUntil("writes go on") { writers.notes.withLock(\.count) > count + 10 }
      writers.isOver.store(true, ordering: .releasing)
      try await group.waitForAll()
    }
    let said = try await command.until("to which they were moved")
    #expect(said.contains("served from the PostgreSQL database test_"), "\(said)")

    for id in writers.notes.withLock(\.self) {
      #expect(try await Self.ask("GET /v1/notes/\(id)", at: visitors).status == "200", "\(id)")
    }
    let ended = try await Self.ask("GET /v1/changes?since=\(before.token)", at: visitors)
    #expect(try ended.status == "410" && ended.json.text("code") == "epoch-changed")
    let after = try await Self.changes(since: "0", at: visitors)
    let versions = after.versions.compactMap { Int($0) }
    #expect(Set(versions).count == versions.count)
    // The deletion took the place of the creation.
    let newest = versions.max() ?? 0
    #expect(Set(versions) == Set(1...newest).subtracting([31]))
    #expect(newest >= 32 + writers.notes.withLock(\.count))
    let page = try await Self.ask("GET /v1/notes?limit=10&order=text&page=\(next)", at: visitors)
    let rest = try page.json.list("data")
    #expect(page.status == "200" && !rest.isEmpty, "\(page.body)")
    let undeleted = try await Self.ask("POST /v1/notes/\(gone):undelete", "", at: visitors)
    #expect(undeleted.status == "200", "\(undeleted.body)")
    try await command.stop()
  }

  @Test func `A store that is declared during the move is opened when the records are there`()
    async throws
  {
    let database = try await onThread { try PostgreSQLCluster.newDatabase() }
    try declare()
    let (command, visitors) = try await serve()
    _ = try await Self.ask("PUT /v1/_schema/notes", Self.noteType, at: visitors)
    #expect(try await Self.create("first", at: visitors).status == "201")
    try declare(database)
    let said = try await command.until("another is declared")
    #expect(said.contains("stay in the store that is open"))
    #expect(try await Self.create("second", at: visitors).status == "201")
    let outcome = try await migrate("--to", database)
    #expect(outcome.status == 0 && outcome.output.contains("notes: 2 records"), "\(outcome)")
    try await waitUntil("writes go on") {
      try await Self.create("third", at: visitors).status == "201"
    }
    #expect(try await migrate("--to", database).output.contains("by an earlier run"))
    try await command.stop()
  }

  @Test func `A gateway that starts on a moved file answers 503 until the store is declared`()
    async throws
  {
    let database = try await onThread { try PostgreSQLCluster.newDatabase() }
    try declare()
    let (first, address) = try await serve()
    _ = try await Self.ask("PUT /v1/_schema/notes", Self.noteType, at: address)
    let note = try #require(try await Self.create("first", at: address).json.text("uuid"))
    try await first.stop()
    #expect(try await migrate("--to", database).status == 0)
    let (command, visitors) = try await serve()
    #expect(try await Self.ask("GET /config", at: visitors).status == "200")
    let refused = try await Self.ask("GET /v1/notes/\(note)", at: visitors)
    #expect(refused.status == "503" && refused.body.contains("store-away"), "\(refused.body)")
    let backup = try await Program(BuiltCommand.path).run([
      "backup", "--site", "\(sites.folder)/shop", "--state", "\(sites.folder)/state",
      "\(sites.folder)/backup",
    ])
    #expect(backup.status == 1 && backup.errors.contains("have moved to"), "\(backup.errors)")
    try declare(database)
    try await waitUntil("the records are served") {
      try await Self.ask("GET /v1/notes/\(note)", at: visitors).status == "200"
    }
    try await command.stop()
  }

  @Test func `Only the database that has the moved records is opened in place of the file`()
    async throws
  {
    let (database, other) = try await onThread {
      (try PostgreSQLCluster.newDatabase(), try PostgreSQLCluster.newDatabase())
    }
    try declare()
    let (command, visitors) = try await serve()
    _ = try await Self.ask("PUT /v1/_schema/notes", Self.noteType, at: visitors)
    #expect(try await Self.create("first", at: visitors).status == "201")
    #expect(try await migrate("--to", database).status == 0)
    try declare(other)
    let said = try await command.until("has other records than those that have moved")
    #expect(said.contains("the PostgreSQL database test_"))
    #expect(try await Self.create("second", at: visitors).status == "503")
    try declare(database)
    try await waitUntil("writes go on") {
      try await Self.create("third", at: visitors).status == "201"
    }
    try await command.stop()
  }

  @Test func `A move that cannot be made says why, without the password of the address`()
    async throws
  {
    try declare()
    let (command, visitors) = try await serve()
    _ = try await Self.ask("PUT /v1/_schema/notes", Self.noteType, at: visitors)
    for address in [
      "postgresql://portico:a-secret-word@127.0.0.1/shop",
      "postgresql://127.0.0.1/shop?password=a-secret-word", "mysql://a-secret-word@127.0.0.1/shop",
    ] {
      let outcome = try await migrate("--to", address)
      #expect(outcome.status == 2 && outcome.errors.contains("without a password"), "\(address)")
      #expect(!(outcome.output + outcome.errors).contains("a-secret-word"))
    }
    for words in [["--to", "postgresql://127.0.0.1/shop", "--pause", "5"], []] {
      let outcome = try await Program(BuiltCommand.path).run(["data", "migrate"] + words)
      #expect(outcome.status == 2 && outcome.errors.contains("--"), "\(outcome.errors)")
    }
    let free = try ReservedPort()
    let away = try await migrate("--to", "postgresql://127.0.0.1:\(free.address.port)/shop")
    #expect(away.status == 1 && away.errors.contains("the store is not there"), "\(away.errors)")
    let database = try await onThread { try PostgreSQLCluster.newDatabase() }
    try sites.write(
      "full",
      "resources: { at: \"/v1\", open: \"administer\", store: \"\(database)\" }"
    )
    let full = try RunningCommand(
      sites.arguments(["full"]) + ["--state", "\(sites.folder)/full-state"]
    )
    let there = try await full.addresses().visitors
    _ = try await Self.ask("PUT /v1/_schema/notes", Self.noteType, at: there)
    let refused = try await migrate("--to", database)
    #expect(refused.status == 1, "\(refused.output)")
    #expect(
      refused.errors.contains("has content already (types: 1, records: 0)"),
      "\(refused.errors)"
    )
    #expect(try await Self.create("first", at: visitors).status == "201")
    try await full.stop()
    try await command.stop()
  }
}
