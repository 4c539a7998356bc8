// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import HTTPValues
import LoopTesting
import Reactor
import Testing

@testable import HTTPClient

/// What the loop handles at the end of a batch of events, which these tests bring about themselves.
@Suite(.timeLimit(.minutes(5))) struct `The end of a batch of events` {
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  @Test func `A connection that has ended is not used before the loop handles its end`()
    async throws
  {
    let count = 20
    let (arrived, answer, ends) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let server = try ScriptedServer { peer, number in
      _ = try peer.receive(through: "\r\n\r\n")
      arrived.signal()
      if number <= count { answer.wait() }
      try peer.send(Self.answer)
      guard number <= count else { return }
      // One of them gets another request; the others end once that is answered.
      let next = DispatchQueue(label: "next")
      next.async {
        ends.wait()
        peer.finishSending()
      }
      guard try !peer.receive(through: "\r\n\r\n").isEmpty else { return }
      try peer.send(Self.answer)
      for _ in 0..<count { ends.signal() }
      _ = try peer.receiveAll()
    }
    let client = try await ClientFixture { $0.trustedPause = .seconds(600) }
    let origin = Origin(.http, host: server.address.ip, port: server.address.port)
    let status = try await client.with { client in
      func submit(_ method: Method) throws -> ClientExchange {
        let request = Request(method, authority: origin.authority, target: "/")
        return try client.submit(request, to: Destination(origin))
      }
      let first = try (0..<count).map { _ in try submit(.get) }
      try await onThread { for _ in 0..<count { arrived.wait() } }
      let sockets = first.compactMap { ($0.stream as? HTTP1ClientConnection)?.channel.socketNumber }
      #expect(sockets.count == count)
      for _ in 0..<count { answer.signal() }
      for exchange in first {
        try await exchange.waitForHead(nil)
        _ = try await exchange.collect(atMost: 100)
      }
      let second = try submit(.get)
      (second.stream as? HTTP1ClientConnection)?.batchEnded()
      // The loop stands still until the answer and all ends are there.
      let hasEnded: Int16 = 0x2000  // POLLRDHUP, which Swift does not see
      for socket in sockets {
        var watched = pollfd(fd: socket, events: hasEnded, revents: 0)
        #expect(unsafe poll(&watched, 1, 30_000) == 1)
      }
      try await second.waitForHead(nil)
      _ = try await second.collect(atMost: 100)
      let third = try submit(.post)
      try await third.waitForHead(nil)
      return try await third.collect(atMost: 100).response.status
    }
    #expect(status == .ok)
    server.stop()
  }

  @Test func `An upload goes on when the server reads again, whoever writes what was left`()
    async throws
  {
    let reads = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { socket, _ in
      _ = try socket.receive(through: "\r\n\r\n")
      try socket.send("HTTP/1.1 204 No Content\r\n\r\n")
      _ = try socket.receive(through: "\r\n\r\n")
      reads.wait()
      var text = ""
      while !text.hasSuffix("0\r\n\r\n") {
        text = try String(decoding: socket.receive(), as: UTF8.self)
      }
      try socket.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
    let client = try await ClientFixture()
    _ = try await client.fetch("/", from: server.address)
    let status = try await client.with { client in
      let origin = Origin(.http, host: server.address.ip, port: server.address.port)
      let request = Request(.post, authority: origin.authority, target: "/")
      let exchange = try client.submit(
        request,
        to: Destination(origin),
        body: .streaming(length: nil)
      )
      let connection = try #require(exchange.stream as? HTTP1ClientConnection)
      let piece = [UInt8](repeating: 7, count: 10_000)
      while exchange.hasRoom { try exchange.write(piece.span) }
      reads.signal()
      var watched = pollfd(fd: connection.channel.socketNumber, events: Int16(POLLOUT), revents: 0)
      #expect(unsafe poll(&watched, 1, 30_000) == 1)
      connection.batchEnded()
      while !exchange.hasRoom { await exchange.waitForInput() }
      try exchange.finish()
      try await exchange.waitForHead(nil)
      return exchange.response.status
    }
    #expect(status == .ok)
    server.stop()
  }
}
