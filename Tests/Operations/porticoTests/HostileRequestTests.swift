// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

/// Requests of which no two have a path, host, token, method, language, session or client in common. A million
/// of them are sent by `make soak`.
@Suite(.timeLimit(.minutes(5))) struct `Requests that have nothing in common` {
  private static let all = 100_000
  /// As many as it takes until all caches and rings of a service without visitors are full.
  private static let first = 30_000
  private static let batch = 250
  /// The growth of the heap that fragmentation alone may cause; a leaked object for each request
  /// would be more.
  private static let mostGrowth = 3 << 20

  private let sites = ServedSites()

  /// A request by its number: paths of nothing, of documents behind made up tokens, and of hosts that
  /// nobody serves.
  private static func request(_ number: Int, isLast: Bool) -> String {
    let paths = [
      "/p\(number)/\(number)?q=\(number)", "/fr.x\(number).phone/config", "/config?v=\(number)",
      "/config.x\(number)",
    ]
    let host = number.isMultiple(of: 3) ? "h\(number).example" : "a.example"
    let method = number.isMultiple(of: 2) ? "GET" : "M\(number)"
    let hexadecimal = String(number, radix: 16)
    let trace = String(repeating: "0", count: 31 - hexadecimal.count) + hexadecimal + "f"
    return "\(method) \(paths[number / 2 % paths.count]) HTTP/1.1\r\nHost: \(host)\r\n"
      + "User-Agent: u\(number)\r\nAuthorization: Bearer t\(number)\r\n"
      + "Accept: application/x-\(number), */*;q=0.1\r\nAccept-Language: x-\(number), fr;q=0.5\r\n"
      + "X-App: session=\"s\(number)\", installation=\"i\(number)\", version=\"1.\(number)\","
      + " country=X\(number), m\(number)=1\r\nCookie: c=\(number)\r\nX-Request-Id: r\(number)\r\n"
      + "traceparent: 00-\(trace)-00000000000000a1-01\r\nX-\(number): \(number)\r\n"
      + (isLast ? "Connection: close\r\n\r\n" : "\r\n")
  }

  private static func send(_ numbers: Range<Int>, to visitors: SocketAddress) async throws -> Int {
    try await onThread {
      var answers = 0
      for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: batch) {
        let socket = try PlainSocket(to: visitors)
        try socket.send(
          (start..<start + batch).map { request($0, isLast: $0 == start + batch - 1) }.joined()
        )
        answers += try socket.receiveAll().matches(of: #/HTTP/1\.1 [1-5][0-9][0-9]\ /#).count
      }
      return answers
    }
  }

  @Test func `Requests that have nothing in common add neither series nor memory`() async throws {
    try sites.write("shop", #"hosts: "a.example""#)
    try sites.write("garden", #"hosts: "b.example""#)
    let command = try RunningCommand(
      sites.arguments(["shop", "garden"]) + ["--state", "\(sites.folder)/state"]
    )
    let (visitors, operators) = try await command.addresses()
    func series() async throws -> Set<Substring> {
      let body = PlainAnswer(try await RunningCommand.ask("GET /metrics", at: operators)).body
      return Set(body.split(separator: "\n").compactMap { $0.split(separator: " ").first })
    }
    #expect(try await Self.send(0..<Self.first, to: visitors) == Self.first)
    let before = try (series: await series(), memory: command.ownMemory())
    // Work of the background may need memory once; a request that keeps some does so in each pass.
    let count = Self.all - Self.first
    var (memory, grown) = (before.memory, Int.max)
    for pass in 0..<3 where grown > Self.mostGrowth {
      let start = Self.first + pass * count
      #expect(try await Self.send(start..<start + count, to: visitors) == count)
      let now = try command.ownMemory()
      (memory, grown) = (now, now - memory)
    }
    #expect(try await series().subtracting(before.series) == [])
    #expect(grown <= Self.mostGrowth, "to \(memory) bytes by \(grown)")

  }
}
