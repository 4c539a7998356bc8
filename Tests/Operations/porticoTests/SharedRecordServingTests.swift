// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Gateways that share a database of records` {
  private let sites = ServedSites()

  private func serve(_ name: String) async throws -> (RunningCommand, SocketAddress) {
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/\(name)"]
    )
    return (command, try await command.addresses().visitors)
  }

  private func ask(
    _ line: String,
    _ body: String? = nil,
    at visitors: SocketAddress
  ) async throws -> PlainAnswer {
    PlainAnswer(try await RunningCommand.ask(line, body, at: visitors))
  }

  @Test func `A commit at one gateway purges what another one keeps`() async throws {
    let cluster = try await onThread { try PostgreSQLCluster() }
    let store = cluster.address()
    try sites.write(
      "shop",
      "resources: { at: \"/v1\", ttl: 604800, open: \"administer\", store: \"\(store)\" }"
    )
    let (first, writer) = try await serve("first")
    let type = #"{"prefix":"note","attributes":{"text":{"type":"text"}}}"#
    #expect(try await ask("PUT /v1/_schema/notes", type, at: writer).status == "200")
    let note = try await ask("POST /v1/notes", #"{"text":"one"}"#, at: writer)
    let id = try #require(try note.json.text("uuid"))

    let (second, reader) = try await serve("second")
    for text in ["two", "three"] {
      try await waitUntil("the answer is kept") {
        try await RunningCommand.ask("GET /v1/notes/\(id)", at: reader).contains("portico;hit")
      }
      let patch = "{\"text\":\"\(text)\"}"
      #expect(try await ask("PATCH /v1/notes/\(id)", patch, at: writer).status == "200")
      try await waitUntil("the answer is new") {
        try await ask("GET /v1/notes/\(id)", at: reader).body.contains(text)
      }
    }
    withExtendedLifetime((first, second)) {}
  }
}
