// SPDX-License-Identifier: Apache-2.0

/// Pauses before further attempts: each is twice as long as the one before, up to a limit, and
/// shortened by a random part, so that many senders do not retry at the same moment.
struct Backoff {
  private let first: Duration
  private let longest: Duration
  private var failures = 0

  init(first: Duration, longest: Duration) { (self.first, self.longest) = (first, longest) }

  /// Returns the pause after one more failure.
  ///
  /// - Parameter chance: a random number of 0 to 1; the pause is at least half as long as without it.
  mutating func next(_ chance: Double) -> Duration {
    // More doublings than this exceed every limit.
    let doublings = min(failures, 20)
    failures += 1
    let pause = min(first * (1 << doublings), longest)
    return pause * (0.5 + chance / 2)
  }

  mutating func reset() { failures = 0 }
}
