// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A backup of a site` {
  private let sites = ServedSites()
  private static let noteType = #"{"prefix":"note","attributes":{"text":{"type":"text"}}}"#

  private func serve(
    _ state: String,
    store: String? = nil
  ) async throws -> (command: RunningCommand, visitors: SocketAddress, operators: SocketAddress) {
    let place = store.map { ", store: \"\($0)\"" } ?? ""
    try sites.write("shop", "resources: { at: \"/v1\", open: \"administer\"\(place) }")
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/\(state)"]
    )
    let (visitors, operators) = try await command.addresses()
    return (command, visitors, operators)
  }

  private func send(
    _ line: String,
    _ body: String = "",
    to visitors: SocketAddress
  ) async throws -> PlainAnswer {
    PlainAnswer(try await RunningCommand.ask(line, body, at: visitors))
  }

  private func portico(_ words: String...) async throws -> Program.Outcome {
    try await Program(BuiltCommand.path).run(words)
  }

  /// Serves a site with one note, and backs it up before it gets another one.
  private func backUp() async throws {
    let (command, visitors, _) = try await serve("state")
    _ = try await send("PUT /v1/_schema/notes", Self.noteType, to: visitors)
    let first = try await send("POST /v1/notes", "{\"text\":\"before\"}", to: visitors)
    #expect(first.status == "201")
    let backup = try await portico(
      "backup",
      "--site",
      "\(sites.folder)/shop",
      "--state",
      "\(sites.folder)/state",
      "\(sites.folder)/backup"
    )
    #expect(backup.status == 0, "\(backup.errors)")
    _ = try await send("POST /v1/notes", "{\"text\":\"behind\"}", to: visitors)
    try await command.stop()
  }

  @Test func `A backup of a served site restores its records as of then, into a new folder`()
    async throws
  {
    try await backUp()
    let (backup, restored) = ("\(sites.folder)/backup", "\(sites.folder)/restored")
    let restore = try await portico("restore", "--state", restored, backup)
    #expect(restore.status == 0, "\(restore.errors)")
    let (command, visitors, _) = try await serve("restored")
    let notes = try await send("GET /v1/notes", to: visitors).body
    #expect(notes.contains("before") && !notes.contains("behind"))
    let again = try await portico("restore", "--state", restored, backup)
    #expect(again.status == 1 && again.errors.contains("expected a new folder"))
    try await command.stop()
  }

  /// Serves a state folder, writes some notes there, and asks for the changes since a token from elsewhere, also as
  /// an event stream that goes on; returns the token of the changes there.
  private func changes(
    _ state: String,
    store: String? = nil,
    since token: String?,
    after notes: Int
  ) async throws -> String {
    let (command, visitors, _) = try await serve(state, store: store)
    for number in 0..<notes {
      let note = try await send("POST /v1/notes", "{\"text\":\"\(number)\"}", to: visitors)
      #expect(note.status == "201", "\(note.body)")
    }
    for accept in token == nil ? [] : ["application/json", "text/event-stream"] {
      let refused = PlainAnswer(
        try await RunningCommand.ask(
          "GET /v1/changes?since=\(token ?? "")",
          at: visitors,
          accept: accept
        )
      )
      #expect(refused.status == "410" && refused.body.contains("\"epoch-changed\""), "\(state)")
    }
    let all = try await send("GET /v1/changes", to: visitors).json
    let own = try #require(all.text("syncToken"))
    #expect(try await send("GET /v1/changes?since=\(own)", to: visitors).status == "200")
    try await command.stop()
    return own
  }

  @Test
  func `A sync token from before a restore is refused, also when the versions have passed it`()
    async throws
  {
    try await backUp()
    let backup = "\(sites.folder)/backup"
    var token = try await changes("state", since: nil, after: 2)
    // The second restore is from the same backup, and goes on from the same version.
    for state in ["first", "second"] {
      let restore = try await portico("restore", "--state", "\(sites.folder)/\(state)", backup)
      #expect(restore.status == 0, "\(restore.errors)")
      token = try await changes(state, since: token, after: 5)
    }
    let database = try await onThread { try PostgreSQLCluster.newDatabase() }
    let restore = try await portico(
      "restore",
      "--state",
      "\(sites.folder)/moved",
      "--store",
      database,
      backup
    )
    #expect(restore.status == 0, "\(restore.errors)")
    token = try await changes("moved", store: database, since: token, after: 6)
    let again = try await portico(
      "backup",
      "--site",
      "\(sites.folder)/shop",
      "--state",
      "\(sites.folder)/moved",
      "\(sites.folder)/again"
    )
    #expect(again.status == 0, "\(again.errors)")
    _ = try await changes("again", since: token, after: 1)
  }

  /// The paths of what is in a folder, and of itself, with permissions other than those of its owner alone.
  private static func open(_ folder: String) throws -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    // Beside the database and its files stand those of the service, which nobody reaches.
    let own = names.filter { $0.hasPrefix("resource") }
    return try ([""] + own).filter { name in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      let permissions = attributes[.posixPermissions] as? Int
      return isFolder
        ? name.isEmpty && permissions != 0o700 : permissions != 0o600
    }
  }

  @Test func `Only its owner reads a state folder, its records and backups, whatever the umask`()
    async throws
  {
    let open = ["bash", "-c", "umask 0 && exec \"$0\" \"$@\""]
    let state = "\(sites.folder)/state"
    try sites.write("shop", "resources: { at: \"/v1\", open: \"administer\" }")
    // An earlier version has made it for all to read.
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    for name in ["", "/resources.sqlite"] {
      if !name.isEmpty { _ = FileManager.default.createFile(atPath: state + name, contents: nil) }
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: state + name)
    }
    let command = try RunningCommand(sites.arguments(["shop"]) + ["--state", state], under: open)
    let visitors = try await command.addresses().visitors
    let type =
      #"{"prefix":"note","attributes":{"text":{"type":"text"},"file":{"type":"binary"}}}"#
    #expect(try await send("PUT /v1/_schema/notes", type, to: visitors).status == "200")
    let note = try await send("POST /v1/notes", "{\"text\":\"a\"}", to: visitors).json
    let id = note.text("uuid") ?? ""
    #expect(try await send("PUT /v1/notes/\(id)/file", "abc", to: visitors).status == "201")
    #expect(FileManager.default.fileExists(atPath: state + "/resources.sqlite-wal"))
    #expect(try Self.open(state) == [])
    let (backup, restored) = ("\(sites.folder)/backup", "\(sites.folder)/restored")
    for words in [
      ["backup", "--site", "\(sites.folder)/shop", "--state", state, backup],
      ["restore", "--state", restored, backup],
    ] {
      let words = Array(open.dropFirst()) + [BuiltCommand.path] + words
      #expect(try await Program("/bin/bash").run(words).status == 0)
    }
    #expect(try Self.open(backup) == [] && Self.open(restored) == [])
    try await command.stop()
  }

  @Test func `A backup that is damaged is not restored`() async throws {
    try await backUp()
    let file = URL(fileURLWithPath: "\(sites.folder)/backup/resources.sqlite")
    var bytes = try Data(contentsOf: file)
    for index in stride(from: 4_096, to: bytes.count, by: 4_096) { bytes[index] = 0xEE }
    try bytes.write(to: file)
    let restored = "\(sites.folder)/restored"
    let restore = try await portico("restore", "--state", restored, "\(sites.folder)/backup")
    #expect(restore.status == 1, "\(restore.output)")
    #expect(!FileManager.default.fileExists(atPath: restored))
  }

  @Test func `A backup is restored into PostgreSQL, and made from there`() async throws {
    let database = try await onThread { try PostgreSQLCluster.newDatabase() }
    try await backUp()
    let restore = try await portico(
      "restore",
      "--state",
      "\(sites.folder)/moved",
      "--store",
      database,
      "\(sites.folder)/backup"
    )
    #expect(restore.status == 0, "\(restore.errors)")
    #expect(restore.output.contains("notes: 1 record, all as before"))
    let (command, visitors, _) = try await serve("moved", store: database)
    #expect(try await send("POST /v1/notes", "{\"text\":\"there\"}", to: visitors).status == "201")
    let notes = try await send("GET /v1/notes", to: visitors).body
    #expect(notes.contains("before") && notes.contains("there"))
    let backup = try await portico(
      "backup",
      "--site",
      "\(sites.folder)/shop",
      "--state",
      "\(sites.folder)/moved",
      "\(sites.folder)/again"
    )
    #expect(backup.status == 0, "\(backup.errors)")
    try await command.stop()
    let (file, address, _) = try await serve("again")
    let kept = try await send("GET /v1/notes", to: address).body
    #expect(kept.contains("before") && kept.contains("there"))
    try await file.stop()
  }

  @Test func `Operators see a store's figures and the backups of its state folder`() async throws {
    try await backUp()
    let (command, _, operators) = try await serve("state")
    let report = PlainAnswer(
      try await RunningCommand.ask("GET /store", at: operators)
    )
    let store = try report.json.list("store")
    let values = Dictionary(
      store.map { ($0.text("name") ?? "", $0.text("value") ?? "") },
      uniquingKeysWith: { first, _ in first }
    )
    #expect(values["engine"]?.hasPrefix("SQLite 3.") == true, "\(report.body)")
    #expect(values["records"] == "2" && values["readers"] == "4", "\(report.body)")
    #expect(try report.json.list("statements").isEmpty)
    let backup = try #require(try report.json.list("backups").first)
    #expect(backup.text("folder")?.hasSuffix("/backup") == true, "\(report.body)")
    #expect(!FileManager.default.fileExists(atPath: "\(sites.folder)/backup/backups.jsonl"))
    try await command.stop()
  }
}
