// SPDX-License-Identifier: Apache-2.0
//
// Retries cost battery, and a service that fails gets more requests by them than it has had. So there are none
// unless the app asks, each waits longer than the one before by exponential backoff with jitter, never shorter
// than Retry-After says, and all of a client share a budget.

/// The retries of a request that fails for a reason that may pass.
///
/// Only requests are retried that may be made twice: those of an idempotent method, and others with an
/// `Idempotency-Key`.
///
/// ```swift
/// let notes = try await client.launch("/v1/notes", retry: .retry(most: 3)).answer
/// ```
public struct RetryPolicy: Sendable {
  let most: Int
  let budget: RetryBudget?
  /// The longest pause before the first retry; before each further one it doubles.
  private static let firstPause = Duration.milliseconds(500)
  /// A request that would have to wait longer is not retried.
  private static let longestPause = Duration.seconds(30)
  private static let idempotent: Set = [
    "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "QUERY",
  ]

  /// No retries.
  public static let never = RetryPolicy(most: 0, budget: nil)

  /// Up to `most` retries within a budget.
  ///
  /// - Parameters:
  ///   - most: the most retries of the request.
  ///   - budget: the budget to take them from; `nil` for that of the client.
  public static func retry(most: Int, budget: RetryBudget? = nil) -> RetryPolicy {
    RetryPolicy(most: most, budget: budget)
  }

  /// Returns the pause before the next attempt; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - attempts: the number of attempts so far.
  ///   - jitter: a random number from 0 to 1.
  func pause(
    after error: RequestError,
    of request: WireRequest,
    attempts: Int,
    jitter: Double
  ) -> Duration? {
    let mayPass = [.unreachable, .timedOut, .later, .failed].contains(error.kind)
    guard mayPass, attempts <= most,
      RetryPolicy.idempotent.contains(request.method) || request.fields["idempotency-key"] != nil
    else { return nil }
    let longest = RetryPolicy.longestPause
    let doublings = min(max(attempts - 1, 0), 10)
    let random = min(RetryPolicy.firstPause * (1 << doublings), longest) * jitter
    guard let seconds = error.retryAfter else { return random }
    // Devices that were turned away together do not come back together.
    let asked = Duration.seconds(seconds)
    return asked <= longest ? asked + random : nil
  }
}

/// The retries that a client may make: so many at first, and one more for each so many requests that are answered.
public final class RetryBudget: Sendable {
  private let most: Double
  private let share: Double
  private let left: Locked<Double>
  let random: @Sendable () -> Double

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - most: the most retries that are left at any time.
  ///   - share: the retries that each answer adds.
  ///   - random: returns random numbers from 0 to 1, by which pauses differ.
  public init(
    most: Int = 10,
    share: Double = 0.1,
    random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) {
    (self.most, self.share, self.random) = (Double(max(most, 0)), max(share, 0), random)
    left = Locked(Double(max(most, 0)))
  }

  func add() {
    let (most, share) = (most, share)
    left.withLock { $0 = min($0 + share, most) }
  }

  func take() -> Bool {
    left.withLock { left in
      guard left >= 1 else { return false }
      left -= 1
      return true
    }
  }
}
