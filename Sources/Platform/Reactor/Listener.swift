// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Takes connections from a listening socket on one loop.
package final class Listener: ReadyHandler, DeadlineHandler {
  /// Number of connections accepted before the loop looks after others again.
  package static let acceptsATurn = 64
  /// Duration for which a listener rests when the process has no descriptors left.
  package static let restWhenExhausted = Duration.milliseconds(100)

  package let address: SocketAddress
  /// Number of times that the process had no descriptor or memory for a connection.
  package private(set) var exhaustions = 0
  private let core: LoopCore
  private let socket: ListeningSocket
  private let accepted: (consuming Descriptor, SocketAddress) -> Void
  private var watch: WatchID?
  private var rest: TimerID?

  /// Calls `accepted` for every connection until `stop`.
  package init(
    _ socket: consuming ListeningSocket,
    on core: LoopCore,
    accepted: @escaping (consuming Descriptor, SocketAddress) -> Void
  ) throws(SystemError) {
    address = socket.address
    self.core = core
    self.socket = socket
    self.accepted = accepted
    try listen()
  }

  /// Takes no more connections and closes this handle of the socket.
  ///
  /// Connections that wait in the kernel go to the other owners of the socket; before the last
  /// handle is closed, `takeWaiting` takes them.
  package func stop() {
    if let watch { core.unwatch(watch, socket.descriptor.number) }
    watch = nil
    if let rest { core.cancel(rest) }
    rest = nil
  }

  /// Takes the connections that wait at this moment.
  package func takeWaiting() { while take() {} }

  package func ready(_ events: ReadyEvents) {
    for _ in 0..<Listener.acceptsATurn where !take() { return }
  }

  package func deadlineReached() {
    rest = nil
    // Listening may fail again: then pause once more.
    do { try listen() } catch { pause() }
  }

  private func listen() throws(SystemError) {
    let interest: ReadyEvents = socket.isShared ? [.readable, .exclusive] : .readable
    watch = try core.watch(socket.descriptor.number, for: interest, self)
  }

  /// Takes one connection; `false` when there is none or no room for it.
  private func take() -> Bool {
    var native = clinux_address()
    // Safe: the pointer is to a local, for the length of the call.
    let number = unsafe clinux_accept(socket.descriptor.number, &native)
    if number >= 0 {
      accepted(Descriptor(owning: number), SocketAddress(native))
      return true
    }
    switch clinux_errno() {
    case ECONNABORTED, EINTR, EPROTO: return true
    case EMFILE, ENFILE, ENOBUFS, ENOMEM:
      exhaustions += 1
      pause()
      return false
    default: return false
    }
  }

  private func pause() {
    if let watch { core.unwatch(watch, socket.descriptor.number) }
    watch = nil
    if rest == nil { rest = core.schedule(self, at: core.now + Listener.restWhenExhausted) }
  }
}
