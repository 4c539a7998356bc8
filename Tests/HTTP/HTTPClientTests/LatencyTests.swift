// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import HTTPValues
import LoopTesting
import Reactor
import Testing

@testable import HTTPClient

@Suite(.timeLimit(.minutes(5))) struct `The latency of a server` {
  private static let fine = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

  /// Answers the first request at once and the second one when it is told to.
  private func server(_ leave: DispatchSemaphore) throws -> ScriptedServer {
    try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send(Self.fine)
      _ = try peer.receive(through: "\r\n\r\n")
      leave.wait()
      try peer.send(Self.fine)
      _ = try peer.receiveAll()
    }
  }

  /// Sends a request over a connection that is there already, so that it is written in the same turn.
  private func submit(_ client: HTTPClient, to address: SocketAddress) throws -> ClientExchange {
    let origin = Origin(.http, host: address.ip, port: address.port)
    return try client.submit(
      Request(.get, authority: origin.authority, target: "/"),
      to: Destination(origin)
    )
  }

  @Test func `Latency is a range when a busy loop saw the response late`() async throws {
    let clock = ManualClock()
    let leave = DispatchSemaphore(value: 0)
    let server = try server(leave)
    let client = try await ClientFixture(clock: .manual(clock))
    _ = try await client.fetch("/", from: server.address)
    let latency = try await client.with { client in
      let exchange = try submit(client, to: server.address)
      let connection = try #require(exchange.stream as? HTTP1ClientConnection)
      connection.batchEnded()
      #expect(exchange.written == clock.now && exchange.latency == nil)
      leave.signal()
      // The loop stands still until the answer is there, and for some time after that.
      var watched = pollfd(fd: connection.channel.socketNumber, events: Int16(POLLIN), revents: 0)
      let found = unsafe poll(&watched, 1, 30_000)
      #expect(found == 1)
      clock.advance(by: .milliseconds(300))
      try await exchange.waitForHead(nil)
      return exchange.latency
    }
    #expect(latency == ResponseLatency(least: .zero, most: .milliseconds(300)))
  }

  @Test func `Latency is exact when the loop was waiting for the response`() async throws {
    let clock = ManualClock()
    let leave = DispatchSemaphore(value: 0)
    let server = try server(leave)
    let client = try await ClientFixture(clock: .manual(clock))
    _ = try await client.fetch("/", from: server.address)
    let sent = DispatchSemaphore(value: 0)
    async let latency = client.with { client in
      let exchange = try submit(client, to: server.address)
      sent.signal()
      try await exchange.waitForHead(nil)
      return exchange.latency
    }
    try await onThread { sent.wait() }
    await client.settle()
    clock.advance(by: .milliseconds(300))
    await client.settle()
    leave.signal()
    #expect(try await latency == ResponseLatency(.milliseconds(300)))
  }

  @Test(arguments: [false, true])
  func `Latency is known over HTTP/1 and HTTP/2`(isSecond: Bool) async throws {
    let server = try await OwnServer()
    let client = try await ClientFixture(clock: .manual(ManualClock())) {
      $0.cleartextHTTP2 = isSecond ? .always : .never
    }
    let (latency, version) = try await client.open("/a", from: server.address) {
      ($0.latency, $0.version)
    }
    #expect(version == (isSecond ? .http2 : .http11))
    #expect(latency == ResponseLatency(.zero))
  }
}
