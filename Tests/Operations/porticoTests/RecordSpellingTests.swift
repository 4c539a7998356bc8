// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Policies for records` {
  private let sites = ServedSites()

  private static let spellings = [
    "notes/", "/notes", "./notes", "n%6Ftes", "notes.plist", "notes.bplist", "notes.ndjson",
    "db/notes", "db/notes/", "db//n%6ftes", "db/notes.plist", "notes;x", "notes?limit=1",
  ]

  private func serve(_ settings: String) async throws -> (RunningCommand, SocketAddress) {
    try sites.write(
      "shop",
      #"resources: { at: "/v1", open: "administer", people: { signUp: true } }, \#(settings)"#
    )
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"]
    )
    return (command, try await command.addresses().visitors)
  }

  private func status(
    _ line: String,
    _ body: String? = nil,
    at address: SocketAddress
  ) async throws -> String {
    PlainAnswer(try await RunningCommand.ask(line, body, at: address)).status
  }

  private func declareNotes(at address: SocketAddress) async throws {
    let type = #"{"prefix":"note","attributes":{"text":{"type":"text"}}}"#
    #expect(try await status("PUT /v1/_schema/notes", type, at: address) == "200")
  }

  @Test func `Hidden records are hidden in every spelling`() async throws {
    try sites.write("shop", "")
    try sites.put(#"{ hide: ["v1/notes", "v1/session"] }"#, at: "shop/Content/emergency.json5")
    let (command, address) = try await serve("")
    try await declareNotes(at: address)
    for spelling in Self.spellings {
      let answer = try await status("GET /v1/\(spelling)", at: address)
      #expect(["404", "400"].contains(answer), "\(spelling): \(answer)")
    }
    for name in ["session", "user/session", "user/register", "user//session/"] {
      #expect(try await status("POST /v1/\(name)", "{}", at: address) == "404", "\(name)")
    }
    #expect(try await status("GET /v1/_schema/notes", at: address) == "200")
    withExtendedLifetime(command) {}
  }

  @Test func `A rate limit counts records in every spelling`() async throws {
    let limit =
      #"rateLimits: { n: { paths: ["v1/notes", "v1/session"], requests: 1, seconds: 60 } },"#
    let (command, address) = try await serve(limit)
    try await declareNotes(at: address)
    #expect(try await status("GET /v1/notes", at: address) == "200")
    for spelling in Self.spellings {
      let answer = try await status("GET /v1/\(spelling)", at: address)
      #expect(["429", "404", "400"].contains(answer), "\(spelling): \(answer)")
    }
    for name in ["session", "user/session", "user/register", "user//session/"] {
      #expect(try await status("POST /v1/\(name)", "{}", at: address) == "429", "\(name)")
    }
    withExtendedLifetime(command) {}
  }
}
