// SPDX-License-Identifier: Apache-2.0

package import Reactor

/// Health of one endpoint by its health checks, and the time of the next check.
///
/// An endpoint counts as healthy until its checks fail: a gateway that starts must not wait for
/// checks before it serves.
package struct ActiveHealth: Sendable {
  /// Whether the endpoint counts as healthy.
  package private(set) var isWell = true
  /// Instant of the next check; not before the end of the last one.
  package private(set) var nextProbe: Instant
  private let settings: HealthSettings
  /// Number of checks in a row that contradict `isWell`.
  private var contradictions = 0
  /// Whether the next health check was brought forward, since a call or connection has failed.
  private var isDoubted = false
  /// Until this instant failures bring no further check forward.
  private var nextDoubt = Instant(nanoseconds: .min)

  /// The first check is due at a random time within an interval.
  package init(
    _ settings: HealthSettings,
    at now: Instant,
    using random: inout some RandomNumberGenerator
  ) {
    self.settings = settings
    let interval = max(settings.interval.nanoseconds, 1)
    nextProbe = now + .nanoseconds(Int64.random(in: 0..<interval, using: &random))
  }

  /// Returns true if a check is due, which then counts as begun.
  package mutating func begin(at now: Instant) -> Bool {
    guard now >= nextProbe else { return false }
    nextProbe = .distantFuture
    return true
  }

  /// Moves the next check forward, since something else says that the endpoint may be gone: a call was
  /// refused, or an unused connection was closed. Where the check is good nevertheless, further doubts wait, so
  /// that an endpoint that closes unused connections by habit is not checked more often.
  package mutating func doubt(at now: Instant) {
    let soon = now + settings.doubtDelay
    guard isWell, contradictions == 0, now >= nextDoubt, nextProbe < .distantFuture,
      soon < nextProbe
    else { return }
    nextProbe = soon
    isDoubted = true
  }

  /// Records the result of a check. Returns true if the endpoint's health has changed.
  package mutating func ended(
    isGood: Bool,
    at now: Instant,
    using random: inout some RandomNumberGenerator
  ) -> Bool {
    let hasChanged = take(isGood)
    if isDoubted, isGood { nextDoubt = now + settings.doubtPause }
    isDoubted = false
    let interval =
      !isWell
      ? min(settings.interval, settings.fastInterval)
      : contradictions == 0
        ? settings.interval : min(settings.interval, settings.confirmInterval)
    let jitter = min(max(settings.jitter, 0), 1)
    nextProbe = now + interval * Double.random(in: 1 - jitter...1 + jitter, using: &random)
    return hasChanged
  }

  private mutating func take(_ isGood: Bool) -> Bool {
    guard isGood != isWell else {
      contradictions = 0
      return false
    }
    contradictions += 1
    guard contradictions >= (isGood ? settings.goodToReturn : settings.badToLeave) else {
      return false
    }
    contradictions = 0
    isWell = isGood
    return true
  }
}
