// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The command flower-shop` {
  /// It is built beside the tests.
  private static let path = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent("flower-shop").path

  @Test(arguments: [SIGTERM, SIGINT])
  func `The shop's command prints each service's address, and ends in order on a signal`(
    signal: Int32
  ) async throws {
    let child = try ChildProcess(
      Self.path,
      ["run", "--first-port", "0"]
    )
    let said = try await onThread {
      var said = ""
      while said.filter({ $0 == "\n" }).count < 7, case let data = child.output.availableData,
        !data.isEmpty
      {
        said += String(decoding: data, as: UTF8.self)
      }
      return said
    }
    let lines = said.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(
      lines.map { $0.first } == [
        "catalog", "prices", "reviews", "stock", "stores", "accounts", "orders",
      ]
    )
    for line in lines {
      let place = try #require(line.last?.dropFirst(7).dropLast())
      let address = try #require(SocketAddress(String(place)))
      let answer = try await onThread {
        let socket = try PlainSocket(to: address)
        try socket.send("GET /health HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n")
        return try socket.receiveAll()
      }
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
    child.signal(signal)
    #expect(try await child.ended() == 0)
  }

  @Test(arguments: [
    ([], 0, "usage: flower-shop run"), (["run", "--help"], 0, "--first-port PORT"),
    (["walk"], 2, "walk is not known"), (["run", "--first-port"], 2, "--first-port is not known"),
    (["run", "--port", "1"], 2, "run --port 1 is not known"),
    (["run", "--first-port", "65530"], 2, "a port of at most 65529"),
    (["run", "--first-port", "1", "--first-port", "1"], 2, "is not known"),
  ])
  func `The shop's command explains what is wrong with its arguments, with its exit status`(
    words: [String],
    status: Int32,
    text: String
  ) async throws {
    let outcome = try await Program(Self.path).run(words)
    #expect(outcome.status == status)
    #expect((outcome.output + outcome.errors).contains(text))
  }
}
