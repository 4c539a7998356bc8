// SPDX-License-Identifier: Apache-2.0

// Time does not count while the server waits for us, be it for the rest of the request or for somebody
// to read its response.

package import Reactor

/// Speed at which a server answers, compared with its limits.
package struct Pace: Sendable {
  private enum State {
    /// The server waits for us.
    case excused
    case silent(since: Instant)
    case flowing(Throughput)
    /// The pace is not judged any more.
    case resting
  }

  private var limits: PaceLimits
  private var state: State
  private var hasBegun = false

  /// The request is on its way from `now` on.
  package init(_ limits: PaceLimits, now: Instant) {
    self.limits = limits
    state = .silent(since: now)
  }

  /// The server took a part of the request.
  package mutating func sent(at now: Instant) {
    if case .silent = state { state = .silent(since: now) }
  }

  /// Relaxes the limits for a response that is a stream of events.
  package mutating func expectEvents() { limits = limits.ofEvents }

  /// From now on the server may be as slow as it likes.
  package mutating func rest() { state = .resting }

  package mutating func received(_ count: Int, at now: Instant) {
    if case .resting = state { return }
    hasBegun = true
    var throughput = Throughput(since: now)
    if case .flowing(let before) = state { throughput = before }
    throughput.moved(count, at: now)
    state = .flowing(throughput)
  }

  /// Starts over after an interim response: the server may take its time for the next one.
  package mutating func startOver(at now: Instant) {
    hasBegun = false
    state = .silent(since: now)
  }

  /// Says whether the server has to wait for us.
  package mutating func excuse(_ isExcused: Bool, at now: Instant) {
    switch (state, isExcused) {
    case (.excused, false):
      state = hasBegun ? .flowing(Throughput(since: now)) : .silent(since: now)
    case (.silent, true), (.flowing, true): state = .excused
    case (.excused, true), (.silent, false), (.flowing, false), (.resting, _): break
    }
  }

  /// Time of the next look.
  package var nextLook: Instant {
    switch state {
    case .excused, .resting: .distantFuture
    case .silent(let since): since + limits.firstByte
    case .flowing(let throughput): throughput.nextLook(limits.idle)
    }
  }

  /// Judges the server; a period that was fast enough makes room for the next one.
  package mutating func isTooSlow(at now: Instant) -> Bool {
    switch state {
    case .excused, .resting: return false
    case .silent(let since): return now >= since + limits.firstByte
    case .flowing(var throughput):
      defer { state = .flowing(throughput) }
      return throughput.isTooSlow(
        at: now,
        patience: limits.idle,
        bytesPerSecond: limits.slowestBytesPerSecond
      )
    }
  }
}
