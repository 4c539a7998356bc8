// SPDX-License-Identifier: Apache-2.0

/// The speed at which a peer moves bytes, held against the slowest that is allowed.
///
/// A peer is too slow when it is silent for all of `patience`, and also when a period of that length
/// has too few bytes: one now and then does not help. Each period is judged for itself, so that what
/// was fast before excuses nothing.
package struct Throughput: Sendable {
  private var last: Instant
  private var period: Instant
  private var bytes = 0

  /// The peer is expected to move bytes from `now` on.
  package init(since now: Instant) {
    last = now
    period = now
  }

  package mutating func moved(_ count: Int, at now: Instant) {
    last = now
    bytes += count
  }

  /// Returns the time of the next judgement.
  package func nextLook(_ patience: Duration) -> Instant { min(last, period) + patience }

  /// Judges the peer; a period that was fast enough makes room for the next one.
  package mutating func isTooSlow(
    at now: Instant,
    patience: Duration,
    bytesPerSecond: Int
  ) -> Bool {
    if now >= last + patience { return true }
    guard now >= period + patience else { return false }
    // A period may be looked at late, never early.
    let seconds = Int((now - period).components.seconds)
    let wanted = bytesPerSecond.multipliedReportingOverflow(by: seconds)
    if wanted.overflow || bytes < wanted.partialValue { return true }
    period = now
    bytes = 0
    return false
  }
}
