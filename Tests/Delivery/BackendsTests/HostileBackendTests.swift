// SPDX-License-Identifier: Apache-2.0

import Backends
import Bytes
import ContentCoding
import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A backend that is hostile` {
  enum End: Sendable {
    case open
    case closed
    case reset
    /// The last bytes come again and again.
    case endless
  }

  struct Answer: CustomTestStringConvertible {
    let testDescription: String
    let head: String
    var body: @Sendable () -> [UInt8] = { [] }
    var end = End.open
    let kind: BackendFault.Kind

    init(
      _ name: String,
      _ kind: BackendFault.Kind,
      _ head: String,
      _ end: End = .open,
      body: @escaping @Sendable () -> [UInt8] = { [] }
    ) {
      testDescription = name
      self.kind = kind
      self.head = head
      self.end = end
      self.body = body
    }
  }

  private static func packed(_ count: Int) -> [UInt8] {
    var packed = ByteBuffer()
    // A gzip encoder that is given zeros does not fail.
    try? Coding.gzip.encode([UInt8](repeating: 0, count: count).span, level: .fast, into: &packed)
    return packed.span.array
  }

  private func fault(_ answer: Answer) async throws -> BackendFault? {
    let body = answer.body()
    let server = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send(answer.head + "\r\n\r\n")
      try peer.send(body)
      switch answer.end {
      case .open: _ = try peer.receiveAll()
      case .closed: return
      case .reset: peer.reset()
      case .endless: while true { try peer.send(body) }
      }
    }
    defer { server.stop() }
    let backend = try await BackendFixture([server.address]) {
      $0.answers = AnswerRules()
      $0.answers.bodyLimit = 3 << 20
      $0.retry.most = 0
      // A busy machine is no slow backend.
      $0.timeout = .seconds(50)
      $0.pace.idle = .seconds(50)
    }
    let fault = await backend.fault()
    #expect(backend.failures(answer.kind) == 1)
    #expect(await backend.status.inFlight == 0)
    return fault
  }

  private static let json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

  @Test(arguments: [
    Answer(
      "another type",
      .wrongContentType,
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1"
    ) { [0x61] },
    Answer("no type", .wrongContentType, "HTTP/1.1 200 OK\r\nContent-Length: 1") { [0x61] },
    Answer(
      "a redirect",
      .redirect,
      "HTTP/1.1 302 Found\r\nLocation: http://[::1]/\r\nContent-Length: 0"
    ),
    Answer("a status that is not expected", .wrongStatus, "HTTP/1.1 404 No\r\nContent-Length: 0"),
    Answer("a body that is too large by its head", .tooLarge, json + "Content-Length: 3145729"),
    Answer("an endless body", .tooLarge, json + "Connection: close", .endless) {
      [UInt8](repeating: 0x20, count: 65_536)
    },
    Answer("an endless chunked body", .tooLarge, json + "Transfer-Encoding: chunked", .endless) {
      Array("1000\r\n".utf8) + [UInt8](repeating: 0x20, count: 4_096) + Array("\r\n".utf8)
    },
    Answer("a gzip bomb", .bomb, json + "Content-Encoding: gzip\r\nConnection: close", .closed) {
      packed(64 << 20)
    },
    Answer(
      "too much behind gzip",
      .tooLarge,
      json + "Content-Encoding: gzip\r\nConnection: close",
      .closed
    ) {
      var packed = ByteBuffer()
      var random = SmallRandom(seed: 1)
      let text = (0..<4 << 20).map { _ in UInt8(random.next() & 0x0F) }
      try? Coding.gzip.encode(text.span, level: .fast, into: &packed)
      return packed.span.array
    },
    Answer("broken gzip", .brokenBody, json + "Content-Encoding: gzip\r\nContent-Length: 3") {
      [1, 2, 3]
    },
    Answer(
      "gzip that ends early",
      .brokenBody,
      json + "Content-Encoding: gzip\r\nConnection: close",
      .closed
    ) {
      Array(packed(1_000).dropLast(5))
    },
    Answer("an unknown coding", .brokenBody, json + "Content-Encoding: rot13\r\nContent-Length: 1")
    {
      [1]
    },
    Answer("a body that ends early", .truncated, json + "Content-Length: 10", .closed) { [0x7B] },
    Answer(
      "a chunked body that ends early",
      .truncated,
      json + "Transfer-Encoding: chunked",
      .closed
    ) {
      Array("5\r\nab".utf8)
    },
    Answer("a reset within the body", .truncated, json + "Content-Length: 10", .reset) { [0x7B] },
    Answer("broken chunks", .malformed, json + "Transfer-Encoding: chunked") {
      Array("zz\r\n".utf8)
    },
    Answer("a broken head", .malformed, "HTTP/1.1 200 OK\r\nno colon"),
    Answer("two lengths", .malformed, json + "Content-Length: 1\r\nContent-Length: 2"),
    Answer(
      "a head that is too large",
      .tooLarge,
      json + "X: " + String(repeating: "x", count: 40_000)
    ),
  ])
  func `A hostile answer of a backend is reported as the fault that it is`(
    answer: Answer
  ) async throws {
    let fault = try await fault(answer)
    #expect(fault?.kind == answer.kind)
    #expect(fault?.backend == "stock" && fault?.attempts == 1 && fault?.endpoint != nil)
  }

  @Test
  func `A backend that closes without an answer is asked three times and no more`() async throws {
    let shop = try Shop { _, _ in .close }
    let backend = try await BackendFixture([shop.address]) { $0.retry.firstPause = .zero }
    let fault = await backend.fault()
    #expect(fault?.kind == .closed && fault?.attempts == 3 && shop.requests == 3)
    #expect(backend.count(\.retries) == 2 && backend.count(\.calls) == 1)
  }

  @Test
  func `A refused connection is a fault of the server that may always be retried`() async throws {
    let port = try ReservedPort()
    defer { withExtendedLifetime(port) {} }
    let backend = try await BackendFixture([port.address]) { $0.retry.most = 0 }
    let fault = await backend.fault()
    #expect(fault?.kind == .refused && fault?.wasNeverSent == true)
    #expect(fault?.origin == .server && fault?.status == .badGateway && fault?.retry == .always)
    let cause = fault?.cause as? ClientError
    #expect(cause?.kind == .connect && (cause?.cause as? SystemError)?.isRefusal == true)
  }
}
