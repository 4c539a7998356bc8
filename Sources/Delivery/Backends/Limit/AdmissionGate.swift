// SPDX-License-Identifier: Apache-2.0

// A call is under way as long as its permit lives, and permits give themselves back. So the limit can
// only be wrong about calls that somebody holds for ever. Those who hold permits, attempts and calls
// whose turn has come, are counted by themselves: more permits than holders are told as a signal.

import Reactor

/// Lets calls through to a backend, as many at once as its limit says, and lets others wait.
///
/// It lives on a loop.
final class AdmissionGate {
  private let settings: LimitSettings
  private let core: LoopCore
  private let loop: EventLoop
  private let counters: BackendCounters
  private var limit: ConcurrencyLimit
  private var queue: AdmissionQueue<WaitingCall>
  private var holders = 0

  /// A gate through which nobody has gone.
  init(_ settings: LimitSettings, on core: LoopCore, _ counters: BackendCounters) {
    self.settings = settings
    self.core = core
    self.counters = counters
    loop = core.loop
    limit = ConcurrencyLimit(settings, at: core.now)
    queue = AdmissionQueue(settings)
    tell()
  }

  /// How many calls may be under way at once now.
  var current: Int { limit.current }
  /// How many calls are under way.
  var inFlight: Int { limit.inFlight }
  /// How many calls wait for their turn.
  var waiting: Int { queue.count }
  /// The latency of the best times, once it is known.
  var bestLatency: Duration? { limit.bestLatency }
  /// How many calls are under way that nobody holds: anything but none is a bug.
  var unaccounted: Int { max(0, limit.inFlight - holders) }

  /// Whether a call of this priority would be let through.
  func hasRoom(_ priority: CallPriority) -> Bool { limit.hasRoom(priority) }

  /// Lets a call through; `nil` when there is no room for it.
  func admit(_ priority: CallPriority) -> Permit? {
    guard limit.admit(priority) else { return nil }
    counters.inFlight(limit.inFlight)
    return Permit(of: self)
  }

  /// Lets a call wait for its turn; `whenOver` is told when that has come, or never will. `nil` when
  /// too many wait already.
  func enqueue(
    _ priority: CallPriority,
    until deadline: Instant,
    whenOver: @escaping (WaitingCall) -> Void
  ) -> WaitingCall? {
    let waiting = WaitingCall(at: self, on: core, whenOver: whenOver)
    switch queue.enqueue(waiting, priority, at: core.now) {
    case .waits: break
    case .displaces(let other): other.end(.refused("a call that is worth more took its place"))
    case .refused: return nil
    }
    waiting.begin(until: min(deadline, core.now + settings.longestWait(priority)))
    counters.waiting(queue.count)
    return waiting
  }

  /// The call waits no longer.
  func withdraw(_ waiting: WaitingCall) {
    queue.withdraw(waiting)
    counters.waiting(queue.count)
  }

  /// A place is free again, and goes to who is next.
  func takeBack(_ sample: ConcurrencyLimit.Sample) {
    if loop.number.isCurrent { freed(sample) } else { onLoop { $0.freed(sample) } }
  }

  /// Somebody may hold a permit from now on.
  func holderCame() { holders += 1 }

  /// Somebody has gone who may have held a permit.
  func holderLeft() {
    if loop.number.isCurrent { left() } else { onLoop { $0.left() } }
  }

  private func freed(_ sample: ConcurrencyLimit.Sample) {
    limit.finished(sample, at: core.now)
    while let (next, priority) = queue.next(limit, at: core.now) {
      guard limit.admit(priority) else { break }
      next.end(.admitted(Permit(of: self)))
    }
    tell()
  }

  private func left() {
    holders -= 1
    counters.unaccounted(unaccounted)
  }

  private func tell() {
    counters.inFlight(limit.inFlight)
    counters.limit(limit.current)
    counters.waiting(queue.count)
    counters.unaccounted(unaccounted)
  }

  private func onLoop(_ body: @escaping @Sendable (AdmissionGate) -> Void) {
    let confined = LoopConfined(self, to: loop.number)
    loop.execute { body(confined.value) }
  }
}
