// SPDX-License-Identifier: Apache-2.0

import Dispatch
import LoopTesting
import Passing
import ProgramTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Forwarding response bodies` {
  /// How an answer says where it ends.
  enum Framing: CaseIterable { case length, chunks, close }

  @Test(arguments: Framing.allCases, ["--http1.1", "--http2-prior-knowledge"])
  func `A forwarded response of a megabyte arrives whole in any framing`(
    framing: Framing,
    version: String
  ) async throws {
    let body = Self.body
    let upstream = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      switch framing {
      case .length:
        try peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
        try peer.send(body)
      case .chunks:
        try peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for start in stride(from: 0, to: body.count, by: 100_000) {
          try peer.send("186a0\r\n")
          try peer.send(Array(body[start..<start + 100_000]))
          try peer.send("\r\n")
        }
        try peer.send("0\r\n\r\n")
      case .close:
        try peer.send("HTTP/1.1 200 OK\r\n\r\n")
        try peer.send(body)
        peer.finishSending()
      }
      _ = try? peer.receive()
    }
    let address = try await Gateway.held(upstream)
    let outcome = try await Program("sh").run([
      "-c", "curl -sS --fail \(version) --max-time 20 http://\(address)/ | sha256sum",
    ])
    #expect(outcome.output.hasPrefix(Self.digest))
    upstream.stop()
  }

  /// A million bytes, of ten thousand that are repeated: a test is no place to count to a million.
  private static let body: [UInt8] = {
    let piece = [UInt8]((0..<10_000).map { UInt8(truncatingIfNeeded: $0 / 11) })
    var body: [UInt8] = []
    for _ in 0..<100 { body += piece }
    return body
  }()

  /// SHA-256 of the body.
  private static let digest = "af8d38136e5c0f5fbefd93059cb06d71aa10b6808b61afd1b226d6377ee6230f"

  @Test func `A forwarder stops reading a response while its client does not`() async throws {
    let sent = Atomic(0)
    let piece = [UInt8](repeating: 0x78, count: 1 << 20)
    let upstream = try ScriptedServer { peer, _ in
      peer.shrinkBuffers(to: 1 << 18)
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(piece.count * 32)\r\n\r\n")
      for _ in 0..<32 {
        try peer.send(piece)
        sent.add(1, ordering: .relaxed)
      }
      _ = try? peer.receive()
    }
    let peer = try await Gateway(to: upstream.address).connect()
    peer.shrinkBuffers(to: 1 << 18)
    try peer.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    let length = try await onThread {
      _ = try peer.receive(through: "\r\n\r\n")
      // What the server has sent and the client has not read is on the way, and bounded.
      var length = 0
      while length < piece.count * 32 {
        let ahead = sent.load(ordering: .relaxed) - length / piece.count
        #expect(ahead < 16)
        length += try peer.receive().count
      }
      return length
    }
    #expect(length == piece.count * 32)
    upstream.stop()
  }

  @Test func `A forwarder gives a request up when its client disconnects`() async throws {
    let isGone = DispatchSemaphore(value: 0)
    let upstream = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      isGone.signal()
      // The end, or the reset, of a connection whose call was given up.
      _ = try? peer.receive()
      isGone.signal()
    }
    let peer = try await Gateway(to: upstream.address).connect()
    try peer.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    try await onThread { isGone.wait() }
    peer.reset()
    try await onThread { isGone.wait() }
    upstream.stop()
  }
}
