// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// One try to connect to one address.
///
/// It ends with exactly one call of `completion`, never before the initialiser has returned, or
/// with `cancel` and no call.
package final class ConnectAttempt: ReadyHandler, DeadlineHandler, BatchHandler {
  package let address: SocketAddress
  private let core: LoopCore
  private var socket: Descriptor?
  private var watch: WatchID?
  private var timer: TimerID?
  private var completion: ((consuming Connected) -> Void)?
  private var early: SystemError?

  /// Result of an attempt.
  package enum Connected: ~Copyable {
    case socket(Descriptor)
    case failed(SystemError)
  }

  package init(
    to address: SocketAddress,
    on core: LoopCore,
    deadline: Instant,
    completion: @escaping (consuming Connected) -> Void
  ) {
    self.address = address
    self.core = core
    self.completion = completion
    do {
      try begin(deadline)
    } catch {
      early = error
      core.atEndOfBatch(self)
    }
  }

  /// Gives up without a word.
  package func cancel() {
    completion = nil
    release()
  }

  package func ready(_ events: ReadyEvents) {
    guard let number = socket?.number else { return }
    var code: Int32 = 0
    // Safe: the pointer is to a local, for the length of the call.
    _ = unsafe clinux_get_option(number, SOL_SOCKET, SO_ERROR, &code)
    finish(code == 0 ? nil : SystemError("connect to \(address)", code: code))
  }

  package func deadlineReached() {
    timer = nil
    finish(SystemError("connect to \(address)", code: ETIMEDOUT))
  }

  package func batchEnded() { if let early { finish(early) } }

  private func begin(_ deadline: Instant) throws(SystemError) {
    guard var native = address.native else {
      throw SystemError("connect to \(address): the path must have 1 to 107 bytes", code: EINVAL)
    }
    let number = Glibc.socket(
      address.family,
      Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
      0
    )
    guard number >= 0 else { throw .last("socket for \(address)") }
    socket = Descriptor(owning: number)
    if address.isInternet { _ = clinux_set_option(number, Int32(IPPROTO_TCP), TCP_NODELAY, 1) }
    // Safe: the pointer is to a local, for the length of the call.
    if unsafe clinux_connect(number, &native) != 0, clinux_errno() != EINPROGRESS {
      throw .last("connect to \(address)")
    }
    watch = try core.watch(number, for: .writable, self)
    timer = core.schedule(self, at: deadline)
  }

  private func finish(_ error: SystemError?) {
    guard let completion else { return }
    self.completion = nil
    if error == nil, let connected = takeSocket() {
      release()
      completion(.socket(connected))
    } else {
      release()
      completion(.failed(error ?? SystemError("connect to \(address)", code: EBADF)))
    }
  }

  private func takeSocket() -> Descriptor? {
    if let watch, let number = socket?.number { core.unwatch(watch, number) }
    watch = nil
    return socket.take()
  }

  private func release() {
    _ = takeSocket()
    if let timer { core.cancel(timer) }
    timer = nil
  }
}
