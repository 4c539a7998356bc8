// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A semaphore on which a thread waits that belongs to no loop.
package final class ThreadSemaphore: Sendable {
  private let descriptor: Descriptor

  package init() throws(SystemError) { descriptor = try ThreadSemaphore.descriptor() }

  static func descriptor() throws(SystemError) -> Descriptor {
    let number = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_SEMAPHORE))
    guard number >= 0 else { throw .last("eventfd") }
    return Descriptor(owning: number)
  }

  package func signal() { eventfd_write(descriptor.number, 1) }

  package func wait() {
    var unit: eventfd_t = 0
    while unsafe eventfd_read(descriptor.number, &unit) != 0 {}
  }
}
