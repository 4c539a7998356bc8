// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A request that waits for another's fetch along a pass` {
  /// The part of a body that is sent at a time; a smaller one in half a minute would be too slow.
  private static let piece = [UInt8](repeating: 0x61, count: 20_000)

  /// The bytes that one client has got so far.
  private final class Received: Sendable {
    let bytes = Mutex(0)
  }

  @Test func `A request that waits too long for another's fetch answers 504`() async throws {
    let gates = [Gate(), Gate(), Gate()]
    let passed = try await PassedSite { exchange, _ in
      try await exchange.start(Response(.ok, fields: ["cache-control": "max-age=600"]))
      for gate in gates {
        try await exchange.write(Self.piece.span)
        await gate.pass()
      }
      try await exchange.finish()
    }
    let (address, store, received) = (passed.site.address, passed.site.store, Received())
    async let first: Void = onThread {
      let socket = try PlainSocket(to: address)
      try socket.send("GET /kept/a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      while case let piece = try socket.receive(), !piece.isEmpty {
        received.bytes.withLock { $0 += piece.count }
      }
    }
    try await passed.moveClock { received.bytes.withLock { $0 } > Self.piece.count }
    let before = store.coalescingStatistics.waiters
    async let second = passed.site.get("/kept/a")
    try await passed.moveClock { store.coalescingStatistics.waiters > before }
    for round in 1...2 {
      passed.clock.advance(by: .seconds(25))
      gates[round - 1].open()
      let wanted = (round + 1) * Self.piece.count
      try await passed.moveClock { received.bytes.withLock { $0 } > wanted }
    }
    passed.clock.advance(by: .seconds(11))
    #expect(try await second.status == 504)
    gates[2].open()
    try await first
  }

  @Test func `Requests for a stream of events pass by the cache and wait for no other`()
    async throws
  {
    let gate = Gate()
    let passed = try await PassedSite { exchange, service in
      let number = service.count
      if number == 1 { await gate.pass() }
      try await exchange.respond(
        Response(.ok, fields: ["cache-control": "max-age=600"]),
        body: Array("number \(number)".utf8)
      )
    }
    let events = ["Accept": "text/event-stream"]
    async let first = passed.site.get("/kept/a", events)
    let service = passed.service
    try await passed.moveClock { service.count == 1 }
    let second = try await passed.site.get("/kept/a", events)
    #expect(second.body == "number 2")
    #expect(second.fields["cache-status"]?.contains("fwd=bypass") == true)
    gate.open()
    #expect(try await first.body == "number 1")
    #expect(try await passed.site.get("/kept/a").body == "number 3")
    let either = ["Accept": "application/json, Text/Event-Stream;q=0.5"]
    #expect(try await passed.site.get("/kept/a", either).body == "number 4", "not what is kept")
    #expect(try await passed.site.get("/kept/a").body == "number 3")
  }
}
