// SPDX-License-Identifier: Apache-2.0

import Files
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `An overloaded service` {
  private let sites = ServedSites()

  /// Takes its time for everything below `/slow`, and answers all else at once.
  private func service() throws -> ScriptedServer {
    try ScriptedServer { peer, _ in
      while true {
        let head = try peer.receive(through: "\r\n\r\n")
        if head.hasPrefix("GET /slow") { usleep(60_000) }
        try peer.send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"
            + #"{"of":17}"#
        )
      }
    }
  }

  /// A site whose service gets four calls at once, and 200 ms for each that is slow.
  private func serve(_ service: ScriptedServer) throws -> RunningCommand {
    try sites.write(
      "shop",
      """
      backends: { shop: {
        addresses: "http://\(service.address)", timeout: "60s", concurrency: 4, retries: 0,
      } }
      """
    )
    for (kind, time) in [("slow", "200ms"), ("quick", "60s")] {
      try Files.makeFolder("\(sites.folder)/shop/Content/\(kind)")
      try sites.put(
        """
        {
          datatype: "item", budget: "60s",
          calls: { a: {
            backend: "shop", path: "/\(kind)/{id}", timeout: "\(time)",
            freshness: { maximum: 0, staleIfError: 0 },
          } },
          body: { of: { $pick: "$.a.of" } },
        }
        """,
        at: "shop/Content/\(kind)/{id}.json5"
      )
    }
    return try RunningCommand(sites.arguments(["shop"]))
  }

  /// So many clients ask in the same moment, and each fifth goes away; the statuses of the others.
  private func burst(_ count: Int, _ round: Int, at address: SocketAddress) async throws -> [Int] {
    try await onThread {
      let sockets = try (0..<count).map { _ in try PlainSocket(to: address) }
      for (number, socket) in sockets.enumerated() {
        try socket.send("GET /en/slow/\(round)-\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
      }
      return try sockets.enumerated().compactMap { number, socket in
        if number % 5 == 0 {
          socket.reset()
          return nil
        }
        let line = String(decoding: try socket.receive(exactly: 12), as: UTF8.self)
        return Int(line.suffix(3))
      }
    }
  }

  /// The levels of the service, without those that are 0.
  private func levels(at operators: SocketAddress) async throws -> [Substring] {
    let metrics = PlainAnswer(try await RunningCommand.ask("GET /metrics", at: operators)).body
    let names = ["in_flight", "waiting", "unaccounted"].map { "portico_backend_\($0){" }
    let found = metrics.split(separator: "\n")
      .filter { line in names.contains { line.hasPrefix($0) } }
    try #require(found.count == names.count)
    return found.filter { !$0.hasSuffix(" 0") }
  }

  @Test
  func `After bursts on an overloaded service nothing is under way and it answers`() async throws {
    let service = try service()
    let command = try serve(service)
    let (visitors, operators) = try await command.addresses()
    for round in 1...5 {
      let statuses = Set(try await burst(64, round, at: visitors))
      #expect(statuses.isSubset(of: [200, 502, 503, 504]), "\(statuses)")
    }
    // The last calls end a moment after their clients have gone.
    try await waitUntil("nothing is under way") { try await levels(at: operators).isEmpty }
    // A breaker that has opened meanwhile tries again after three seconds at most.
    try await waitUntil("the service is asked again") {
      PlainAnswer(try await RunningCommand.ask("GET /en/quick/1", at: visitors)).status == "200"
    }
    for number in 0..<20 {
      let path = "/en/quick/\(number)"
      let reply = PlainAnswer(try await RunningCommand.ask("GET \(path)", at: visitors))
      #expect(reply.status == "200", "\(path)")
    }
    withExtendedLifetime(command) {}
  }
}
