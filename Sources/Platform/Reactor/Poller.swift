// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Events that the kernel reported of a descriptor.
package struct ReadyEvents: OptionSet, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let readable = ReadyEvents(rawValue: 0x001)
  package static let writable = ReadyEvents(rawValue: 0x004)
  /// The descriptor failed, or both directions are closed.
  package static let broken = ReadyEvents(rawValue: 0x008 | 0x010)
  /// Both directions are closed, without a failure.
  static let ended = ReadyEvents(rawValue: 0x010)
  /// The peer sends nothing more, though what it sent may still wait to be read.
  static let peerEnded = ReadyEvents(rawValue: 0x2000)
  /// Input, or the end of it.
  static let input: ReadyEvents = [.readable, .peerEnded]
  /// Of the loops that wait for a shared socket, the kernel wakes one.
  static let exclusive = ReadyEvents(rawValue: 1 << 28)
}

/// Level-triggered epoll.
@safe
struct Poller: ~Copyable {
  static let eventsATurn = 512

  private let descriptor: Descriptor
  private let events: UnsafeMutablePointer<epoll_event>

  init() throws(SystemError) {
    let number = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard number >= 0 else { throw .last("epoll_create1") }
    descriptor = Descriptor(owning: number)
    unsafe events = .allocate(capacity: Poller.eventsATurn)
  }

  deinit { unsafe events.deallocate() }

  func add(_ number: Int32, _ interest: ReadyEvents, token: UInt64) throws(SystemError) {
    try set(EPOLL_CTL_ADD, number, interest, token)
  }

  func change(_ number: Int32, _ interest: ReadyEvents, token: UInt64) throws(SystemError) {
    try set(EPOLL_CTL_MOD, number, interest, token)
  }

  func remove(_ number: Int32) {
    _ = clinux_epoll_set(descriptor.number, EPOLL_CTL_DEL, number, 0, 0)
  }

  private func set(
    _ operation: Int32,
    _ number: Int32,
    _ interest: ReadyEvents,
    _ token: UInt64
  ) throws(SystemError) {
    guard
      clinux_epoll_set(descriptor.number, operation, number, interest.rawValue, token) == 0
    else { throw .last("epoll_ctl") }
  }

  /// Waits up to `milliseconds`, for ever when negative; answers how many events there are.
  func wait(milliseconds: Int32) -> Int {
    // Safe: room for `eventsATurn` events is allocated; on EINTR there are none.
    max(
      0,
      Int(unsafe epoll_wait(descriptor.number, events, Int32(Poller.eventsATurn), milliseconds))
    )
  }

  /// The event at `index` of the last wait.
  func event(_ index: Int) -> (token: UInt64, events: ReadyEvents) {
    precondition((0..<Poller.eventsATurn).contains(index))
    // Safe: within the allocation, and written by the last wait.
    let event = unsafe events + index
    return unsafe (clinux_event_data(event), ReadyEvents(rawValue: event.pointee.events))
  }
}
