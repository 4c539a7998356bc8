// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import HTTPValues
import LoopTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A backend with streamed request bodies` {
  /// Sends one piece of a body once it may, and keeps what becomes of the call.
  private final class Upload: CallSink {
    private let outcome: Outcome
    private var isSent = false

    init(_ outcome: Outcome) { self.outcome = outcome }

    func hasRoom(_ call: OpenCall) {
      outcome.add("room")
      guard !isSent else { return }
      isSent = true
      let piece = Array("abc".utf8)
      try? call.exchange.write(piece.span)
    }

    func opened(_ call: OpenCall) {
      outcome.add("\(call.exchange.response.status.code)")
      call.cancel()
    }

    func failed(_ fault: BackendFault) {
      outcome.add("\(fault.kind) after \(fault.attempts)")
    }
  }

  /// The events of a call, as text.
  private final class Outcome: Sendable {
    private let events = Mutex<[String]>([])
    var all: [String] { events.withLock(\.self) }
    func add(_ event: String) { events.withLock { $0.append(event) } }
  }

  /// The events of one upload, once it is over.
  private func events(of backend: BackendFixture, expecting count: Int) async throws -> [String] {
    let outcome = Outcome()
    await backend.with { backend in
      let request = Request(.post, scheme: .http, authority: "shop", target: "/")
      backend.begin(
        BackendCall(streaming: request, body: .streaming(length: nil)),
        for: Upload(outcome)
      )
    }
    try await waitUntil("the upload is over") { outcome.all.count >= count }
    return outcome.all
  }

  @Test func `A streamed body is asked for once an endpoint takes it, and sent only once`()
    async throws
  {
    let nowhere = SocketAddress.loopback(port: 1)
    let shop = try Shop { _, _ in .send(Shop.fine) }
    let backend = try await BackendFixture([nowhere, shop.address])
    for _ in 0..<8 {
      #expect(try await events(of: backend, expecting: 2) == ["room", "200"])
    }
    #expect(shop.requests == 8)
    #expect(await backend.status.inFlight == 0)
  }

  @Test func `A call whose streamed body was begun is not retried`() async throws {
    let shop = try Shop { _, _ in .close }
    let backend = try await BackendFixture([shop.address, shop.address])
    #expect(try await events(of: backend, expecting: 2) == ["room", "closed after 1"])
    #expect(shop.requests == 1)
    #expect(await backend.status.endpoints.map(\.inFlight).max() == 0)
  }
}
