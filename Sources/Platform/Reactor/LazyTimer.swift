// SPDX-License-Identifier: Apache-2.0

/// One timer for a deadline that moves all the time.
///
/// The wheel is touched only when the timer would fire too late; when it fires too early, its owner
/// arms it again. Moving a deadline is a comparison then.
package struct LazyTimer {
  private var instant = Instant.distantFuture
  private var id: TimerID?

  package init() {}

  /// Makes sure that the timer fires no later than `instant`.
  package mutating func arm(
    _ instant: Instant,
    on core: LoopCore,
    _ handler: any DeadlineHandler
  ) {
    guard instant < self.instant else { return }
    if let id { core.cancel(id) }
    id = core.schedule(handler, at: instant)
    self.instant = instant
  }

  /// The timer has fired and is gone.
  package mutating func fired() {
    id = nil
    instant = .distantFuture
  }

  package mutating func cancel(on core: LoopCore) {
    if let id { core.cancel(id) }
    fired()
  }
}
