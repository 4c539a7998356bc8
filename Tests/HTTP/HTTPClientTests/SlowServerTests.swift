// SPDX-License-Identifier: Apache-2.0

import Bytes
import Dispatch
import Glibc
import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Slow servers` {
  /// Sends the head of a response, then `piece` each time it is told to.
  private func server(
    _ isHTTP2: Bool,
    _ type: String,
    _ piece: String,
    _ next: DispatchSemaphore
  ) throws -> ScriptedServer {
    try ScriptedServer { socket, _ in
      if isHTTP2 {
        let peer = try FramePeer(socket)
        let stream = try peer.receiveRequest()
        // 200, and `content-type` by its number in the static table.
        let block = [0x88, 0x0F, 0x10, UInt8(type.utf8.count)] + Array(type.utf8)
        try peer.sendHead(stream, block: block)
        while true {
          next.wait()
          try peer.sendContent(stream, piece)
        }
      } else {
        _ = try socket.receive(through: "\r\n\r\n")
        try socket.send(
          "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: 1000000\r\n\r\n"
        )
        while true {
          next.wait()
          try socket.send(piece)
        }
      }
    }
  }

  /// A response that comes in pieces of so many bytes, one a second, and how its call ends.
  struct Drip: CustomTestStringConvertible {
    let isHTTP2: Bool
    var type = "text/plain"
    let piece: Int
    let seconds: Int
    let kind: ClientError.Kind
    var testDescription: String { "\(piece) bytes a second of \(type), HTTP/2: \(isHTTP2)" }
  }

  @Test(arguments: [
    Drip(isHTTP2: false, piece: 1, seconds: 10, kind: .tooSlow),
    Drip(isHTTP2: true, piece: 1, seconds: 10, kind: .tooSlow),
    Drip(isHTTP2: false, piece: 500, seconds: 25, kind: .timeout),
    Drip(isHTTP2: true, piece: 500, seconds: 25, kind: .timeout),
    Drip(isHTTP2: false, type: "Text/Event-Stream; a=b", piece: 1, seconds: 25, kind: .timeout),
    Drip(isHTTP2: true, type: "text/event-stream", piece: 1, seconds: 25, kind: .timeout),
  ])
  func
    `A response that is too slow fails its call, and a faster one or one of events meets the deadline`(
      drip: Drip
    ) async throws
  {
    let clock = ManualClock()
    let next = DispatchSemaphore(value: 0)
    let piece = String(repeating: "x", count: drip.piece)
    let server = try server(drip.isHTTP2, drip.type, piece, next)
    let client = try await ClientFixture(clock: .manual(clock)) {
      $0.cleartextHTTP2 = drip.isHTTP2 ? .always : .never
    }
    var options = CallOptions()
    options.deadline = clock.now + .seconds(25)
    var pace = PaceLimits()
    pace.idle = .seconds(10)
    pace.slowestBytesPerSecond = 100
    options.pace = pace
    let (arrived, continuation) = AsyncStream.makeStream(of: Void.self)
    let call = Task { [options] in
      try await client.open(from: server.address, options: options) { call in
        var buffer = ByteBuffer()
        while try await call.read(into: &buffer) {
          buffer.removeAll()
          continuation.yield()
        }
      }
    }
    var pieces = arrived.makeAsyncIterator()
    for _ in 0..<drip.seconds {
      next.signal()
      _ = await pieces.next()
      clock.advance(by: .seconds(1))
    }
    #expect(await kindOfError { try await call.value } == drip.kind)
    // Where others share the connection, it stays.
    #expect(client.count(closed: .fault) == (drip.isHTTP2 ? 0 : 1))
    next.signal()
    server.stop()
  }

  @Test(arguments: [true, false])
  func `A response that does not begin within 30 seconds fails its call as too slow`(
    isHTTP2: Bool
  ) async throws {
    let clock = ManualClock()
    let (asked, continuation) = AsyncStream.makeStream(of: Void.self)
    let server = try ScriptedServer { socket, _ in
      if isHTTP2 {
        let peer = try FramePeer(socket)
        try peer.receiveRequest()
      } else {
        _ = try socket.receive(through: "\r\n\r\n")
      }
      continuation.yield()
      _ = try socket.receiveAll()
    }
    let client = try await ClientFixture(clock: .manual(clock)) {
      $0.cleartextHTTP2 = isHTTP2 ? .always : .never
      $0.liveness.askBusyAfter = .seconds(100)
    }
    let call = Task { try await client.fetch("/", from: server.address) }
    for await _ in asked { break }
    clock.advance(by: .seconds(29))
    await client.settle()
    #expect(client.failures(.tooSlow) == 0)
    clock.advance(by: .seconds(1))
    #expect(await kindOfError { try await call.value } == .tooSlow)
    server.stop()
  }

  @Test(arguments: [3, nil] as [Int?], [true, false])
  func `The time until the first byte begins with the end of a streamed request`(
    length: Int?,
    isHTTP2: Bool
  ) async throws {
    let clock = ManualClock()
    let server = try ScriptedServer { socket, _ in _ = try socket.receiveAll() }
    let client = try await ClientFixture(clock: .manual(clock)) {
      $0.cleartextHTTP2 = isHTTP2 ? .always : .never
      $0.liveness.askBusyAfter = .seconds(1_000)
    }
    var options = CallOptions()
    var pace = PaceLimits()
    pace.firstByte = .seconds(5)
    options.pace = pace
    let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
    let (leave, givesLeave) = AsyncStream.makeStream(of: Void.self)
    let (sent, hasSent) = AsyncStream.makeStream(of: Void.self)
    let call = Task { [options] in
      let body = CallBody.streaming(length: length)
      try await client.open(from: server.address, method: .post, body: body, options: options) {
        hasBegun.yield()
        for await _ in leave { break }
        try $0.write(Array("abc".utf8).span)
        try $0.finish()
        hasSent.yield()
        try await $0.waitForHead(nil)
      }
    }
    for await _ in begun { break }
    // Who owes the rest of a request is not waited for.
    clock.advance(by: .seconds(20))
    await client.settle()
    givesLeave.yield()
    for await _ in sent { break }
    clock.advance(by: .milliseconds(4_900))
    await client.settle()
    #expect(client.failures(.tooSlow) == 0)
    clock.advance(by: .milliseconds(1_100))
    #expect(await kindOfError { try await call.value } == .tooSlow)
    server.stop()
  }
}
