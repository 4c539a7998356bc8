// SPDX-License-Identifier: Apache-2.0

import Foundation
import FourM
import LoopTesting
import ProgramTesting
import Reactor
import Serving
import Testing

@testable import portico

@Suite(.timeLimit(.minutes(5))) struct `The webhooks before writes of a served site` {
  private let sites = ServedSites()
  private static let key = "a-key-of-some-letters"

  private func serve(
    environment: [String: String] = ["RECORDS_ADMIN": "admin-word", "BEFORE_KEY": key]
  ) async throws -> (command: RunningCommand, visitors: SocketAddress) {
    try sites.write(
      "shop",
      #"resources: { at: "/v1", administerToken: "RECORDS_ADMIN", beforeKey: "BEFORE_KEY" }"#
    )
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"],
      environment: environment
    )
    return (command, try await command.addresses().visitors)
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
    let (command, visitors) = try await serve()
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

  @Test func `A webhook that does not answer in time refuses a write or lets it pass`() async throws
  {
    let receiver = try ScriptedServer { peer, _ in _ = try peer.receiveAll() }
    let (command, visitors) = try await serve()
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
    let (command, visitors) = try await serve(environment: ["RECORDS_ADMIN": "admin-word"])
    let sentence = "the environment has no BEFORE_KEY, so no webhook is asked"
    #expect(try await command.until(sentence).contains(sentence))
    try await declareNotes(#"{"url":"http://127.0.0.1:9/"}"#, at: visitors)
    #expect(try await send("POST /v1/notes", "{}", to: visitors).status == "503")
    withExtendedLifetime(command) {}
  }
}
