// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Serving
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The webhooks of a served site's records` {
  private let sites = ServedSites()
  private static let key = "a-key-of-some-letters"

  private func serve(
    _ hook: String,
    environment: [String: String] = ["RECORDS_ADMIN": "admin-word", "HOOK_KEY": key]
  ) async throws -> (command: RunningCommand, visitors: SocketAddress) {
    let (command, visitors, _) = try await serveWithOperators(hook, environment: environment)
    return (command, visitors)
  }

  private func serveWithOperators(
    _ hook: String,
    environment: [String: String] = ["RECORDS_ADMIN": "admin-word", "HOOK_KEY": key]
  ) async throws -> (command: RunningCommand, visitors: SocketAddress, operators: SocketAddress) {
    try declare(hook)
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"],
      environment: environment
    )
    let (visitors, operators) = try await command.addresses()
    return (command, visitors, operators)
  }

  private func declare(_ hook: String) throws {
    try sites.write(
      "shop",
      """
      resources: { at: "/v1", administerToken: "RECORDS_ADMIN", hooks: { orders: { \(hook) } } }
      """
    )
  }

  @discardableResult
  private func send(
    _ line: String,
    _ body: String = "",
    to visitors: SocketAddress
  ) async throws -> String {
    let text =
      "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
      + "Authorization: Bearer admin-word\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    return try await onThread {
      let socket = try PlainSocket(to: visitors)
      try socket.send(text)
      return try socket.receiveAll()
    }
  }

  private func declareNotes(at visitors: SocketAddress) async throws {
    let type = #"{"prefix":"note","attributes":{"text":{"type":"text"}}}"#
    let answer = try await send("PUT /v1/_schema/notes", type, to: visitors)
    #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
  }

  private func create(_ text: String, at visitors: SocketAddress) async throws {
    let answer = try await send("POST /v1/notes", "{\"text\":\"\(text)\"}", to: visitors)
    #expect(answer.hasPrefix("HTTP/1.1 201 "), "\(answer)")
  }

  /// A receiver that answers each message with a status of its number.
  private func receiver(
    answering status: @escaping @Sendable (Int) -> Int
  ) throws -> (server: ScriptedServer, messages: AsyncStream<String>) {
    let (messages, received) = AsyncStream.makeStream(of: String.self)
    let server = try ScriptedServer { peer, number in
      received.yield(try peer.receive(through: "}}}"))
      try peer.send(
        "HTTP/1.1 \(status(number)) Status\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      )
    }
    return (server, messages)
  }

  private func text(_ message: PlainMessage) -> String {
    message.body.firstMatch(of: /"text":"([^"]*)"/).map { String($0.1) } ?? ""
  }

  @Test func `Changes are sent signed and in their order, each until it is accepted`() async throws
  {
    let (receiver, messages) = try receiver { $0 == 1 ? 503 : 204 }
    let (command, visitors) = try await serve(
      "url: \"http://\(receiver.address)/orders\", key: \"HOOK_KEY\", sendsRecord: true"
    )
    try await declareNotes(at: visitors)
    // The hook begins with the first commit after its first look.
    try await waitUntil("the hook has begun") {
      try await send("GET /v1/_hooks", to: visitors).contains(#""state":"idle""#)
    }
    for text in ["one", "two", "three"] { try await create(text, at: visitors) }
    var all: [PlainMessage] = []
    for await text in messages {
      all.append(PlainMessage(text))
      if all.count == 4 { break }
    }
    #expect(all.map(text) == ["one", "one", "two", "three"])
    #expect(all[0]["webhook-id"] == all[1]["webhook-id"])
    #expect(Set(all.map { $0["webhook-id"] }).count == 3)
    for message in all {
      #expect(message.head.hasPrefix("POST /orders HTTP/1.1\r\n"))
      #expect(message.body.hasPrefix(#"{"type":"notes.created","timestamp":"#))
      #expect(message["webhook-signature"] == (try message.signature(with: Self.key)))
    }
    try await waitUntil("nothing is left to send") {
      try await send("GET /v1/_hooks", to: visitors).contains(#""behind":0"#)
    }
    withExtendedLifetime(command) {}
  }

  @Test func `Attempts are counted on when the declaration of a hook changes`() async throws {
    let (receiver, _) = try receiver { _ in 204 }
    let hook = "url: \"http://\(receiver.address)/\", key: \"HOOK_KEY\", sendsRecord: true"
    let (command, visitors, operators) = try await serveWithOperators(hook)
    func accepted() async throws -> String? {
      let metrics = try await RunningCommand.ask("GET /metrics", at: operators)
      let line = /portico_hook_attempts_total\{[^}]*outcome="accepted"[^}]*\} (\d+)/
      return metrics.firstMatch(of: line).map { String($0.1) }
    }
    func idle() async throws -> Bool {
      try await send("GET /v1/_hooks", to: visitors).contains(#""state":"idle""#)
    }
    try await declareNotes(at: visitors)
    try await waitUntil("the hook has begun", holds: idle)
    try await create("one", at: visitors)
    try await waitUntil("one is accepted") { try await accepted() == "1" }
    try declare(hook + ", giveUpAfter: 7200")
    _ = try await RunningCommand.ask("POST /reload", "{}", at: operators)
    try await waitUntil("the new declaration is served") {
      try await RunningCommand.ask("GET /config", at: operators).contains("7200")
    }
    try await waitUntil("the hook goes on", holds: idle)
    #expect(try await accepted() == "1")
    try await create("two", at: visitors)
    try await waitUntil("two are accepted") { try await accepted() == "2" }
    withExtendedLifetime(command) {}
  }

  @Test func `A dead letter lets later changes pass, is listed, and is accepted when replayed`()
    async throws
  {
    let (receiver, messages) = try receiver { $0 == 1 ? 500 : 204 }
    let (command, visitors) = try await serve(
      """
      url: "http://\(receiver.address)/", key: "HOOK_KEY", sendsRecord: true, giveUpAfter: 0
      """
    )
    try await declareNotes(at: visitors)
    try await waitUntil("the hook has begun") {
      try await send("GET /v1/_hooks", to: visitors).contains(#""state":"idle""#)
    }
    for text in ["bad", "good"] { try await create(text, at: visitors) }
    var iterator = messages.makeAsyncIterator()
    let first = PlainMessage(try #require(await iterator.next()))
    let second = PlainMessage(try #require(await iterator.next()))
    #expect([first, second].map(text) == ["bad", "good"])
    let hook = PlainAnswer(try await send("GET /v1/_hooks/orders", to: visitors)).body
    #expect(hook.contains(#""deadLetters":1"#) && hook.contains(#""reason":"it answers 500""#))
    #expect(hook.contains(try #require(first["webhook-id"])) && !hook.contains(Self.key))
    let replayed = try await send("POST /v1/_hooks/orders:replay", to: visitors)
    #expect(replayed.hasPrefix("HTTP/1.1 202 "))
    let third = PlainMessage(try #require(await iterator.next()))
    #expect(text(third) == "bad" && third["webhook-id"] == first["webhook-id"])
    try await waitUntil("the dead letter is gone") {
      try await send("GET /v1/_hooks", to: visitors).contains(#""deadLetters":0"#)
    }
    withExtendedLifetime(command) {}
  }

  @Test func `A message that is never accepted holds up only messages about its record`()
    async throws
  {
    let (messages, received) = AsyncStream.makeStream(of: String.self)
    let accepts = Mutex(false)
    let receiver = try ScriptedServer { peer, _ in
      let message = try peer.receive(through: "}}}")
      let isAccepted = accepts.withLock(\.self) || !message.contains("\"text\":\"bad")
      received.yield((isAccepted ? "taken " : "refused ") + message)
      try peer.send(
        "HTTP/1.1 \(isAccepted ? 204 : 500) Status\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      )
    }
    let (command, visitors) = try await serve(
      "url: \"http://\(receiver.address)/\", key: \"HOOK_KEY\", sendsRecord: true"
    )
    try await declareNotes(at: visitors)
    try await waitUntil("the hook has begun") {
      try await send("GET /v1/_hooks", to: visitors).contains(#""state":"idle""#)
    }
    try await create("bad", at: visitors)
    var iterator = messages.makeAsyncIterator()
    let first = try #require(await iterator.next())
    let id = try #require(first.firstMatch(of: /"uuid":"([^"]+)"/)?.1)
    let patch = try await send("PATCH /v1/notes/\(id)", #"{"text":"bad, too"}"#, to: visitors)
    #expect(patch.hasPrefix("HTTP/1.1 200 "), "\(patch)")
    try await create("good", at: visitors)
    var before = [first]
    while let message = await iterator.next() {
      before.append(message)
      if message.hasPrefix("taken ") { break }
    }
    #expect(before.last?.contains(#""text":"good""#) == true)
    #expect(before.dropLast().allSatisfy { $0.contains("notes.created") })
    try await waitUntil("two messages are deferred") {
      try await send("GET /v1/_hooks", to: visitors).contains(#""deferred":2"#)
    }
    accepts.withLock { $0 = true }
    var after: [String] = []
    while after.count < 2, let message = await iterator.next() {
      if message.hasPrefix("taken ") { after.append(message) }
    }
    #expect(after.map { $0.contains("notes.created") } == [true, false])
    try await waitUntil("nothing is deferred") {
      try await send("GET /v1/_hooks", to: visitors).contains(#""deferred":0"#)
    }
    withExtendedLifetime(command) {}
  }

  @Test func `What was not accepted before a restart is sent after it`() async throws {
    let port = try ReservedPort()
    let (command, visitors) = try await serve(
      "url: \"http://\(port.address)/\", key: \"HOOK_KEY\", sendsRecord: true"
    )
    try await declareNotes(at: visitors)
    try await waitUntil("the hook has begun") {
      try await send("GET /v1/_hooks", to: visitors).contains(#""state":"idle""#)
    }
    for text in ["one", "two"] { try await create(text, at: visitors) }
    try await waitUntil("the receiver was tried") {
      try await send("GET /v1/_hooks", to: visitors).contains(#""state":"retrying""#)
    }
    try await command.stop()
    let (receiver, messages) = try receiver { _ in 204 }
    let (again, _) = try await serve(
      "url: \"http://\(receiver.address)/\", key: \"HOOK_KEY\", sendsRecord: true"
    )
    var iterator = messages.makeAsyncIterator()
    for expected in ["one", "two"] {
      #expect(text(PlainMessage(try #require(await iterator.next()))) == expected)
    }
    withExtendedLifetime(again) {}
  }

  @Test func `Without its key a hook sends nothing, and says so`() async throws {
    let (command, visitors) = try await serve(
      "url: \"http://127.0.0.1:9/\", key: \"HOOK_KEY\"",
      environment: ["RECORDS_ADMIN": "admin-word"]
    )
    try await waitUntil("the hook is listed") {
      try await send("GET /v1/_hooks", to: visitors).contains(#""state":"unsigned""#)
    }
    let sentence = "the environment has no HOOK_KEY, so nothing is sent to the webhook orders"
    #expect(try await command.until(sentence).hasSuffix(sentence))
  }
}
