// SPDX-License-Identifier: Apache-2.0

// Only time counts in which it is the peer's turn: no request is expected of who has not taken the
// last answer, and no body while nobody reads it.

import Reactor

/// The timeouts of a connection: the event it waits for, and its deadline.
///
/// The awaited event changes with every request: that costs a store and a comparison.
struct ConnectionDeadline {
  /// Event that the connection waits for.
  enum Awaited: Equatable {
    /// The first byte of a next request.
    case request
    /// The rest of a head, from its first byte; also the first head of a connection.
    case head
    /// The rest of a body.
    case body
    /// The handler, which has deadlines of its own.
    case handler
    /// The handler, for a peer that has closed its direction and may be gone: after a while, and
    /// each time after twice as long, it is asked whether it is still there.
    case handlerOrPeer(asked: UInt8)
    /// The peer to close, after our last answer.
    case goodbye
  }

  /// Event that has taken too long.
  enum Overdue {
    /// The peer does not take what we send.
    case sending
    case awaiting(Awaited)
  }

  let opened: Instant
  private var since: Instant
  private var pace: Pace?
  private(set) var awaited = Awaited.head

  /// Speeds that are measured while a peer moves bytes: an idle connection has none.
  private final class Pace {
    var receiving: Throughput?
    var sending: WaitingOutput?
  }

  /// Speed of the body that is awaited; `nil` while nobody reads it.
  private var receiving: Throughput? {
    get { pace?.receiving }
    set { setPace(newValue, sending) }
  }

  /// Output that waits for the peer.
  private var sending: WaitingOutput? {
    get { pace?.sending }
    set { setPace(receiving, newValue) }
  }

  private mutating func setPace(_ receiving: Throughput?, _ sending: WaitingOutput?) {
    guard receiving != nil || sending != nil else {
      pace = nil
      return
    }
    let pace = pace ?? Pace()
    pace.receiving = receiving
    pace.sending = sending
    self.pace = pace
  }

  init(_ now: Instant) {
    opened = now
    since = now
  }

  /// From now on the connection waits for this; the same as before goes on where it was.
  mutating func wait(for awaited: Awaited, _ now: Instant) {
    guard awaited != self.awaited else { return }
    self.awaited = awaited
    since = now
    if awaited == .body {
      receiving = Throughput(since: now)
    } else if pace != nil {
      receiving = nil
    }
  }

  /// Says whether the body that is awaited is read: only then its speed counts.
  mutating func setReading(_ isReading: Bool, _ now: Instant) {
    guard awaited == .body, isReading == (receiving == nil) else { return }
    receiving = isReading ? Throughput(since: now) : nil
  }

  mutating func received(_ count: Int, _ now: Instant) { pace?.receiving?.moved(count, at: now) }

  /// From now on output waits for the peer, beside so many bytes in the kernel.
  mutating func beginSending(unacknowledged: Int, _ now: Instant) {
    sending = WaitingOutput(unacknowledged: unacknowledged, now)
  }

  /// The kernel has taken some of the output that waits.
  mutating func sent(_ count: Int) { pace?.sending?.written += count }

  /// No output waits any more: from now on the peer may ask again.
  mutating func endSending(_ now: Instant) {
    sending = nil
    if awaited != .body { since = now }
  }

  /// Time of the next look.
  func nextLook(_ limits: ServerLimits.Timeouts) -> Instant {
    guard let sending else { return nextLookAtInput(limits) }
    let look = sending.nextLook(limits)
    return awaited == .body ? min(look, nextLookAtInput(limits)) : look
  }

  private func nextLookAtInput(_ limits: ServerLimits.Timeouts) -> Instant {
    switch awaited {
    case .request: since + limits.idle
    case .head: since + limits.head
    case .body: receiving?.nextLook(limits.body) ?? .distantFuture
    case .handler: .distantFuture
    case .handlerOrPeer(let asked): since + limits.halfClosed * (1 << min(Int(asked), 10))
    case .goodbye: since + limits.linger
    }
  }

  /// Returns the event that has taken too long by now, if there is one.
  mutating func overdue(
    _ limits: ServerLimits.Timeouts,
    unacknowledged: Int,
    _ now: Instant
  ) -> Overdue? {
    if pace?.sending?.isTooSlow(limits, unacknowledged, now) == true { return .sending }
    guard awaited == .body else {
      let isOver = sending == nil && now >= nextLookAtInput(limits)
      return isOver ? .awaiting(awaited) : nil
    }
    let isTooSlow = pace?.receiving?.isTooSlow(
      at: now,
      patience: limits.body,
      bytesPerSecond: limits.slowestBytesPerSecond
    )
    return isTooSlow == true ? .awaiting(.body) : nil
  }

  /// Whether the connection has lived long enough.
  func isOld(_ limits: ServerLimits.Timeouts, _ now: Instant) -> Bool {
    now - opened > limits.lifetime
  }
}

/// Output that waits for the peer, and how fast the peer takes it.
///
/// Bytes that the kernel takes from us say nothing of the peer, since its buffer grows and is then
/// full for so long that even a peer that reads seems to stand still; acknowledged bytes do.
private struct WaitingOutput {
  /// Number of bytes that the kernel has taken since the last look.
  var written = 0
  private var unacknowledged: Int
  private var throughput: Throughput
  private var lastLook: Instant

  /// Number of times that the kernel is asked within the time that a peer has.
  private static let looks = 4

  init(unacknowledged: Int, _ now: Instant) {
    self.unacknowledged = unacknowledged
    throughput = Throughput(since: now)
    lastLook = now
  }

  func nextLook(_ limits: ServerLimits.Timeouts) -> Instant {
    min(throughput.nextLook(limits.send), lastLook + limits.send / WaitingOutput.looks)
  }

  mutating func isTooSlow(
    _ limits: ServerLimits.Timeouts,
    _ unacknowledged: Int,
    _ now: Instant
  ) -> Bool {
    let taken = self.unacknowledged + written - unacknowledged
    if taken > 0 { throughput.moved(taken, at: now) }
    self.unacknowledged = unacknowledged
    written = 0
    lastLook = now
    return throughput.isTooSlow(
      at: now,
      patience: limits.send,
      bytesPerSecond: limits.slowestBytesPerSecond
    )
  }
}
