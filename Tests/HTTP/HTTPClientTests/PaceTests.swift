// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import Reactor
import Testing

@Suite struct `Limits of a server's pace` {
  private static let limits = {
    var limits = PaceLimits()
    limits.firstByte = .seconds(20)
    limits.idle = .seconds(10)
    limits.slowestBytesPerSecond = 100
    return limits
  }()

  private func at(_ seconds: Int) -> Instant {
    Instant(nanoseconds: 0) + .seconds(seconds)
  }

  /// A pace that expectations can ask to judge.
  private final class Server {
    var pace: Pace
    init(_ limits: PaceLimits = limits) { pace = Pace(limits, now: Instant(nanoseconds: 0)) }
    func isTooSlow(at now: Instant) -> Bool { pace.isTooSlow(at: now) }
  }

  @Test func `A response that has not begun within its time is too slow`() {
    let server = Server()
    #expect(server.pace.nextLook == at(20))
    #expect(!server.isTooSlow(at: at(19)))
    #expect(server.isTooSlow(at: at(20)))
  }

  @Test func `The time until the first byte begins anew with each part of the request sent`() {
    let server = Server()
    server.pace.sent(at: at(15))
    #expect(!server.isTooSlow(at: at(34)))
    #expect(server.isTooSlow(at: at(35)))
  }

  @Test func `The time until the first byte begins anew with an interim response`() {
    let server = Server()
    server.pace.received(10, at: at(15))
    server.pace.startOver(at: at(15))
    #expect(!server.isTooSlow(at: at(34)))
    #expect(server.isTooSlow(at: at(35)))
  }

  @Test func `A pause between two bytes longer than the limit is too slow`() {
    let server = Server()
    server.pace.received(1 << 30, at: at(1))
    #expect(server.pace.nextLook == at(11))
    #expect(server.isTooSlow(at: at(11)))
  }

  @Test func `A response below the lowest speed is too slow at the end of a period`() {
    let server = Server()
    for second in 0..<10 {
      server.pace.received(1, at: at(second))
      #expect(!server.isTooSlow(at: at(second)))
    }
    server.pace.received(1, at: at(10))
    #expect(server.isTooSlow(at: at(10)))
  }

  @Test func `The speed of a response is judged for each period by itself`() {
    let server = Server()
    for second in 0..<10 { server.pace.received(1_000_000, at: at(second)) }
    server.pace.received(1, at: at(10))
    #expect(!server.isTooSlow(at: at(10)))
    for second in 11..<20 { server.pace.received(1, at: at(second)) }
    server.pace.received(1, at: at(20))
    #expect(server.isTooSlow(at: at(20)))
  }

  @Test func `A response at the lowest speed is never too slow`() {
    let server = Server()
    for second in 0..<1_000 {
      server.pace.received(100, at: at(second))
      #expect(!server.isTooSlow(at: at(second)))
    }
  }

  @Test func `The time in which a server waits for us does not count`() {
    let server = Server()
    server.pace.excuse(true, at: at(1))
    #expect(server.pace.nextLook == .distantFuture)
    #expect(!server.isTooSlow(at: at(1_000)))
    server.pace.excuse(false, at: at(1_000))
    #expect(!server.isTooSlow(at: at(1_019)))
    #expect(server.isTooSlow(at: at(1_020)))
    server.pace.received(5, at: at(1_001))
    server.pace.excuse(true, at: at(1_002))
    server.pace.excuse(false, at: at(2_000))
    #expect(!server.isTooSlow(at: at(2_009)))
    #expect(server.isTooSlow(at: at(2_010)))
  }

  @Test func `A response without a lowest speed is never too slow while bytes come`() {
    var limits = Self.limits
    limits.slowestBytesPerSecond = 0
    let server = Server(limits)
    for second in stride(from: 0, to: 1_000, by: 9) {
      server.pace.received(1, at: at(second))
      #expect(!server.isTooSlow(at: at(second)))
    }
  }

  @Test func `A stream of events may be slow, and silent for two minutes but no longer`() {
    let server = Server()
    server.pace.expectEvents()
    for second in stride(from: 0, to: 1_000, by: 100) {
      server.pace.received(1, at: at(second))
      #expect(!server.isTooSlow(at: at(second + 99)))
    }
    #expect(!server.isTooSlow(at: at(1_019)))
    #expect(server.isTooSlow(at: at(1_020)))
  }
}
