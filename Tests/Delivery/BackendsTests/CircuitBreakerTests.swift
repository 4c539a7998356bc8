// SPDX-License-Identifier: Apache-2.0

import Backends
import Reactor
import Testing

@Suite struct `A circuit breaker` {
  /// A breaker that expectations can ask to change; its pauses have no jitter.
  private final class Breaker {
    var machine: CircuitBreaker
    var random = FixedRandom(0)

    init(_ change: (inout BreakerSettings) -> Void = { _ in }) {
      var settings = BreakerSettings()
      settings.successesToClose = 1
      settings.firstPause = .seconds(2)
      settings.longestPause = .seconds(30)
      change(&settings)
      machine = CircuitBreaker(settings)
    }

    func pass(_ second: Double) -> CircuitBreaker.Pass? {
      if case .pass(let pass) = machine.admit(at: at(second)) { pass } else { nil }
    }

    /// A call that begins and ends at once; `false` when it was refused.
    func call(_ outcome: AttemptOutcome, _ second: Double) -> Bool {
      guard let pass = pass(second) else { return false }
      machine.ended(pass, outcome, at: at(second), using: &random)
      return true
    }

    func calls(_ outcomes: String, _ second: Double = 0) {
      for letter in outcomes {
        _ = call(letter == "+" ? .success : letter == "-" ? .failure() : .neither, second)
      }
    }

    func state(_ second: Double) -> CircuitBreaker.State { machine.state(at: at(second)) }
  }

  @Test(arguments: [
    ("----", CircuitBreaker.State.closed),
    ("-----", .open),
    ("----+----", .closed),
    ("----.-", .open),
    ("+-+-+-+-+-+-+-+-+-+", .closed),
    ("+-+-+-+-+-+-+-+-+-+-", .open),
    ("++-++-++-++-++-++-++-++-++-++-", .closed),
  ])
  func `A circuit breaker opens after failures in a row or a high failure rate`(
    outcomes: String,
    state: CircuitBreaker.State
  ) {
    let breaker = Breaker()
    breaker.calls(outcomes)
    #expect(breaker.state(0) == state)
  }

  @Test func `A circuit breaker ignores failures older than its window`() {
    let breaker = Breaker { $0.consecutiveFailures = 0 }
    breaker.calls("-+-+-+-+-+-+-+-+-+", 0)
    breaker.calls("-", 9.9)
    #expect(breaker.state(9.9) == .closed)
    // The twentieth call of the window, had the first ones not expired.
    breaker.calls("-", 10.5)
    #expect(breaker.state(10.5) == .closed)
    breaker.calls(String(repeating: "-", count: 18), 10.6)
    #expect(breaker.state(10.6) == .open)
  }

  @Test func `An open circuit breaker refuses calls, then lets a few probes through`() {
    let breaker = Breaker { $0.probes = 2 }
    breaker.calls("-----", 0)
    #expect(breaker.machine.openUntil(at: at(1)) == at(2))
    #expect(breaker.pass(1.9) == nil)
    #expect(breaker.state(2) == .halfOpen)
    #expect(breaker.pass(2)?.isProbe == true)
    #expect(breaker.pass(2)?.isProbe == true)
    #expect(breaker.pass(2) == nil)
  }

  @Test func `A circuit breaker closes after enough successes and counts afresh`() {
    let breaker = Breaker { $0.successesToClose = 2 }
    breaker.calls("-----", 0)
    #expect(breaker.call(.success, 2))
    #expect(breaker.state(2) == .halfOpen)
    #expect(breaker.call(.success, 2))
    #expect(breaker.state(2) == .closed)
    breaker.calls("----", 3)
    #expect(breaker.state(3) == .closed)
  }

  @Test func `A circuit breaker's pause doubles each time it opens, up to the longest`() {
    let breaker = Breaker { $0.longestPause = .seconds(7) }
    breaker.calls("-----", 0)
    for (probe, next) in [(2.0, 6.0), (6, 13), (13, 20)] {
      #expect(breaker.call(.failure(), probe))
      #expect(breaker.state(next - 0.1) == .open)
      #expect(breaker.state(next) == .halfOpen)
    }
    // Once closed, the first pause is a short one again.
    #expect(breaker.call(.success, 20))
    breaker.calls("-----", 30)
    #expect(breaker.state(32) == .halfOpen)
    #expect(breaker.machine.timesOpened == 5)
  }

  @Test func `A circuit breaker's pause is lengthened at random by its jitter`() {
    let breaker = Breaker { $0.jitter = 0.5 }
    breaker.random = FixedRandom(0.5)
    breaker.calls("-----", 0)
    #expect(breaker.state(2.49) == .open)
    #expect(breaker.state(2.51) == .halfOpen)
  }

  @Test func `A circuit breaker ignores outcomes of calls from an earlier state`() {
    let breaker = Breaker()
    let (early, late) = (breaker.pass(0), breaker.pass(0))
    breaker.calls("-----", 0)
    guard let early, let late, let probe = breaker.pass(2) else {
      Issue.record("a call was refused")
      return
    }
    breaker.machine.ended(early, .success, at: at(2), using: &breaker.random)
    #expect(breaker.state(2) == .halfOpen && breaker.pass(2) == nil)
    breaker.machine.ended(probe, .success, at: at(2), using: &breaker.random)
    breaker.calls("----", 2)
    breaker.machine.ended(late, .failure(), at: at(2), using: &breaker.random)
    #expect(breaker.state(2) == .closed)
  }

  @Test func `A probe without an outcome gives its place to another probe`() {
    let breaker = Breaker()
    breaker.calls("-----", 0)
    #expect(breaker.call(.neither, 2))
    #expect(breaker.state(2) == .halfOpen)
    #expect(breaker.call(.success, 2))
    #expect(breaker.state(2) == .closed)
  }

  @Test(arguments: [(10.0, 10.0), (3_600, 60), (-5, 0)])
  func `A circuit breaker is open for the pause that a backend asks for, within bounds`(
    asked: Double,
    given: Double
  ) {
    let breaker = Breaker()
    breaker.machine.rest(for: .seconds(asked), at: at(0))
    #expect(breaker.machine.openUntil(at: at(0)) == (given > 0 ? at(given) : nil))
    #expect(breaker.state(given) == (given > 0 ? .halfOpen : .closed))
  }

  @Test func `A requested pause can lengthen an open circuit breaker's pause, not shorten it`() {
    let breaker = Breaker()
    breaker.calls("-----", 0)
    breaker.machine.rest(for: .seconds(1), at: at(0.5))
    #expect(breaker.machine.openUntil(at: at(0.5)) == at(2))
    breaker.machine.rest(for: .seconds(9), at: at(1))
    #expect(breaker.machine.openUntil(at: at(1)) == at(10))
  }
}
