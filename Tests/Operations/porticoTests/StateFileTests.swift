// SPDX-License-Identifier: Apache-2.0

import Files
import Foundation
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The files in the state folder of a service` {
  private let sites = ServedSites()

  private func start() throws -> RunningCommand {
    try RunningCommand(sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"])
  }

  private func rewrite(_ name: String, _ change: (inout [UInt8]) -> Void) throws {
    let path = "\(sites.folder)/state/\(name)"
    var bytes = try Files.read(path)
    change(&bytes)
    try Files.write(bytes, to: path)
  }

  /// Replaces the first occurrence of a text by one of the same length.
  private static func replace(_ old: String, by new: String, in bytes: inout [UInt8]) {
    guard let found = bytes.firstRange(of: Array(old.utf8)) else {
      Issue.record("the file has no \(old)")
      return
    }
    bytes.replaceSubrange(found, with: Array(new.utf8))
  }

  @Test
  func
    `of another version are named by the start with the version seen and expected, and it serves`()
    async throws
  {
    try sites.write("shop", "")
    let first = try start()
    let operators = try await first.addresses().operators
    _ = try await RunningCommand.ask("POST /purge", #"{"tag":"a"}"#, at: operators)
    let silence = #"{"alert":"burn/*","seconds":3600,"reason":"a move"}"#
    let silenced = try await RunningCommand.ask("POST /alerts/silences", silence, at: operators)
    #expect(silenced.contains(" 200 ") || silenced.contains(" 201 "), "\(silenced)")
    try await first.stop()
    try rewrite("purges.jsonl") { Self.replace("\"version\":1", by: "\"version\":9", in: &$0) }
    try rewrite("alerts.json") { Self.replace("\"version\":1", by: "\"version\":9", in: &$0) }
    let counters = try #require(
      try FileManager.default.contentsOfDirectory(atPath: "\(sites.folder)/state/metrics")
        .first { $0 != "lock" }
    )
    try rewrite("metrics/\(counters)") {
      Self.replace("counters 1\n", by: "counters 9\n", in: &$0)
    }
    try rewrite("history/annotations") {
      Self.replace("\"version\":1", by: "\"version\":9", in: &$0)
    }

    let second = try start()
    let visitors = try await second.addresses().visitors
    #expect(try await RunningCommand.ask("GET /config", at: visitors).contains("200 OK"))
    try await second.stop()
    let said = try await second.until("nothing says this")
    for sentence in [
      "purges.jsonl has version 9 of the format of purges, expected 1: ",
      "alerts.json has version 9 of the format of alerts, expected 1: ",
      "metrics/\(counters) has version 9 of the format of counters, expected 1",
      "history/annotations is no file of annotations in version 1",
    ] {
      #expect(said.contains(sentence), "no \(sentence) in \(said)")
    }
    for name in ["purges.jsonl.version-9", "alerts.json.version-9"] {
      #expect(Files.exists("\(sites.folder)/state/\(name)"), "\(name) is lost")
    }
  }

  @Test func `are for the user of the service alone, and so are the folders`() async throws {
    try sites.write("shop", #"resources: { at: "/v1", open: "administer" },"#)
    let service = try start()
    let (visitors, operators) = try await service.addresses()
    for (line, body) in [
      ("PUT /v1/_schema/notes", #"{"prefix":"note","attributes":{"text":{"type":"text"}}}"#),
      ("POST /v1/notes", #"{"text":"More roses"}"#), ("GET /config", ""),
    ] { _ = try await RunningCommand.ask(line, body, at: visitors) }
    for (line, body) in [
      ("POST /purge", #"{"tag":"a"}"#), ("POST /annotations", #"{"kind":"note","text":"a"}"#),
      ("POST /alerts/silences", #"{"alert":"burn/*","seconds":3600}"#),
    ] { _ = try await RunningCommand.ask(line, body, at: operators) }
    try await service.stop()
    let state = "\(sites.folder)/state"
    var files = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: state) {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(state)/\(name)")
      let mode = try #require(attributes[.posixPermissions] as? Int)
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      #expect(mode == (isFolder ? 0o700 : 0o600), "\(name) is \(String(mode, radix: 8))")
      if !isFolder { files += 1 }
    }
    #expect(files > 8)
  }

  @Test func `A token secret from before versions is used, and one of a newer version is named`()
    async throws
  {
    try sites.write("shop", "")
    let path = "\(sites.folder)/state/token-secret"
    let old = (0..<32).map { UInt8($0) }
    try Files.makeFolder("\(sites.folder)/state")
    try Files.write(old, to: path)
    let first = try start()
    _ = try await first.addresses()
    try await first.stop()
    #expect(try Files.read(path) == old)
    for text in [
      "portico token-secret 2\n0123456789abcdef0123456789abcdef", "portico token-secret x",
    ] {
      try Files.write(Array(text.utf8), to: path)
      let refused = try start()
      #expect(try await refused.ended() == 1)
      let said = try await refused.until("nothing says this")
      let version = text.split(separator: "\n")[0].suffix(1)
      let sentence =
        "token-secret: it has version \(version) of the format of token secrets; expected 1"
      #expect(said.contains(sentence), "\(said)")
    }
  }
}
