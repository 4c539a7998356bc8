// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Forwarding request bodies` {
  private static let fine = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  /// Its clock stands still: nobody is too slow.
  private func gateway(_ upstream: ScriptedServer) async throws -> Gateway {
    try await Gateway(to: upstream.address, clock: .manual(ManualClock()))
  }

  /// A service that reads all of each request, and keeps it once its connection has ended.
  private final class Listener: Sendable {
    private let heard = Mutex<String?>(nil)
    private let hasBegun = Atomic(false)

    /// Answers with `answer` once so much has come of a request.
    func server(_ answer: String? = nil, behind text: String = "\r\n\r\n") throws -> ScriptedServer
    {
      try ScriptedServer { [self] peer, _ in
        var all = try peer.receive(through: text)
        hasBegun.store(true, ordering: .releasing)
        if let answer { try peer.send(answer) }
        // A reset ends it as well.
        while let piece = try? peer.receive(), !piece.isEmpty {
          all += String(decoding: piece, as: UTF8.self)
        }
        heard.withLock { $0 = all }
      }
    }

    /// Waits on a thread until the service has heard of a request.
    func begin() throws {
      try blockUntil("the service has the request") { hasBegun.load(ordering: .acquiring) }
    }

    /// All that has come, once the connection has ended.
    func all() async throws -> String {
      try await waitUntil("the connection to the service has ended") {
        heard.withLock { $0 != nil }
      }
      return heard.withLock { $0 ?? "" }
    }
  }

  @Test func `A slow upload holds no connection to the service until it is whole`() async throws {
    let upstream = try ScriptedServer { peer, _ in
      while true {
        let head = try peer.receive(through: "\r\n\r\n")
        if head.hasPrefix("POST") {
          #expect(try peer.receive(exactly: 8) == Array("halfhalf".utf8))
        }
        try peer.send(Self.fine)
      }
    }
    let gateway = try await gateway(upstream)
    let slow = try gateway.connect()
    try slow.send(
      "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 8\r\n\r\n"
    )
    try await onThread {
      #expect(try slow.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
      try slow.send("half")
      let quick = try gateway.connect()
      try quick.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(try quick.receiveAll().hasSuffix("ok"))
    }
    #expect(upstream.connections == 1, "the upload has none yet")
    try slow.send("half")
    #expect(try await onThread { try slow.receive(through: "ok") }.hasPrefix("HTTP/1.1 200 "))
    upstream.stop()
  }

  @Test func `The trailers of an upload are forwarded, but not what they claim of the client`()
    async throws
  {
    let listener = Listener()
    let last = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    let upstream = try listener.server(last, behind: "0\r\n")
    let client = try await gateway(upstream).connect()
    try client.send(
      "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3\r\nabc\r\n0\r\nX-Sum: 7\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n"
    )
    #expect(try await onThread { try client.receiveAll() }.hasPrefix("HTTP/1.1 200 "))
    let all = try await listener.all().lowercased()
    #expect(all.hasSuffix("0\r\nx-sum: 7\r\n\r\n"), "\(all)")
    upstream.stop()
  }

  /// A body whose beginning is so long that the service is asked without the rest.
  private static let beginning =
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    + "11000\r\n\(String(repeating: "x", count: 69_632))\r\n"

  /// Stage in which a client breaks an upload off.
  enum Stage: CaseIterable { case sending, answering }

  @Test(arguments: Stage.allCases, [true, false])
  func `An upload that breaks off breaks off for the service`(
    stage: Stage,
    isReset: Bool
  ) async throws {
    let listener = Listener()
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun"
    let upstream = try listener.server(stage == .answering ? head : nil)
    let client = try await gateway(upstream).connect()
    try await onThread {
      try client.send(Self.beginning)
      try listener.begin()
      if stage == .answering { _ = try client.receive(through: "begun") }
      if isReset { client.reset() } else { client.finishSending() }
    }
    #expect(try await !listener.all().contains("0\r\n\r\n"))
    upstream.stop()
  }

  @Test func `An upload over HTTP/2 that is reset breaks off for the service`() async throws {
    let listener = Listener()
    let upstream = try listener.server()
    let peer = try FramePeer(toServer: try await gateway(upstream).connect())
    try await onThread {
      try peer.sendHead(1, block: FramePeer.block("POST", "/"))
      try peer.sendContent(1, String(repeating: "x", count: 16_384))
      try listener.begin()
      try peer.sendReset(1, code: 8)
    }
    #expect(try await !listener.all().contains("0\r\n\r\n"))
    upstream.stop()
  }

  @Test func `An upload that breaks off while it is collected is not sent`() async throws {
    let upstream = try ScriptedServer { _, _ in }
    let client = try await gateway(upstream).connect()
    try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\nhalf")
    client.finishSending()
    // The end, or a reset.
    _ = try? await onThread { try client.receiveAll() }
    #expect(upstream.connections == 0)
    upstream.stop()
  }

  @Test(arguments: [true, false])
  func `An upload with a malformed chunk is answered with 400 and breaks off for the service`(
    isCollected: Bool
  ) async throws {
    let listener = Listener()
    let upstream = try listener.server()
    let client = try await gateway(upstream).connect()
    let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    try await onThread {
      try client.send(isCollected ? head : Self.beginning)
      if !isCollected { try listener.begin() }
      try client.send("zz\r\nno\r\n0\r\n\r\n")
      #expect(try client.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 400 "))
    }
    #expect(upstream.connections == (isCollected ? 0 : 1))
    if !isCollected { #expect(try await !listener.all().contains("0\r\n\r\n")) }
    upstream.stop()
  }

  @Test func `A service that closes amid an upload is answered for with 502 and not asked again`()
    async throws
  {
    let upstream = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      peer.reset()
    }
    let client = try await gateway(upstream).connect()
    let answer = try await onThread {
      try client.send(Self.beginning)
      return try client.receive(through: "\r\n\r\n")
    }
    #expect(answer.hasPrefix("HTTP/1.1 502 "), "\(answer)")
    #expect(upstream.connections == 1)
    upstream.stop()
  }

  @Test func `An answer to half an upload goes on while the other half comes`() async throws {
    let upstream = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n")
      _ = try peer.receive(through: "0\r\n\r\n")
      try peer.send("5\r\nended\r\n0\r\n\r\n")
    }
    let client = try await gateway(upstream).connect()
    try await onThread {
      try client.send(Self.beginning)
      _ = try client.receive(through: "begun\r\n")
      try client.send("3\r\nabc\r\n0\r\n\r\n")
      _ = try client.receive(through: "ended\r\n0\r\n\r\n")
    }
    upstream.stop()
  }

  @Test func `An upload slows its client down while the service reads slowly`() async throws {
    let taken = Atomic(0)
    let piece = [UInt8](repeating: 0x78, count: 1 << 20)
    let upstream = try ScriptedServer { peer, _ in
      peer.shrinkBuffers(to: 1 << 18)
      _ = try peer.receive(through: "\r\n\r\n")
      // What the client has sent and the service has not read is on the way, and bounded.
      for count in 1...32 {
        _ = try peer.receive(exactly: piece.count)
        #expect(taken.load(ordering: .acquiring) - count < 16)
      }
      try peer.send(Self.fine)
      _ = try? peer.receive()
    }
    let client = try await gateway(upstream).connect()
    client.shrinkBuffers(to: 1 << 18)
    try await onThread {
      try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(piece.count * 32)\r\n\r\n")
      for _ in 0..<32 {
        try client.send(piece)
        taken.add(1, ordering: .releasing)
      }
      #expect(try client.receive(through: "ok").hasPrefix("HTTP/1.1 200 "))
    }
    upstream.stop()
  }
}
