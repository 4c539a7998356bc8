// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Reactor
import Testing

@testable import Backends

@Suite struct `The retry of a failed call` {
  /// A policy that expectations can ask to change.
  private final class Policy {
    var machine: RetryPolicy
    var random: FixedRandom
    let nodes = NodeCount()

    init(_ draw: Double = 0.5, _ change: (inout RetrySettings) -> Void = { _ in }) {
      var settings = RetrySettings()
      change(&settings)
      machine = RetryPolicy(settings, at: at(0), among: nodes)
      random = FixedRandom(draw)
    }

    func pause(
      _ second: Double = 0,
      _ change: (inout FailedAttempt) -> Void = { _ in }
    ) -> Double? {
      var failed = FailedAttempt()
      change(&failed)
      let pause = machine.pause(after: failed, at: at(second), using: &random)
      return pause.map { (Double($0.nanoseconds) / 1_000_000).rounded() }
    }

    /// Returns the number of retries that follow so many failures at once.
    func retries(of failures: Int, at second: Double) -> Int {
      (0..<failures).count { _ in pause(second) != nil }
    }
  }

  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout FailedAttempt) -> Void
    let milliseconds: Double?

    init(
      _ name: String,
      _ milliseconds: Double?,
      _ change: @escaping @Sendable (inout FailedAttempt) -> Void
    ) {
      testDescription = name
      self.change = change
      self.milliseconds = milliseconds
    }
  }

  @Test(arguments: [
    Case("the first time", 13) { _ in },
    Case("the second time", 25) { $0.attempts = 2 },
    Case("too often", nil) { $0.attempts = 3 },
    Case("for a reason that stays", nil) { $0.retry = .never },
    Case("that may not be repeated", nil) { $0.isIdempotent = false },
    Case("that may not be repeated and was never sent", 13) {
      $0.isIdempotent = false
      $0.retry = .always
    },
    Case("before it was sent, where others are", 0) {
      $0.retry = .always
      $0.hasOthers = true
    },
    Case("before it was sent for the second time", 25) {
      $0.attempts = 2
      $0.retry = .always
      $0.hasOthers = true
    },
    Case("of a backend that wants a pause", 1_000) { $0.retryAfter = .seconds(1) },
    Case("of an endpoint that wants a pause, where others are", 13) {
      $0.retryAfter = .seconds(1)
      $0.hasOthers = true
    },
    Case("of a backend that wants a longer pause than there is time", nil) {
      $0.retryAfter = .seconds(1)
      $0.deadline = at(1)
    },
    Case("with just enough time", 13) {
      $0.usual = .milliseconds(100)
      $0.deadline = at(0.114)
    },
    Case("with too little time for an answer", nil) {
      $0.usual = .milliseconds(100)
      $0.deadline = at(0.112)
    },
    Case("with no time left", nil) { $0.deadline = at(0) },
  ])
  func `A failed call is retried, or not, by its fault, its attempts and its deadline`(failed: Case)
  {
    #expect(Policy().pause(0, failed.change) == failed.milliseconds)
  }

  @Test(arguments: [(0.0, 0.0), (0.25, 50), (0.9999, 200)])
  func `A retry waits for a random part of its range`(draw: Double, milliseconds: Double) {
    let policy = Policy(draw) {
      $0.firstPause = .milliseconds(100)
      $0.longestPause = .milliseconds(200)
      $0.most = 10
    }
    #expect(policy.pause { $0.attempts = 8 } == milliseconds)
  }

  @Test func `Retries are limited to a share of the calls and a few a second`() {
    let policy = Policy {
      $0.share = 0.1
      $0.leastPerSecond = 2
      $0.memory = .seconds(5)
    }
    #expect(policy.retries(of: 100, at: 0) == 10)
    #expect(policy.retries(of: 100, at: 2.5) == 5)
    for _ in 0..<40 { policy.machine.called() }
    #expect(policy.retries(of: 100, at: 2.5) == 4)
    // A quiet hour leaves what fits, and no more.
    #expect(policy.retries(of: 100, at: 3_600) == 10)
    for _ in 0..<100_000 { policy.machine.called() }
    #expect(policy.retries(of: 1_000, at: 3_600) == 10)
  }

  @Test func `The nodes of a fleet divide the retries of a second, and not those of a share`() {
    let policy = Policy {
      $0.share = 0.5
      $0.leastPerSecond = 4
      $0.memory = .seconds(10)
      $0.firstPause = .zero
    }
    policy.nodes.set(4)
    #expect(policy.retries(of: 100, at: 0) == 10)
    #expect(policy.retries(of: 100, at: 5) == 5)
    for _ in 0..<8 { policy.machine.called() }
    #expect(policy.retries(of: 100, at: 5) == 4)
    policy.nodes.set(1)
    #expect(policy.retries(of: 100, at: 10) == 20)
  }

  @Test func `A call that is not retried costs nothing of the retry budget`() {
    let policy = Policy {
      $0.share = 0
      $0.leastPerSecond = 1
      $0.memory = .seconds(1)
    }
    #expect(policy.pause { $0.retry = .never } == nil)
    #expect(policy.pause { $0.deadline = at(0) } == nil)
    #expect(policy.pause() != nil)
    #expect(policy.pause() == nil)
  }

  @Test func `A call is never retried without a budget`() {
    let policy = Policy {
      $0.share = 0
      $0.leastPerSecond = 0
    }
    for _ in 0..<100 { policy.machine.called() }
    #expect(policy.retries(of: 10, at: 100) == 0)
  }

  @Test func `A streamed call is retried only if unsent or its connection closed`() {
    let kinds = BackendFault.Kind.allCases
    let again = kinds.filter { BackendFault($0, of: "shop", "").retry(isStreamed: true) != .never }
    #expect(again == [.closed])
    let unsent = kinds.filter { kind in
      var fault = BackendFault(kind, of: "shop", "")
      fault.wasNeverSent = true
      return fault.retry(isStreamed: true) == .always
    }
    #expect(
      Set(unsent) == [
        .refused, .unreachable, .insecure, .connectTimeout, .firstByteTimeout, .stalled, .timeout,
        .closed, .truncated,
      ]
    )
  }
}
