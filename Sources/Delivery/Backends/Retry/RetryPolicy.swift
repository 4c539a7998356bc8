// SPDX-License-Identifier: Apache-2.0

import HTTPValues
package import Reactor

/// Decides which calls are made again, and when.
package struct RetryPolicy: Sendable {
  private let settings: RetrySettings
  private var budget: RetryBudget

  /// A policy that has made no call yet.
  package init(_ settings: RetrySettings = RetrySettings(), at now: Instant) {
    self.settings = settings
    budget = RetryBudget(settings, at: now)
  }

  /// A call is made for the first time.
  package mutating func called() { budget.called() }

  /// How long to wait before the next attempt; `nil` when there is to be none. Only an attempt that
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
    guard end < failed.deadline, budget.take(at: now) else { return nil }
    return pause
  }

  private func length(
    _ failed: FailedAttempt,
    using random: inout some RandomNumberGenerator
  ) -> Duration {
    if failed.hasOthers {
      // Who could not be reached is no reason to keep the next one waiting.
      if failed.retry == .always && failed.attempts == 1 { return .zero }
      return jittered(failed.attempts, using: &random)
    }
    return max(jittered(failed.attempts, using: &random), failed.retryAfter ?? .zero)
  }

  /// Full jitter: anything from nothing to the whole range, which doubles each time.
  private func jittered(
    _ attempts: Int,
    using random: inout some RandomNumberGenerator
  ) -> Duration {
    let doublings = min(max(attempts - 1, 0), 20)
    let range = min(settings.firstPause * (1 << doublings), settings.longestPause)
    return .nanoseconds(Int64.random(in: 0...max(range.nanoseconds, 0), using: &random))
  }
}
