// SPDX-License-Identifier: Apache-2.0

import CLinux
import Synchronization

/// A moment of a loop's monotonic time.
package struct Instant: Sendable, Hashable, Comparable {
  /// Nanoseconds since a beginning that means nothing.
  package let nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package static let distantFuture = Instant(nanoseconds: .max)

  package static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Later by `duration`, or as late as there is.
  package static func + (instant: Instant, duration: Duration) -> Instant {
    let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(duration.nanoseconds)
    return overflow ? .distantFuture : Instant(nanoseconds: sum)
  }

  /// The nanoseconds from an earlier moment to this one.
  package func nanoseconds(since earlier: Instant) -> Int64 {
    nanoseconds.subtractingReportingOverflow(earlier.nanoseconds).partialValue
  }

  package static func - (later: Instant, earlier: Instant) -> Duration {
    .nanoseconds(later.nanoseconds(since: earlier))
  }
}

extension Duration {
  /// The whole duration in nanoseconds, as far as an `Int64` goes.
  package var nanoseconds: Int64 {
    // Up to 18 seconds are one division of 64 bits, where `components` makes several of 128.
    if let short = UInt64(exactly: attoseconds) { return Int64(short / 1_000_000_000) }
    return Int64(clamping: attoseconds / 1_000_000_000)
  }
}

/// Where a loop's time comes from.
package enum LoopClock: Sendable {
  /// The machine's clocks.
  case system
  /// A clock that a test moves by hand.
  case manual(ManualClock)

  /// The monotonic time.
  var now: Instant {
    switch self {
    case .system: Instant(nanoseconds: clinux_clock(CLOCK_MONOTONIC))
    case .manual(let clock): clock.now
    }
  }

  /// The time of day in nanoseconds since 1970.
  package var wallNanoseconds: Int64 {
    switch self {
    case .system: clinux_clock(CLOCK_REALTIME)
    case .manual(let clock): clock.wallNanoseconds
    }
  }

  /// The time of day in seconds since 1970.
  var wallSeconds: Int64 { wallNanoseconds / 1_000_000_000 }
}

/// A clock that stands still until a test moves it.
package final class ManualClock: Sendable {
  private let elapsed = Atomic<Int64>(0)
  /// Nanoseconds by which the time of day was set.
  private let setting = Atomic<Int64>(0)
  private let start: Int64
  private let loops = Mutex<[EventLoop]>([])

  /// Starts at `wallSeconds` after 1970.
  package init(wallSeconds: Int64 = 1_700_000_000) { start = wallSeconds }

  package var now: Instant { Instant(nanoseconds: elapsed.load(ordering: .acquiring)) }
  package var wallSeconds: Int64 { wallNanoseconds / 1_000_000_000 }
  package var wallNanoseconds: Int64 {
    start * 1_000_000_000 + now.nanoseconds + setting.load(ordering: .acquiring)
  }

  /// Moves on and lets every loop that goes by this clock see what is due.
  package func advance(by duration: Duration) {
    elapsed.add(duration.nanoseconds, ordering: .acquiringAndReleasing)
    wake()
  }

  /// Sets the time of day forward or back; the monotonic time goes on.
  package func setTimeOfDay(by duration: Duration) {
    setting.add(duration.nanoseconds, ordering: .acquiringAndReleasing)
    wake()
  }

  private func wake() {
    for loop in loops.withLock({ $0 }) { loop.wake() }
  }

  func attach(_ loop: EventLoop) { loops.withLock { $0.append(loop) } }
  func detach(_ loop: EventLoop) { loops.withLock { $0.removeAll { $0 === loop } } }
}
