// SPDX-License-Identifier: Apache-2.0

import Reactor
import Testing

@testable import HTTPClient

@Suite struct `The belief that a server is there` {
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
  func `lasts as long as it should, then a question, then its patience`(
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

  @Test func `is renewed by whatever comes`() {
    let server = Server()
    #expect(server.judge(at(10), isIdle: false) == .ask)
    server.liveness.heard(at: at(14))
    #expect(server.judge(at(15), isIdle: false) == .alive)
    #expect(server.judge(at(23), isIdle: false) == .alive)
    #expect(server.judge(at(24), isIdle: false) == .ask)
  }

  @Test func `does not count a pause against the call that ends it`() {
    let server = Server()
    server.liveness.callBegan(at: at(25))
    #expect(server.judge(at(34), isIdle: false) == .alive)
    #expect(server.judge(at(35), isIdle: false) == .ask)
  }

  @Test func `is not saved by a call that begins while an answer is owed`() {
    let server = Server()
    #expect(server.judge(at(30), isIdle: true) == .ask)
    server.liveness.callBegan(at: at(34))
    #expect(server.judge(at(35), isIdle: false) == .gone)
  }
}
