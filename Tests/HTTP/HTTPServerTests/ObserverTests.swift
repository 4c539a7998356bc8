// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Responses driven by events` {
  /// The result of an offer.
  final class Record: Sendable {
    /// How much the client took before it took no more for the first time.
    let beforePause = Mutex<Int?>(nil)
    let closed = Atomic(0)
  }

  /// Offers a body piece by piece, as the client takes it.
  final class Offer: RequestHandler, ExchangeObserver {
    static let pieces = 192
    static let piece = [UInt8](repeating: 0x78, count: 64 * 1024)
    private let record: Record
    private let isChunked: Bool
    private var exchange: Exchange?
    private var left = 0

    init(_ record: Record, isChunked: Bool) {
      self.record = record
      self.isChunked = isChunked
    }

    func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
      .begun { [self] exchange in
        self.exchange = exchange
        left = Offer.pieces * Offer.piece.count
        do {
          try exchange.begin(Response(.ok), length: isChunked ? nil : left)
          try goOn()
        } catch {
          exchange.abort()
          exchangeClosed()
        }
        return .events(self)
      }
    }

    private func goOn() throws(ExchangeError) {
      guard let exchange else { return }
      while left > 0 {
        let place = Offer.piece.count - 1 - (left - 1) % Offer.piece.count
        let taken = try exchange.offer(Offer.piece.span.extracting(place...))
        guard taken > 0 else {
          let sent = Offer.pieces * Offer.piece.count - left
          return record.beforePause.withLock { $0 = $0 ?? sent }
        }
        left -= taken
      }
      try exchange.end()
      self.exchange = nil
    }

    func exchangeHasRoom() {
      do {
        try goOn()
      } catch {
        exchange?.abort()
        exchangeClosed()
      }
    }

    func exchangeClosed() { record.closed.add(1, ordering: .relaxed) }
  }

  private func server(_ record: Record, isChunked: Bool) async throws -> TestServer {
    try await TestServer(handler: { _ in Offer(record, isChunked: isChunked) })
  }

  @Test(arguments: [false, true])
  func `A response driven by events pauses while its client does not read, and is sent whole`(
    isChunked: Bool
  ) async throws {
    let record = Record()
    let client = try await server(record, isChunked: isChunked).connect()
    try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    let head = try await onThread { try client.receive(through: "\r\n\r\n") }
    #expect(head.contains(isChunked ? "chunked" : "content-length: 12582912"))
    // All that was taken lies in the kernel's buffers, which are smaller than the body.
    let total = Offer.pieces * Offer.piece.count
    try await waitUntil("the answer pauses") { record.beforePause.withLock { $0 } != nil }
    #expect(record.beforePause.withLock { $0 ?? total } < total)
    let body = try await onThread {
      isChunked ? try chunks(from: client) : try Self.length(total, from: client)
    }
    #expect(body == total)
    #expect(record.closed.load(ordering: .relaxed) == 0)
    try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
  }

  /// Reads so many bytes, piece by piece.
  private static func length(_ wanted: Int, from client: PlainSocket) throws -> Int {
    var length = 0
    while length < wanted {
      let piece = try client.receive(atMost: min(65_536, wanted - length))
      guard !piece.isEmpty else { return length }
      length += piece.count
    }
    return length
  }

  /// The length of a body in chunks.
  private func chunks(from client: PlainSocket) throws -> Int {
    var length = 0
    while true {
      let line = try client.receive(through: "\r\n").dropLast(1)
      let size = try #require(Int(line, radix: 16))
      let content = try client.receive(exactly: size + 2)
      #expect(content.suffix(2) == [0x0D, 0x0A])
      if size == 0 { return length }
      length += size
    }
  }

  @Test func `The observer of a response learns once that its client is gone`() async throws {
    let record = Record()
    let client = try await server(record, isChunked: false).connect()
    try client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try await onThread { try client.receive(through: "\r\n\r\n") }
    client.reset()
    try await waitUntil("the answer is closed") { record.closed.load(ordering: .relaxed) > 0 }
    #expect(record.closed.load(ordering: .relaxed) == 1)
  }

  /// Answers with the length of the body that it was told of.
  private final class Count: RequestHandler, ExchangeObserver {
    private var exchange: Exchange?
    private var length = 0

    func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
      .begun { [self] exchange in
        self.exchange = exchange
        length = 0
        exchangeHasContent()
        return .events(self)
      }
    }

    func exchangeHasContent() {
      guard let exchange else { return }
      var piece = ByteBuffer()
      do {
        while true {
          switch try exchange.take(into: &piece) {
          case .bytes:
            length += piece.count
            piece.removeAll()
          case .nothing: return
          case .end:
            let sum = exchange.trailers["x-sum"].map { " \($0)" } ?? ""
            return exchange.answerOrAbort(
              .response(Response(.ok), body: Array("\(length)\(sum)".utf8))
            )
          }
        }
      } catch {
        exchange.refuse(error)
      }
    }

    func exchangeHasRoom() {}
    func exchangeClosed() { exchange = nil }
  }

  @Test func `A request body is read by events as it comes, to its end or its error`() async throws
  {
    let client = try await TestServer(handler: { _ in Count() }).connect()
    let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
    try await onThread {
      try client.send(head + "Expect: 100-continue\r\n\r\n")
      #expect(try client.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
      try client.send("3\r\nabc\r\n")
      try client.send("2\r\nde\r\n0\r\nX-Sum: 7\r\n\r\n")
      #expect(try client.receive(through: "5 7").hasPrefix("HTTP/1.1 200 "))
      try client.send(head + "\r\n3\r\nabc\r\nzz")
      #expect(try client.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 400 "))
    }
  }

  @Test func `A request body over HTTP/2 is read by events as it comes`() async throws {
    let peer = try FramePeer(
      toServer: try await TestServer(handler: { _ in Count() }).connect()
    )
    let text = try await onThread {
      try peer.sendHead(1, block: FramePeer.block("POST", "/"))
      for _ in 0..<3 { try peer.sendContent(1, "four") }
      // What follows comes in another turn.
      try peer.send(type: FramePeer.ping, payload: [UInt8](repeating: 7, count: 8))
      _ = try peer.receive(type: FramePeer.ping)
      try peer.sendContent(1, "five!", isLast: true)
      return try String(decoding: peer.receive(type: 0).payload, as: UTF8.self)
    }
    #expect(text == "17")
  }
}
