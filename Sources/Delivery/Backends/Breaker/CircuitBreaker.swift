// SPDX-License-Identifier: Apache-2.0

// Closed: calls go through and are counted. Open: none does until the pause is over. Half open: a
// few probes call the backend; enough successes close the breaker, one failure opens it again for
// twice the time. A call belongs to the state in which it began: its outcome counts there or
// nowhere, so that late calls of an outage do not open a breaker that has just closed.
//
// Time is a parameter of every call. An open breaker counts as half open as soon as its pause is over.

package import Reactor

/// Keeps calls from a backend that fails.
package struct CircuitBreaker: Sendable {
  /// State of a circuit breaker.
  package enum State: String, Sendable, CaseIterable {
    case closed
    case open
    case halfOpen = "half_open"
  }

  /// Permission for one call, to be returned with its outcome.
  package struct Pass: Sendable, Equatable {
    let epoch: UInt32
    /// Whether the call is a probe of a backend that failed before.
    package let isProbe: Bool
  }

  /// Result of asking for a call.
  package enum Admission: Sendable, Equatable {
    case pass(Pass)
    /// The call is refused; `until` when, if it is known.
    case refused(until: Instant?)
  }

  private enum Phase: Sendable {
    case closed
    case open(until: Instant)
    case halfOpen(underWay: Int, succeeded: Int)
  }

  private let settings: BreakerSettings
  private var phase = Phase.closed
  private var epoch: UInt32 = 0
  private var consecutive = 0
  private var window: FailureWindow
  /// Number of times it opened without being closed in between.
  private var openings = 0
  /// Number of times it opened in all.
  package private(set) var timesOpened = 0

  /// A closed breaker.
  package init(_ settings: BreakerSettings = BreakerSettings()) {
    self.settings = settings
    window = FailureWindow(settings.window)
  }

  /// The state at `now`.
  package func state(at now: Instant) -> State {
    switch phase {
    case .closed: .closed
    case .open(let until): now < until ? .open : .halfOpen
    case .halfOpen: .halfOpen
    }
  }

  /// End of the pause; `nil` when a call may be made.
  package func openUntil(at now: Instant) -> Instant? {
    if case .open(let until) = phase, now < until { until } else { nil }
  }

  /// Asks for a call at `now`.
  package mutating func admit(at now: Instant) -> Admission {
    switch phase {
    case .closed: return .pass(Pass(epoch: epoch, isProbe: false))
    case .open(let until):
      guard now >= until else { return .refused(until: until) }
      enter(.halfOpen(underWay: 1, succeeded: 0))
      return .pass(Pass(epoch: epoch, isProbe: true))
    case .halfOpen(let underWay, let succeeded):
      guard underWay < max(settings.probes, 1) else { return .refused(until: nil) }
      phase = .halfOpen(underWay: underWay + 1, succeeded: succeeded)
      return .pass(Pass(epoch: epoch, isProbe: true))
    }
  }

  /// Records the outcome of a call. Returns true if that opened the breaker.
  @discardableResult
  package mutating func ended(
    _ pass: Pass,
    _ outcome: AttemptOutcome,
    at now: Instant,
    using random: inout some RandomNumberGenerator
  ) -> Bool {
    guard pass.epoch == epoch else { return false }
    switch (phase, outcome) {
    case (.open, _), (.closed, .neither): return false
    case (.closed, .success):
      consecutive = 0
      window.record(isFailure: false, at: now)
      return false
    case (.closed, .failure):
      consecutive += 1
      window.record(isFailure: true, at: now)
      guard isTooMuch else { return false }
      open(at: now, for: pause(using: &random))
    case (.halfOpen(let underWay, let succeeded), .success):
      if succeeded + 1 >= settings.successesToClose {
        close()
      } else {
        phase = .halfOpen(underWay: underWay - 1, succeeded: succeeded + 1)
      }
      return false
    case (.halfOpen(let underWay, let succeeded), .neither):
      phase = .halfOpen(underWay: underWay - 1, succeeded: succeeded)
      return false
    case (.halfOpen, .failure): open(at: now, for: pause(using: &random))
    }
    return true
  }

  /// Opens the breaker for a pause that the backend asks for, up to the maximum that is obeyed. A
  /// breaker that is open already stays open for the longer of both.
  package mutating func rest(for duration: Duration, at now: Instant) {
    let end = now + min(max(duration, .zero), settings.longestRetryAfter)
    if case .open(let until) = phase {
      phase = .open(until: max(until, end))
    } else if end > now {
      open(at: now, for: end - now)
    }
  }

  private var isTooMuch: Bool {
    if settings.consecutiveFailures > 0, consecutive >= settings.consecutiveFailures { return true }
    guard window.calls >= max(settings.leastCalls, 1) else { return false }
    return Double(window.failures) >= settings.failureShare * Double(window.calls)
  }

  /// Returns the next pause: longer each time, with random jitter.
  private func pause(using random: inout some RandomNumberGenerator) -> Duration {
    let doublings = min(openings, 20)
    let length = min(settings.firstPause * (1 << doublings), settings.longestPause)
    return length * (1 + Double.random(in: 0...max(settings.jitter, 0), using: &random))
  }

  private mutating func open(at now: Instant, for length: Duration) {
    openings += 1
    timesOpened += 1
    enter(.open(until: now + length))
  }

  private mutating func close() {
    openings = 0
    consecutive = 0
    window = FailureWindow(settings.window)
    enter(.closed)
  }

  private mutating func enter(_ next: Phase) {
    phase = next
    epoch &+= 1
  }
}

/// Outcome of a call, as it counts for the backend's health.
package enum AttemptOutcome: Sendable, Equatable {
  case success
  /// The backend failed; it may have sent Retry-After.
  case failure(retryAfter: Duration? = nil)
  /// The call ended for a reason that is not the backend's.
  case neither
}
