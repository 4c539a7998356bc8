// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The webhooks of a gateway that was killed` {
  private let sites = ServedSites()

  private func serve(
    _ receiver: SocketAddress,
    store: String = "",
    in state: String
  ) async throws -> (command: RunningCommand, visitors: SocketAddress) {
    try sites.write(
      "shop",
      """
      resources: { at: "/v1", open: "administer", \(store)
        hooks: { notes: { url: "http://\(receiver)/", key: "HOOK_KEY", sendsRecord: true } } }
      """
    )
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/\(state)"],
      environment: ["HOOK_KEY": "a-key-of-some-letters"]
    )
    return (command, try await command.addresses().visitors)
  }

  private func ask(
    _ line: String,
    _ body: String? = nil,
    at visitors: SocketAddress
  ) async throws
    -> PlainAnswer
  { PlainAnswer(try await RunningCommand.ask(line, body, at: visitors)) }

  /// A receiver that never answers the first message, and accepts all others.
  private func receiver() throws -> (server: ScriptedServer, messages: AsyncStream<String>) {
    let (messages, received) = AsyncStream.makeStream(of: String.self)
    let server = try ScriptedServer { peer, number in
      received.yield(try peer.receive(through: "}}}"))
      guard number > 1 else {
        _ = try? peer.receiveAll()
        return
      }
      try peer.send("HTTP/1.1 204 Status\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }
    return (server, messages)
  }

  /// Kills a gateway while it sends the first of two messages, and begins the next one.
  private func check(store: String, states: [String]) async throws {
    let (receiver, messages) = try receiver()
    let (first, visitors) = try await serve(receiver.address, store: store, in: states[0])
    let type = #"{"prefix":"note","attributes":{"text":{"type":"text"}}}"#
    #expect(try await ask("PUT /v1/_schema/notes", type, at: visitors).status == "200")
    try await waitUntil("the hook has begun") {
      try await ask("GET /v1/_hooks", at: visitors).body.contains(#""state":"idle""#)
    }
    for text in ["one", "two"] {
      let body = "{\"text\":\"\(text)\"}"
      #expect(try await ask("POST /v1/notes", body, at: visitors).status == "201")
    }
    var iterator = messages.makeAsyncIterator()
    let unanswered = PlainMessage(try #require(await iterator.next()))
    try await first.stop(atOnce: true)
    let (second, others) = try await serve(receiver.address, store: store, in: states[1])
    let again = PlainMessage(try #require(await iterator.next()))
    #expect(again["webhook-id"] == unanswered["webhook-id"] && again.body.contains("one"))
    #expect(PlainMessage(try #require(await iterator.next())).body.contains("two"))
    try await waitUntil("nothing is left to send") {
      try await ask("GET /v1/_hooks", at: others).body.contains(#""behind":0"#)
    }
    withExtendedLifetime(second) {}
  }

  @Test func `The next process with its file sends what was not accepted`() async throws {
    try await check(store: "", states: ["state", "state"])
  }

  @Test func `Another gateway with its database sends what was not accepted`() async throws {
    let database = try await onThread { try PostgreSQLCluster.newDatabase() }
    try await check(store: "store: \"\(database)\",", states: ["first", "second"])
  }
}
