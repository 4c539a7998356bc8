// SPDX-License-Identifier: Apache-2.0

import HTTPValues
package import Reactor

/// Decides which calls are retried, and when.
package struct RetryPolicy: Sendable {
  private let settings: RetrySettings
  private var budget: RetryBudget
  /// The nodes that share the budget of a service.
  private let nodes: NodeCount

  /// Makes a policy without calls so far.
  package init(
    _ settings: RetrySettings = RetrySettings(),
    at now: Instant,
    among nodes: NodeCount = NodeCount()
  ) {
    self.settings = settings
    self.nodes = nodes
    budget = RetryBudget(settings, at: now)
  }

  /// Counts a first attempt.
  package mutating func called() { budget.called() }

  /// Returns the pause before the next attempt; `nil` if there is to be none. Only an attempt that
  /// is to be made costs budget.
  package mutating func pause(
    after failed: FailedAttempt,
    at now: Instant,
    using random: inout some RandomNumberGenerator
  ) -> Duration? {
    guard failed.attempts <= settings.most else { return nil }
    switch failed.retry {
    case .never: return nil
    case .ifIdempotent: guard failed.isIdempotent else { return nil }
    case .always: break
    }
    let pause = length(failed, using: &random)
    let end = now + pause + max(failed.usual, .zero)
    guard end < failed.deadline, budget.take(at: now, among: nodes.value) else { return nil }
    return pause
  }

  private func length(
    _ failed: FailedAttempt,
    using random: inout some RandomNumberGenerator
  ) -> Duration {
    if failed.hasOthers {
      // An endpoint that could not be reached is no reason to delay a call to another.
      if failed.retry == .always && failed.attempts == 1 { return .zero }
      return jittered(failed.attempts, using: &random)
    }
    return max(jittered(failed.attempts, using: &random), failed.retryAfter ?? .zero)
  }

  /// Returns a pause with full jitter: a random part of the range, which doubles each time.
  private func jittered(
    _ attempts: Int,
    using random: inout some RandomNumberGenerator
  ) -> Duration {
    let doublings = min(max(attempts - 1, 0), 20)
    let range = min(settings.firstPause * (1 << doublings), settings.longestPause)
    return .nanoseconds(Int64.random(in: 0...max(range.nanoseconds, 0), using: &random))
  }
}
