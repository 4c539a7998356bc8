// SPDX-License-Identifier: Apache-2.0

/// The rate of purge requests that an edge accepts: a token bucket.
package struct PurgeRate: Sendable, Hashable {
  package let perMinute: Int
  /// Requests that are accepted at once after a pause.
  package let burst: Int

  package init(perMinute: Int, burst: Int) {
    self.perMinute = max(1, perMinute)
    self.burst = max(1, burst)
  }

  /// The rate of an edge; `nil` for one without.
  init?(_ settings: PurgeSettings, _ standard: PurgeRate?) {
    guard let perMinute = settings.rate ?? standard?.perMinute else { return nil }
    self.init(perMinute: perMinute, burst: settings.burst ?? standard?.burst ?? 1)
  }

  /// The time in which one more request is accepted.
  package var interval: Duration { .seconds(60) / perMinute }
}
