// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A service whose readers have all stopped reading` {
  private let sites = ServedSites()

  @Test func `A service whose log readers all stall answers every request and stops`() async throws
  {
    try sites.write("shop", "")
    let end = DispatchSemaphore(value: 0)
    // A server that takes connections and reads nothing of them.
    let silent = try ScriptedServer { _, _ in
      end.wait()
      end.signal()
    }
    defer {
      end.signal()
      silent.stop()
    }
    let pipe = "\(sites.folder)/events"
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    // Without a reader the pipe could not be opened.
    let reader = try #require(FileHandle(forUpdatingAtPath: pipe))
    defer { try? reader.close() }
    let command = try RunningCommand(
      sites.arguments(["shop"]) + [
        "--events", pipe, "--otlp", "http://\(silent.address)",
      ]
    )
    let (visitors, operators) = try await command.addresses()
    let stalled = try await onThread {
      try ["/metrics", "/log/stream", "/log?limit=10000", "/stats/stream"].map { path in
        let socket = try PlainSocket(to: operators)
        try socket.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return socket
      }
    }
    // More events than a pipe holds.
    let count = 400
    for number in 0..<count {
      let answer = try await RunningCommand.ask("GET /config?a=\(number)", at: visitors)
      #expect(answer.hasPrefix("HTTP/1.1 200"), "\(number): \(answer.prefix(200))")
    }
    let log = try await RunningCommand.ask(
      "GET /log?limit=1000&q=path%3D%22/config%22",
      at: operators
    )
    #expect(log.ranges(of: #""event":"request""#).count == count)
    let metrics = try await RunningCommand.ask("GET /metrics", at: operators)
    #expect(metrics.contains("portico_server_requests_total{version=\"1.1\"} \(count)\n"))
    try await command.stop()
    withExtendedLifetime(stalled) {}
  }
}
