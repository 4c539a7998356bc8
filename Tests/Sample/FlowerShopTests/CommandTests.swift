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
      ["run", "--first-port", "0", "--only", "stores,catalog"]
    )
    let said = try await onThread {
      var said = ""
      while said.filter({ $0 == "\n" }).count < 2, case let data = child.output.availableData,
        !data.isEmpty
      {
        said += String(decoding: data, as: UTF8.self)
      }
      return said
    }
    let lines = said.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.map { $0.first } == ["catalog", "stores"])
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
    (["walk"], 2, "there is no command walk"), (["run", "--only"], 2, "--only needs a value"),
    (["run", "--only", "x", "--only", "y"], 2, "--only is there twice"),
    (["run", "--port", "1"], 2, "--port is not known"),
    (["run", "--first-port", "65530"], 2, "expected 0 to 65529"),
    (["run", "--only", "catalog,trees"], 2, "--only has trees"),
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
