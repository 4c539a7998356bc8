// SPDX-License-Identifier: Apache-2.0

import Bytes
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A channel` {
  @Test(arguments: ["127.0.0.1:0", "[::1]:0", "unix:@portico-\(UInt64.random(in: 0 ... .max))"])
  func `A channel carries bytes over every kind of address`(place: String) async throws {
    let echo = try await EchoServer(place)
    let peer = try PlainSocket(to: echo.address)
    try peer.send("hello")
    #expect(try peer.receive(exactly: 5) == Array("hello".utf8))
  }

  @Test func `A channel goes on writing when the peer has closed its direction`() async throws {
    let echo = try await EchoServer("127.0.0.1:0")
    let peer = try PlainSocket(to: echo.address)
    try peer.send("last words")
    peer.finishSending()
    #expect(try peer.receiveAll() == "last words")
  }

  @Test func `A channel tells its owner when the peer resets the connection`() async throws {
    let echo = try await EchoServer("127.0.0.1:0")
    let peer = try PlainSocket(to: echo.address)
    try peer.send("x")
    _ = try peer.receive(exactly: 1)
    peer.reset()
    #expect(await echo.failures.first { _ in true } == .reset)
  }

  @Test func `A channel whose peer reads slowly loses no bytes`() async throws {
    let echo = try await EchoServer("127.0.0.1:0")
    let peer = try PlainSocket(to: echo.address)
    let sent = [UInt8](repeating: 7, count: 16_000_000) + Array("end".utf8)
    async let writing: Void = onThread {
      try peer.send(sent)
      peer.finishSending()
    }
    let received = try await onThread { try peer.receive(exactly: sent.count) }
    try await writing
    #expect(received == sent)
  }
}

/// Sends back what it receives, with a bounded buffer.
final class EchoServer: Sendable {
  let address: SocketAddress
  let failures: AsyncStream<StreamFailure.Kind>
  private let running: RunningLoop

  init(_ place: String) async throws {
    running = try RunningLoop()
    let (failures, continuation) = AsyncStream.makeStream(of: StreamFailure.Kind.self)
    self.failures = failures
    let wanted = try #require(SocketAddress(place))
    address = try await running.loop.perform { core in
      let socket = try ListeningSocket(binding: wanted)
      let address = socket.address
      let keeper = Keeper()
      keeper.listener = try Listener(socket, on: core) { [keeper] socket, _ in
        guard let channel = try? Channel(socket, on: core) else { return }
        channel.owner = Echo(channel, failures: continuation)
        _ = keeper
      }
      return address
    }
  }

  private final class Keeper { var listener: Listener? }

  private final class Echo: ChannelOwner {
    let channel: Channel
    let failures: AsyncStream<StreamFailure.Kind>.Continuation
    var waiting = ByteBuffer()
    var hasEnded = false

    init(_ channel: Channel, failures: AsyncStream<StreamFailure.Kind>.Continuation) {
      self.channel = channel
      self.failures = failures
    }

    func channelOpened() {}

    func channelReadable() {
      switch channel.read(into: &waiting) {
      case .bytes: pass()
      case .wait: return
      case .end:
        hasEnded = true
        channel.setReading(false)
        pass()
      case .failed(let failure): channelFailed(failure)
      }
    }

    func channelWritable() { pass() }

    func channelFailed(_ failure: StreamFailure) {
      failures.yield(failure.kind)
      channel.close()
    }

    private func pass() {
      switch channel.write(&waiting) {
      case .done: if hasEnded { channel.close() } else { channel.setReading(true) }
      case .blocked: channel.setReading(false)
      case .failed(let failure): channelFailed(failure)
      }
    }
  }
}
