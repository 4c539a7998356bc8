// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Foundation
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A request that waits for another's fetch along a pass` {
  /// The part of a body that is sent at a time; a smaller one in half a minute would be too slow.
  private static let piece = [UInt8](repeating: 0x61, count: 20_000)
  /// The end of a whole body.
  private static let end = "0\r\n\r\n"

  /// A client that reads an answer as it comes.
  private final class Reader: Sendable {
    private let received = Mutex((bytes: 0, head: "", last: ""))
    private let socket: PlainSocket

    init(_ address: SocketAddress, _ target: String = "/kept/a") throws {
      socket = try PlainSocket(to: address)
      try socket.send("GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    }

    var bytes: Int { received.withLock { $0.bytes } }
    var head: String { received.withLock { $0.head } }
    var hasEnd: Bool { received.withLock { $0.last.hasSuffix(end) } }

    /// Reads until the connection ends, or more than some bytes have come.
    func read(beyond count: Int = .max) async throws {
      try await onThread { [self] in
        while bytes <= count, case let piece = try socket.receive(), !piece.isEmpty {
          received.withLock {
            $0.bytes += piece.count
            let text = String(decoding: piece, as: UTF8.self)
            if $0.head.isEmpty { $0.head = text.components(separatedBy: "\r\n\r\n")[0] }
            $0.last += text
            $0.last = String($0.last.suffix(end.utf8.count))
          }
        }
      }
    }

    func leave() { socket.reset() }
  }

  /// A service that sends a piece whenever a gate is opened, and what it does at the end.
  private static func slow(
    _ gates: [Gate],
    _ end: @escaping @Sendable (Exchange) async throws -> Void = { try await $0.finish() }
  ) async throws -> PassedSite {
    try await PassedSite { exchange, _ in
      try await exchange.start(Response(.ok, fields: ["cache-control": "max-age=600"]))
      for gate in gates {
        try await exchange.write(piece.span)
        await gate.pass()
      }
      try await end(exchange)
    }
  }

  @Test func `A slow body is read along by all who ask for it meanwhile`() async throws {
    let gates = [Gate(), Gate(), Gate(), Gate()]
    let passed = try await Self.slow(gates)
    let first = try Reader(passed.site.address)
    try await first.read(beyond: Self.piece.count)
    let second = try Reader(passed.site.address)
    try await second.read(beyond: Self.piece.count)
    for round in 1..<gates.count {
      passed.clock.advance(by: .seconds(25))
      gates[round - 1].open()
      let wanted = (round + 1) * Self.piece.count
      try await first.read(beyond: wanted)
      try await second.read(beyond: wanted)
    }
    #expect(!first.hasEnd && !second.hasEnd)
    gates.last?.open()
    try await first.read()
    try await second.read()
    #expect(first.hasEnd && second.hasEnd)
    let later = try await passed.site.get("/kept/a")
    #expect(later.body.utf8.count == gates.count * Self.piece.count)
    #expect(later.fields["cache-status"]?.contains("hit") == true, "\(later.fields)")
    #expect(passed.service.count == 1)
  }

  @Test(arguments: [true, false])
  func `A body that is read along ends as its service ends it, whoever leaves`(
    _ isWhole: Bool
  ) async throws {
    let gate = Gate()
    let passed = try await Self.slow([gate]) { exchange in
      if isWhole { try await exchange.finish() } else { exchange.abort() }
    }
    let first = try Reader(passed.site.address)
    try await first.read(beyond: Self.piece.count)
    let second = try Reader(passed.site.address)
    try await second.read(beyond: Self.piece.count)
    first.leave()
    // Nobody would be left to read it, were it not for the second.
    for _ in 0..<4 {
      passed.clock.advance(by: .milliseconds(500))
      try await passed.site.settle()
    }
    gate.open()
    _ = try? await second.read()
    #expect(second.hasEnd == isWhole)
    #expect(passed.service.count == 1)
  }

  @Test func `A body too large to be stored goes to all who read it along`() async throws {
    let (gate, size) = (Gate(), 18 << 20)
    let passed = try await PassedSite { exchange, service in
      try await exchange.start(Response(.ok, fields: ["cache-control": "max-age=600"]))
      var left = size
      while left > 0 {
        let count = min(left, Self.piece.count)
        try await exchange.write(Self.piece.span.extracting(first: count))
        left -= count
        await gate.pass()
      }
      try await exchange.finish()
    }
    let first = try Reader(passed.site.address)
    try await first.read(beyond: Self.piece.count)
    let second = try Reader(passed.site.address)
    try await second.read(beyond: Self.piece.count)
    async let firstRead: Void = first.read()
    async let secondRead: Void = second.read()
    gate.open()
    _ = try await (firstRead, secondRead)
    #expect(first.hasEnd && second.hasEnd)
    #expect(first.bytes > size && second.bytes > size)
    #expect(passed.service.count == 1)
  }

  @Test func `What a purge overtakes is fresh for a second for all who read it along`() async throws
  {
    let (head, body) = (Gate(), Gate())
    let passed = try await PassedSite { exchange, _ in
      await head.pass()
      try await exchange.start(Response(.ok, fields: ["cache-control": "max-age=600"]))
      try await exchange.write(Self.piece.span)
      await body.pass()
      try await exchange.finish()
    }
    let (service, store) = (passed.service, passed.site.store)
    let first = try Reader(passed.site.address)
    try await passed.moveClock { service.count == 1 }
    let second = try Reader(passed.site.address)
    try await passed.moveClock { store.coalescingStatistics.waiters == 1 }
    store.purge(.everything, .hard, at: passed.clock.wallSeconds * 1_000)
    head.open()
    for reader in [first, second] {
      try await reader.read(beyond: Self.piece.count)
      #expect(reader.head.contains("max-age=1\r\n"), "\(reader.head)")
    }
    #expect(service.count == 1)
    body.open()
    for reader in [first, second] { try await reader.read() }
  }

  @Test func `Private answers whose bodies come slowly hold nobody up who waits`() async throws {
    let (heads, bodies) = (Gate(), Gate())
    let passed = try await PassedSite { exchange, _ in
      await heads.pass()
      try await exchange.start(Response(.ok, fields: ["cache-control": "private"]))
      try await exchange.write(Self.piece.span)
      await bodies.pass()
      try await exchange.finish()
    }
    let (service, store) = (passed.service, passed.site.store)
    let clients = try (0..<20).map { _ in try Reader(passed.site.address) }
    try await passed.moveClock { store.coalescingStatistics.waiters == clients.count - 1 }
    heads.open()
    try await passed.moveClock { service.count == clients.count }
    bodies.open()
    for client in clients {
      try await client.read()
      #expect(client.hasEnd)
    }
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
