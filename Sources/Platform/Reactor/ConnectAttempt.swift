// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// One try to connect to one address.
///
/// It ends with exactly one call of `completion`, never before the initialiser has returned, or
/// with `cancel` and no call.
package final class ConnectAttempt: ReadyHandler, DeadlineHandler, BatchHandler {
  /// Pause before the next try at a Unix socket whose queue is full; the kernel does not wait there.
  private static let pause = Duration.milliseconds(5)

  package let address: SocketAddress
  private let core: LoopCore
  private let deadline: Instant
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
    self.deadline = deadline
    self.completion = completion
    do {
      try begin()
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
    finish(code == 0 ? nil : failure(code))
  }

  package func deadlineReached() {
    timer = nil
    guard core.now < deadline else { return finish(failure(ETIMEDOUT)) }
    do {
      try begin()
    } catch {
      finish(error)
    }
  }

  package func batchEnded() { if let early { finish(early) } }

  private func begin() throws(SystemError) {
    guard var native = address.native else {
      throw SystemError("connect to \(address): the path must have 1 to 107 bytes", code: EINVAL)
    }
    let number = Glibc.socket(
      address.family,
      Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
      0
    )
    guard number >= 0 else { throw .last("socket for \(address)") }
    let descriptor = Descriptor(owning: number)
    if address.isInternet { descriptor.setTCPOptions() }
    socket = consume descriptor
    // Safe: the pointer is to a local, for the length of the call.
    if unsafe clinux_connect(number, &native) != 0, case let code = clinux_errno(),
      code != EINPROGRESS
    {
      guard code == EAGAIN, !address.isInternet else { throw failure(code) }
      timer = core.schedule(self, at: min(core.now + ConnectAttempt.pause, deadline))
      return
    }
    watch = try core.watch(number, for: .writable, self)
    timer = core.schedule(self, at: deadline)
  }

  /// Makes the error of a try; a Unix socket's tells what it takes to connect there.
  private func failure(_ code: Int32) -> SystemError {
    let expected: String? =
      switch (address.isInternet, code) {
      case (false, ENOENT), (false, ENOTDIR): "the socket of a process that listens there"
      case (false, ECONNREFUSED): "a socket on which a process listens"
      case (false, EACCES):
        "a socket that user \(geteuid()) may write to, in folders that it may enter"
      case (false, EPROTOTYPE): "a stream socket"
      case (false, ETIMEDOUT): "room in the queue of the process that listens there"
      default: nil
      }
    return SystemError("connect to \(address)", code: code, expected: expected)
  }

  private func finish(_ error: SystemError?) {
    guard let completion else { return }
    self.completion = nil
    if error == nil, let connected = takeSocket() {
      release()
      completion(.socket(connected))
    } else {
      release()
      completion(.failed(error ?? failure(EBADF)))
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
