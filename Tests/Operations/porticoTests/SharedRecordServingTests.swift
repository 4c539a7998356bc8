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
    let store = try await onThread { try PostgreSQLCluster.newDatabase() }
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

  @Test
  func `A write of the process that is replaced purges and tells what the new process keeps`()
    async throws
  {
    try sites.write("shop", "resources: { at: \"/v1\", ttl: 604800, open: \"administer\" }")
    let state = ["--state", "\(sites.folder)/state", "--takeover", "\(sites.folder)/takeover"]
    let old = try RunningCommand(sites.arguments(["shop"]) + state + ["--body-timeout", "5m"])
    let (visitors, operators) = try await old.addresses()
    let type = #"{"prefix":"note","attributes":{"text":{"type":"text"}}}"#
    #expect(try await ask("PUT /v1/_schema/notes", type, at: visitors).status == "200")
    let note = try await ask("POST /v1/notes", #"{"text":"one"}"#, at: visitors)
    let id = try #require(try note.json.text("uuid"))

    // The old process has a write whose body has yet to come.
    let body = #"{"text":"two"}"#
    let writing = try await onThread {
      let socket = try PlainSocket(to: visitors)
      try socket.send(
        "PATCH /v1/notes/\(id) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body.prefix(4))"
      )
      return socket
    }
    try await waitUntil("the write has begun") {
      try await ask("GET /inflight", at: operators).body.contains("PATCH")
    }
    let new = try RunningCommand(
      ["--site", "\(sites.folder)/shop", "--listen", "\(visitors)", "--listen", "127.0.0.1:0"]
        + ["--admin", "127.0.0.1:0"] + state
    )
    let reader = try #require(try await new.places(until: "Try:").dropFirst().first)
    try await waitUntil("the answer is kept") {
      try await RunningCommand.ask("GET /v1/notes/\(id)", at: reader).contains("portico;hit")
    }
    let stream = try await onThread {
      let socket = try PlainSocket(to: reader)
      try socket.send(
        "GET /v1/changes HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
      )
      _ = try socket.receive(through: "\r\n\r\n")
      return socket
    }
    let written = try await onThread {
      try writing.send("\(body.dropFirst(4))")
      return try writing.receive(through: "\r\n\r\n")
    }
    #expect(written.hasPrefix("HTTP/1.1 200 "), "\(written)")
    try await waitUntil("the answer is new") {
      try await ask("GET /v1/notes/\(id)", at: reader).body.contains("two")
    }
    let told = try await onThread { try stream.receive(through: "\"_version\":2") }
    #expect(told.contains(id), "\(told)")
    #expect(try await old.ended() == 0)
    withExtendedLifetime(new) {}
  }
}
