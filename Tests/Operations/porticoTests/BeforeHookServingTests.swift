// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Serving
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The webhooks before writes of a served site` {
  private let sites = ServedSites()
  private static let key = "a-key-of-some-letters"

  private func serve(
    localHooks: String = #", localHooks: ["127.0.0.1"]"#,
    environment: [String: String] = ["RECORDS_ADMIN": "admin-word", "BEFORE_KEY": key]
  ) async throws -> (command: RunningCommand, visitors: SocketAddress, operators: SocketAddress) {
    try sites.write(
      "shop",
      #"resources: { at: "/v1", administerToken: "RECORDS_ADMIN", beforeKey: "BEFORE_KEY"\#(localHooks) }"#
    )
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"],
      environment: environment
    )
    let (visitors, operators) = try await command.addresses()
    return (command, visitors, operators)
  }

  private func send(
    _ line: String,
    _ body: String,
    to visitors: SocketAddress
  ) async throws -> PlainAnswer {
    let text =
      "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
      + "Authorization: Bearer admin-word\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    return PlainAnswer(
      try await onThread {
        let socket = try PlainSocket(to: visitors)
        try socket.send(text)
        return try socket.receiveAll()
      }
    )
  }

  private func declareNotes(_ hook: String, at visitors: SocketAddress) async throws {
    let type = #"{"prefix":"note","attributes":{"text":{"type":"text"}},"before":\#(hook)}"#
    let answer = try await send("PUT /v1/_schema/notes", type, to: visitors)
    #expect(answer.status == "200", "\(answer.body)")
  }

  @Test func `A signed question is answered by a refusal, by attributes, or by nothing`()
    async throws
  {
    let (messages, received) = AsyncStream.makeStream(of: String.self)
    let receiver = try ScriptedServer { peer, number in
      received.yield(try peer.receive(through: "}}"))
      let body = [
        #"{"refuse":{"status":409,"code":"sold-out","message":"None left"}}"#,
        #"{"set":{"text":"changed"}}"#, "",
      ][min(number, 3) - 1]
      try peer.send(
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
      )
    }
    let (command, visitors, _) = try await serve()
    try await declareNotes(
      "{\"url\":\"http://\(receiver.address)/notes\",\"timeout\":10000}",
      at: visitors
    )
    let refused = try await send("POST /v1/notes", #"{"text":"one"}"#, to: visitors)
    #expect(
      refused.status == "409" && refused.body.contains(#""code":"sold-out""#),
      "\(refused.body)"
    )
    let changed = try await send("POST /v1/notes", #"{"text":"two"}"#, to: visitors)
    #expect(changed.status == "201" && changed.body.contains(#""text":"changed""#))
    let made = try await send("POST /v1/notes", #"{"text":"three"}"#, to: visitors)
    #expect(made.status == "201" && made.body.contains(#""text":"three""#))
    var iterator = messages.makeAsyncIterator()
    for text in ["one", "two", "three"] {
      let message = PlainMessage(try #require(await iterator.next()))
      #expect(message.head.hasPrefix("POST /notes HTTP/1.1\r\n"))
      #expect(message.body.hasPrefix(#"{"type":"notes.before-insert","timestamp":"#))
      #expect(message.body.contains("\"text\":\"\(text)\""))
      #expect(message["webhook-signature"] == (try message.signature(with: Self.key)))
    }
    withExtendedLifetime(command) {}
  }

  @Test func `A webhook on this machine or its links is asked only if the site declares it`()
    async throws
  {
    let (asked, received) = AsyncStream.makeStream(of: Void.self)
    let receiver = try ScriptedServer { _, _ in received.yield() }
    let (command, visitors, _) = try await serve(localHooks: "")
    let port = receiver.address.port
    // The system takes 127.1 for a name of 127.0.0.1.
    for address in ["\(receiver.address)", "localhost:\(port)", "127.1:\(port)", "169.254.169.254"]
    {
      try await declareNotes("{\"url\":\"http://\(address)/\",\"timeout\":10000}", at: visitors)
      let refused = try await send("POST /v1/notes", #"{"text":"one"}"#, to: visitors)
      #expect(refused.status == "503" && refused.body.contains("hook-away"), "\(address)")
      #expect(!refused.body.contains("machine"), "\(refused.body)")
    }
    let reason = "an address of this machine, its links or a cloud's metadata"
    #expect(try await command.until(reason).contains(reason))
    received.finish()
    #expect(await asked.first { _ in true } == nil)
    withExtendedLifetime(command) {}
  }

  @Test func `A webhook that does not answer in time refuses a write or lets it pass`() async throws
  {
    let receiver = try ScriptedServer { peer, _ in _ = try peer.receiveAll() }
    let (command, visitors, _) = try await serve()
    let url = "\"url\":\"http://\(receiver.address)/\",\"timeout\":10"
    try await declareNotes("{\(url)}", at: visitors)
    let refused = try await send("POST /v1/notes", #"{"text":"one"}"#, to: visitors)
    #expect(refused.status == "503" && refused.body.contains(#""code":"hook-away""#))
    let sentence = "the webhook before writes of notes gave no answer"
    #expect(try await command.until(sentence).contains(sentence))
    try await declareNotes("{\(url),\"onFailure\":\"accept\"}", at: visitors)
    #expect(try await send("POST /v1/notes", #"{"text":"two"}"#, to: visitors).status == "201")
    withExtendedLifetime(command) {}
  }

  @Test func `Without its key nobody is asked, and nothing is written`() async throws {
    let (command, visitors, operators) = try await serve(
      environment: ["RECORDS_ADMIN": "admin-word"]
    )
    let sentence = "the environment has no BEFORE_KEY, so no webhook is asked"
    #expect(try await command.until(sentence).contains(sentence))
    try await declareNotes(#"{"url":"http://127.0.0.1:9/"}"#, at: visitors)
    let health = try await RunningCommand.ask("GET /health?verbose", at: operators)
    let check = try PlainAnswer(health).json.list("health").first {
      $0.text("check") == "before notes"
    }
    #expect(check?.text("outcome") == "failure", "\(health)")
    #expect(check?.text("reason")?.contains("there is no key to sign with") == true, "\(health)")
    #expect(try await send("POST /v1/notes", "{}", to: visitors).status == "503")
    let table = try await RunningCommand.ask("GET /sync", at: operators)
    let row = try PlainAnswer(table).json.list("before").first
    #expect(row?.text("reason") == "there is no key to sign with" && row?.text("time") != nil)
    withExtendedLifetime(command) {}
  }

  @Test func `Operators see its questions by result with their times, and whether it fails`()
    async throws
  {
    let receiver = try ScriptedServer { peer, number in
      _ = try peer.receive(through: "}}")
      let (status, body) = [
        ("200 OK", #"{"refuse":{"status":409,"message":"None left"}}"#),
        ("200 OK", #"{"set":{"text":"changed"}}"#), ("200 OK", ""),
        ("500 Internal Server Error", ""),
      ][min(number, 4) - 1]
      let fields = "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n"
      try peer.send("HTTP/1.1 \(status)\r\n\(fields)\r\n\(body)")
    }
    let (command, visitors, operators) = try await serve()
    func table() async throws -> [DataValue] {
      try PlainAnswer(try await RunningCommand.ask("GET /sync", at: operators)).json.list("before")
    }
    func check() async throws -> [String?] {
      let health = try await RunningCommand.ask("GET /health?verbose", at: operators)
      let check = try PlainAnswer(health).json.list("health").first {
        $0.text("check") == "before notes"
      }
      return [check?.text("outcome"), check?.text("reason")]
    }
    #expect(try await table().isEmpty)
    #expect(try await check() == [nil, nil])
    let url = "http://\(receiver.address)/notes"
    let hook = "{\"url\":\"\(url)\",\"on\":[\"insert\"],\"timeout\":10000}"
    try await declareNotes(hook, at: visitors)
    #expect(try await check() == ["ok", "the webhook before writes was not asked yet"])
    for status in ["409", "201", "201", "503"] {
      #expect(try await send("POST /v1/notes", "{}", to: visitors).status == status)
    }
    // One of four has failed.
    #expect(try await check() == ["ok", "the webhook before writes answers"])
    for _ in 0..<2 { #expect(try await send("POST /v1/notes", "{}", to: visitors).status == "503") }
    let failing = try await check()
    let trouble = "the webhook before writes: 3 of its last 6 questions failed, at 20"
    #expect(failing[0] == "failure" && failing[1]?.hasPrefix(trouble) == true, "\(failing)")
    try await waitUntil("the questions are in the table") {
      try await table().first?.text("failed") == "3"
    }
    let row = try #require(try await table().first)
    for (key, value) in [
      ("site", "shop"), ("type", "notes"), ("url", url), ("on", "insert"),
      ("onFailure", "refused"), ("accepted", "1"), ("changed", "1"), ("refused", "1"),
      ("reason", "it answers 500; expected a status of 200 to 299"),
    ] {
      #expect(row.text(key) == value, "\(key): \(row)")
    }
    #expect(row.text("time")?.hasPrefix("20") == true && row["p50"] != nil && row["p99"] != nil)
    let page = try await RunningCommand.ask("GET /sync", at: operators, accept: "text/html")
    #expect(page.contains("Webhooks before writes") && page.contains(">it answers 500;"))
    #expect(page.contains("href=\"/data/notes?site=shop\""), "\(page)")
    let metrics = try await RunningCommand.ask("GET /metrics", at: operators)
    let (name, labels) = ("portico_before_hook_", #"site="shop",type="notes""#)
    #expect(metrics.contains("\(name)questions_total{\(labels),result=\"failed\"} 3\n"))
    #expect(metrics.contains("\(name)duration_seconds_count{\(labels)} 6\n"), "\(metrics)")
    withExtendedLifetime(command) {}
  }
}
