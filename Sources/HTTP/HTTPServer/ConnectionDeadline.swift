// SPDX-License-Identifier: Apache-2.0

import Reactor

/// The one deadline that a connection has at any moment.
///
/// What is awaited changes with every request; on its way this is a store and a comparison.
struct ConnectionDeadline {
  /// What the connection waits for.
  enum Awaited {
    /// The first byte of a next request.
    case request
    /// The rest of a head, from its first byte; also the first head of a connection.
    case head
    /// The rest of a body.
    case body
    /// The handler, which has deadlines of its own.
    case handler
    /// The peer to close, after our last answer.
    case goodbye
  }

  let opened: Instant
  private(set) var awaited = Awaited.head
  private var since: Instant
  private var sendingSince: Instant?
  private var timer = LazyTimer()

  init(_ now: Instant) {
    opened = now
    since = now
  }

  /// From now on the connection waits for this; the same as before goes on where it was.
  mutating func wait(for awaited: Awaited, _ now: Instant) {
    guard awaited != self.awaited else { return }
    self.awaited = awaited
    since = now
  }

  /// From now on output waits for the peer, or no longer does.
  mutating func setSending(_ isBlocked: Bool, _ now: Instant) {
    if !isBlocked { sendingSince = nil } else if sendingSince == nil { sendingSince = now }
  }

  var isSending: Bool { sendingSince != nil }

  /// When patience ends, by what the peer has done so far.
  func instant(_ limits: ServerLimits.Timeouts, received: Int, sent: Int) -> Instant {
    if let sendingSince {
      return sendingSince + limits.send + earned(sent, limits)
    }
    switch awaited {
    case .request: return since + limits.idle
    case .head: return since + limits.head
    case .body: return since + limits.body + earned(received, limits)
    case .handler: return .distantFuture
    case .goodbye: return since + limits.linger
    }
  }

  private func earned(_ bytes: Int, _ limits: ServerLimits.Timeouts) -> Duration {
    .nanoseconds(Int64(Double(bytes) / Double(max(1, limits.slowestBytesPerSecond)) * 1e9))
  }

  /// Whether the connection has lived long enough.
  func isOld(_ limits: ServerLimits.Timeouts, _ now: Instant) -> Bool {
    now - opened > limits.lifetime
  }

  /// Makes sure that the timer fires no later than `instant`.
  mutating func arm(_ instant: Instant, on core: LoopCore, _ handler: any DeadlineHandler) {
    timer.arm(instant, on: core, handler)
  }

  /// The timer has fired and is gone.
  mutating func fired() { timer.fired() }

  mutating func cancel(on core: LoopCore) { timer.cancel(on: core) }
}
