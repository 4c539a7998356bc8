// SPDX-License-Identifier: Apache-2.0

import Bytes
import Dispatch
import HTTPValues
import LoopTesting
import Reactor
import Testing

@testable import HTTPClient

@Suite(.timeLimit(.minutes(5))) struct `Large response bodies` {
  /// A million bytes, of ten thousand that are repeated: a test is no place to count to a million.
  private static let content: [UInt8] = {
    let piece = [UInt8]((0..<10_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    var content: [UInt8] = []
    for _ in 0..<100 { content += piece }
    return content
  }()

  /// Sends a head, and when it is told to, a body with `behind` in the same breath.
  private func server(
    length: Int?,
    _ body: [UInt8],
    behind: String = "",
    _ goOn: DispatchSemaphore
  ) throws -> ScriptedServer {
    try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      let framing = length.map { "Content-Length: \($0)\r\n" } ?? ""
      try peer.send("HTTP/1.1 200 OK\r\n\(framing)\r\n")
      goOn.wait()
      try peer.send(body + Array(behind.utf8))
      if length == nil { peer.finishSending() } else { _ = try? peer.receive() }
    }
  }

  @Test(arguments: [1_000_000, nil])
  func `A response body of a megabyte is read whole`(length: Int?) async throws {
    let goOn = DispatchSemaphore(value: 0)
    let server = try server(length: length, Self.content, goOn)
    let client = try await ClientFixture()
    let body = try await client.open("/", from: server.address) { exchange in
      goOn.signal()
      return try await exchange.collect(atMost: 2_000_000).body
    }
    #expect(body == Self.content)
    server.stop()
  }

  @Test func `A response body ends at its Content-Length, and bytes behind it end the connection`()
    async throws
  {
    let goOn = DispatchSemaphore(value: 0)
    let behind = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
    let server = try server(length: 9, Array("some text".utf8), behind: behind, goOn)
    let client = try await ClientFixture()
    let body = try await client.open("/", from: server.address) { exchange in
      goOn.signal()
      return try await exchange.collect(atMost: 100).body
    }
    #expect(body == Array("some text".utf8))
    try await client.until { $0.count(closed: .unexpected) == 1 }
    server.stop()
  }

  @Test func `A response body that nobody reads takes at most 256 KiB of memory`() async throws {
    let goOn = DispatchSemaphore(value: 0)
    let server = try server(length: 100_000_000, Self.content, goOn)
    let client = try await ClientFixture()
    let held = try await client.open("/", from: server.address) { exchange in
      goOn.signal()
      while !exchange.isReaderBehind { await exchange.waitForInput() }
      return exchange.content.capacity
    }
    #expect((64 * 1024...256 * 1024).contains(held))
    server.stop()
  }

  @Test func `The buffers of a response body return to the loop once its bytes are passed on`()
    async throws
  {
    let goOn = DispatchSemaphore(value: 0)
    let server = try server(length: 1_000_000, Self.content, goOn)
    let client = try await ClientFixture()
    let (passed, held, free) = try await client.open("/", from: server.address) { exchange in
      goOn.signal()
      var passed: [UInt8] = []
      while passed.count < 1_000_000 {
        // Whoever passes it on may take less than there is.
        exchange.lend { bytes in
          let taken = min(bytes.count, 50_000)
          passed += bytes.extracting(first: taken).array
          return taken
        }
        if case .nothing = try exchange.arrived() { await exchange.waitForInput() }
      }
      let core = exchange.client.core
      return (passed, exchange.content.capacity, core.largeBuffers.count)
    }
    #expect(passed == Self.content)
    #expect(held == 0 && free >= 1)
    server.stop()
  }
}
