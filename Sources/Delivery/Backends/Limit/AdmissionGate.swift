// SPDX-License-Identifier: Apache-2.0

// A call counts as under way as long as its permit lives, and a permit returns itself. So the count
// can only be wrong if a permit is held for ever. Holders of permits (attempts, and waiting calls
// that were let through) are counted separately: more permits than holders are reported as a
// signal.

import Reactor

/// Lets calls through to a backend, as many at once as its limit allows, and lets others wait.
///
/// It belongs to a loop.
final class AdmissionGate {
  private let settings: LimitSettings
  private let core: LoopCore
  private let loop: EventLoop
  private let counters: BackendCounters
  private var limit: ConcurrencyLimit
  private var queue: AdmissionQueue<WaitingCall>
  private var holders = 0

  /// Makes a gate without calls.
  init(_ settings: LimitSettings, on core: LoopCore, _ counters: BackendCounters) {
    self.settings = settings
    self.core = core
    self.counters = counters
    loop = core.loop
    limit = ConcurrencyLimit(settings, at: core.now)
    queue = AdmissionQueue(settings)
    tell()
  }

  /// The present limit of calls under way.
  var current: Int { limit.current }
  /// Number of calls under way.
  var inFlight: Int { limit.inFlight }
  /// Number of waiting calls.
  var waiting: Int { queue.count }
  /// Latency of the backend at its best times, once it is known.
  var bestLatency: Duration? { limit.bestLatency }
  /// Number of permits without a holder: any but zero is a bug.
  var unaccounted: Int { max(0, limit.inFlight - holders) }

  /// Whether a call of this priority would be let through.
  func hasRoom(_ priority: CallPriority) -> Bool { limit.hasRoom(priority) }

  /// Lets a call through; `nil` when there is no room for it.
  func admit(_ priority: CallPriority) -> Permit? {
    guard limit.admit(priority) else { return nil }
    counters.inFlight(limit.inFlight)
    return Permit(of: self, priority)
  }

  /// Puts a call into the queue; `whenOver` is called when it is let through or refused. Returns
  /// `nil` if too many wait already.
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

  /// Removes a call from the queue.
  func withdraw(_ waiting: WaitingCall) {
    queue.withdraw(waiting)
    counters.waiting(queue.count)
  }

  /// Takes a permit back and gives it to the next waiting call.
  func takeBack(_ sample: ConcurrencyLimit.Sample, of priority: CallPriority) {
    if loop.number.isCurrent {
      freed(sample, priority)
    } else {
      onLoop { $0.freed(sample, priority) }
    }
  }

  /// Counts a holder of a permit.
  func holderCame() { holders += 1 }

  /// Removes a holder of a permit.
  func holderLeft() {
    if loop.number.isCurrent { left() } else { onLoop { $0.left() } }
  }

  private func freed(_ sample: ConcurrencyLimit.Sample, _ priority: CallPriority) {
    limit.finished(sample, of: priority, at: core.now)
    admitNext()
  }

  /// Counts an upload whose body has come as any other call.
  func uploaded() {
    limit.uploaded()
    admitNext()
  }

  private func admitNext() {
    while queue.count > 0, let (next, priority) = queue.next(limit, at: core.now) {
      guard limit.admit(priority) else { break }
      next.end(.admitted(Permit(of: self, priority)))
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
