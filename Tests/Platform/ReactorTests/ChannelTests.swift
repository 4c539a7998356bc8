// SPDX-License-Identifier: Apache-2.0

import Bytes
import Glibc
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

  @Test func `An accepted connection looks whether a peer that is silent is still there`() throws {
    let listener = try ListeningSocket(binding: .loopback(port: 0))
    let address = listener.address
    let listening = listener.release()
    let peer = try PlainSocket(to: address)
    _ = fcntl(listening, F_SETFL, fcntl(listening, F_GETFL) & ~O_NONBLOCK)
    let accepted = accept(listening, nil, nil)
    try #require(accepted >= 0)
    defer { for number in [listening, accepted] { close(number) } }
    func option(_ level: Int32, _ name: Int32) -> Int32 {
      var (value, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
      unsafe getsockopt(accepted, level, name, &value, &length)
      return value
    }
    #expect(option(SOL_SOCKET, SO_KEEPALIVE) == 1)
    let times = [TCP_KEEPIDLE, TCP_KEEPINTVL, TCP_KEEPCNT].map { option(Int32(IPPROTO_TCP), $0) }
    #expect(times == [30, 10, 3])
    withExtendedLifetime(peer) {}
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

  @Test func `Work on input comes before more input that waits in a layer, and may stop it`()
    async throws
  {
    let running = try RunningLoop()
    let loop = running.loop
    let reader = try await loop.perform { core in
      LoopConfined(try StoppingReader(on: core), to: loop.number)
    }
    let half = Array(repeating: ["read", "work"], count: 5).flatMap { $0 }
    try await waitUntil("five blocks are read") {
      await running.perform { _ in reader.value.works } >= 5
    }
    // Nothing more is read in the turns that follow.
    for _ in 0..<3 { await running.perform { _ in } }
    #expect(await running.perform { _ in reader.value.story } == half)
    await running.perform { _ in reader.value.channel.setReading(true) }
    try await waitUntil("ten blocks are read") {
      await running.perform { _ in reader.value.works } >= 10
    }
    #expect(await running.perform { _ in reader.value.story } == half + half)
    await running.perform { _ in reader.value.channel.close() }
    running.stop()
  }

  @Test func `Input of a connection that has ended on both sides waits for its reader`()
    async throws
  {
    let running = try RunningLoop()
    let loop = running.loop
    let (reader, peer) = try await loop.perform { core in
      let ends = try Self.socketPair()
      let reader = SlowReader(try Channel(Descriptor(owning: ends.near), on: core))
      reader.channel.setReading(false)
      reader.channel.finishWriting()
      return (LoopConfined(reader, to: loop.number), try PlainSocket(adopting: ends.far))
    }
    try peer.send("the rest")
    peer.close()
    for _ in 0..<3 { await running.perform { _ in } }
    #expect(await running.perform { _ in reader.value.story } == [])
    await running.perform { _ in reader.value.channel.setReading(true) }
    try await waitUntil("the end is read") {
      await running.perform { _ in reader.value.story.count } >= 2
    }
    #expect(await running.perform { _ in reader.value.story } == ["the rest", "end"])
    running.stop()
  }

  static func socketPair() throws -> (near: Int32, far: Int32) {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
  }
}

/// Reads a block whenever it is told of input, works on it later, and stops after the fifth.
private final class StoppingReader: ChannelOwner, WakeHandler {
  /// Has ten blocks of input, of which the kernel knows nothing.
  private final class Layer: StreamLayer {
    private var left = 10
    let applicationProtocol: String? = nil
    var hasPendingInput: Bool { left > 0 }

    func handshake() -> HandshakeOutcome { .done }

    func read(into buffer: inout ByteBuffer) -> ReadOutcome {
      guard left > 0 else { return .wait(.readable) }
      left -= 1
      buffer.append("x".utf8Span.span)
      return .bytes(1)
    }

    func write(_ bytes: Span<UInt8>) -> WriteOutcome { .bytes(bytes.count) }
    func close() {}
  }

  let channel: Channel
  private let peer: PlainSocket
  private(set) var story: [String] = []

  var works: Int { story.count { $0 == "work" } }

  init(on core: LoopCore) throws {
    let ends = try `A channel`.socketPair()
    peer = try PlainSocket(adopting: ends.far)
    channel = try Channel(Descriptor(owning: ends.near), on: core, layer: Layer())
    channel.owner = self
    channel.shakeHands()
  }

  func channelOpened() {}
  func channelWritable() {}
  func channelFailed(_ failure: StreamFailure) { story.append("\(failure)") }

  func channelReadable() {
    var buffer = ByteBuffer()
    guard case .bytes = channel.read(into: &buffer) else { return }
    story.append("read")
    channel.core.wake(self)
  }

  func woken() {
    story.append("work")
    if works == 5 { channel.setReading(false) }
  }
}

/// Notes what it reads.
private final class SlowReader: ChannelOwner {
  let channel: Channel
  private(set) var story: [String] = []

  init(_ channel: Channel) {
    self.channel = channel
    channel.owner = self
  }

  func channelOpened() {}
  func channelWritable() {}

  func channelFailed(_ failure: StreamFailure) {
    story.append("\(failure)")
    channel.close()
  }

  func channelReadable() {
    var buffer = ByteBuffer()
    switch channel.read(into: &buffer) {
    case .bytes: story.append(buffer.span.text)
    case .wait: return
    case .end:
      story.append("end")
      channel.close()
    case .failed(let failure): channelFailed(failure)
    }
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
