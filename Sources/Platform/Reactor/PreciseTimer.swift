// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A timer of the kernel's clock that fires within microseconds of its instant, where the timers of a
/// loop fire at whole milliseconds.
///
/// Setting it costs a system call. It lives until `close`, and does not go by a loop's manual clock.
package final class PreciseTimer: ReadyHandler {
  private let core: LoopCore
  private let descriptor: Descriptor
  private let handler: any DeadlineHandler
  private var watch: WatchID?
  private var instant = Instant.distantFuture

  package init(on core: LoopCore, _ handler: any DeadlineHandler) throws(SystemError) {
    let number = clinux_make_timer()
    guard number >= 0 else { throw .last("timerfd_create") }
    descriptor = Descriptor(owning: number)
    self.core = core
    self.handler = handler
    watch = try core.watch(number, for: .readable, self)
  }

  /// Fires once at `instant`, or as soon as possible behind it, and at no instant that was set before.
  package func arm(_ instant: Instant) {
    guard instant != self.instant else { return }
    self.instant = instant
    let nanoseconds = instant == .distantFuture ? 0 : max(1, instant.nanoseconds)
    _ = clinux_set_timer(descriptor.number, nanoseconds)
  }

  package func ready(_ events: ReadyEvents) {
    arm(.distantFuture)
    handler.deadlineReached()
  }

  /// Ends the timer, which holds its handler until then.
  package func close() {
    guard let watch else { return }
    core.unwatch(watch, descriptor.number)
    self.watch = nil
  }
}
