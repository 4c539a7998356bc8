// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import Reactor
import Testing

@Suite struct `Liveness of HTTP/2 connections` {
  private static let limits = {
    var limits = LivenessLimits()
    limits.askBusyAfter = .seconds(10)
    limits.askIdleAfter = .seconds(30)
    limits.patience = .seconds(5)
    return limits
  }()

  private func at(_ seconds: Int) -> Instant { Instant(nanoseconds: 0) + .seconds(seconds) }

  /// A belief that expectations can ask to judge.
  private final class Server {
    var liveness = Liveness(limits, now: Instant(nanoseconds: 0))
    func judge(_ now: Instant, isIdle: Bool) -> Liveness.Verdict {
      liveness.judge(at: now, isIdle: isIdle)
    }
  }

  @Test(arguments: [(true, 30), (false, 10)])
  func `A silent connection is asked by PING, then given up after its patience`(
    isIdle: Bool,
    silence: Int
  ) {
    let server = Server()
    #expect(server.liveness.nextLook(isIdle: isIdle) == at(silence))
    #expect(server.judge(at(silence - 1), isIdle: isIdle) == .alive)
    #expect(server.judge(at(silence), isIdle: isIdle) == .ask)
    #expect(server.liveness.nextLook(isIdle: isIdle) == at(silence + 5))
    #expect(server.judge(at(silence + 4), isIdle: isIdle) == .alive)
    #expect(server.judge(at(silence + 5), isIdle: isIdle) == .gone)
  }

  @Test func `Anything received from the server starts the time of silence anew`() {
    let server = Server()
    #expect(server.judge(at(10), isIdle: false) == .ask)
    server.liveness.heard(at: at(14))
    #expect(server.judge(at(15), isIdle: false) == .alive)
    #expect(server.judge(at(23), isIdle: false) == .alive)
    #expect(server.judge(at(24), isIdle: false) == .ask)
  }

  @Test func `The pause before a call does not count as silence`() {
    let server = Server()
    server.liveness.callBegan(at: at(25))
    #expect(server.judge(at(34), isIdle: false) == .alive)
    #expect(server.judge(at(35), isIdle: false) == .ask)
  }

  @Test func `A call that begins while a PING is unanswered does not save the connection`() {
    let server = Server()
    #expect(server.judge(at(30), isIdle: true) == .ask)
    server.liveness.callBegan(at: at(34))
    #expect(server.judge(at(35), isIdle: false) == .gone)
  }
}
