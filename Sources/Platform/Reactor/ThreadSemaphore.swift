// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A semaphore on which a thread waits that belongs to no loop.
package final class ThreadSemaphore: Sendable {
  private let descriptor: Descriptor

  package init() throws(SystemError) {
    let number = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_SEMAPHORE))
    guard number >= 0 else { throw .last("eventfd") }
    descriptor = Descriptor(owning: number)
  }

  package func signal() { eventfd_write(descriptor.number, 1) }

  package func wait() {
    var unit: eventfd_t = 0
    while unsafe eventfd_read(descriptor.number, &unit) != 0 {}
  }

  /// Waits no longer than `patience`; returns whether there was a signal.
  package func wait(upTo patience: Duration) -> Bool {
    let deadline = ContinuousClock.now + patience
    var request = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    while true {
      let rest = max(.zero, ContinuousClock.now.duration(to: deadline))
      // A part of a millisecond is waited for as a whole one.
      let milliseconds = min(rest / .milliseconds(1), 60_000).rounded(.up)
      // Safe: the kernel writes to the one structure and keeps no pointer to it.
      let count = unsafe poll(&request, 1, Int32(milliseconds))
      if count > 0 {
        wait()
        return true
      }
      guard count == 0 || clinux_errno() == EINTR, rest > .zero else { return false }
    }
  }
}
