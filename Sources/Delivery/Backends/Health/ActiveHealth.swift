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

  /// Records the result of a check. Returns true if the endpoint's health has changed.
  package mutating func ended(
    isGood: Bool,
    at now: Instant,
    using random: inout some RandomNumberGenerator
  ) -> Bool {
    let hasChanged = take(isGood)
    let isSure = isWell && contradictions == 0
    let interval = isSure ? settings.interval : min(settings.interval, settings.fastInterval)
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
