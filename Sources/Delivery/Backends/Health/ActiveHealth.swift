// SPDX-License-Identifier: Apache-2.0

package import Reactor

/// What the questions to one endpoint have found, and when the next one is due.
///
/// An endpoint is well until it has been found otherwise: a gateway that starts must not wait for
/// answers before it serves.
package struct ActiveHealth: Sendable {
  /// Whether the endpoint is thought to be well.
  package private(set) var isWell = true
  /// When to ask next; not before the answer to the last question.
  package private(set) var nextProbe: Instant
  private let settings: HealthSettings
  /// How many answers in a row have contradicted what is thought.
  private var contradictions = 0

  /// The first question comes within an interval, at any time of it.
  package init(
    _ settings: HealthSettings,
    at now: Instant,
    using random: inout some RandomNumberGenerator
  ) {
    self.settings = settings
    let interval = max(settings.interval.nanoseconds, 1)
    nextProbe = now + .nanoseconds(Int64.random(in: 0..<interval, using: &random))
  }

  /// Whether to ask now, which is taken for done.
  package mutating func begin(at now: Instant) -> Bool {
    guard now >= nextProbe else { return false }
    nextProbe = .distantFuture
    return true
  }

  /// An answer has come, or none; whether what is thought of the endpoint has changed.
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
