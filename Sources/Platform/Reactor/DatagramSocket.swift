// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A socket of one loop that sends datagrams to one address, over UDP or a Unix socket.
package final class DatagramSocket: ReadyHandler {
  /// The result of sending a datagram.
  package enum Outcome: Sendable {
    case sent
    /// Nothing was sent; `writable` is called when there is room.
    case blocked
    /// It is larger than a datagram can be here.
    case tooLarge
    /// Nothing was sent, and the socket is of no more use.
    case failed(SystemError)
  }

  package let address: SocketAddress
  private let core: LoopCore
  private let descriptor: Descriptor
  private let writable: () -> Void
  private var watch: WatchID?

  /// - Parameter writable: is called on the loop when a datagram can be sent again.
  package init(
    to address: SocketAddress,
    on core: LoopCore,
    writable: @escaping () -> Void
  ) throws(SystemError) {
    guard var native = address.native else {
      throw SystemError("connect to \(address): the path must have 1 to 107 bytes", code: EINVAL)
    }
    let number = Glibc.socket(
      address.family,
      Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
      0
    )
    guard number >= 0 else { throw .last("socket for \(address)") }
    descriptor = Descriptor(owning: number)
    // Safe: the pointer is to a local, for the length of the call.
    guard unsafe clinux_connect(number, &native) == 0 else {
      throw .last("connect to \(address)")
    }
    self.address = address
    self.core = core
    self.writable = writable
  }

  package func send(_ bytes: [UInt8]) -> Outcome {
    // Safe: the kernel reads the array's bytes during the call.
    let count = unsafe bytes.withUnsafeBytes { source in
      unsafe clinux_send(descriptor.number, source.baseAddress, source.count)
    }
    if count >= 0 { return .sent }
    switch clinux_errno() {
    case EAGAIN, EINTR, ENOBUFS: return waitForRoom()
    case EMSGSIZE: return .tooLarge
    case let code: return .failed(SystemError("send to \(address)", code: code))
    }
  }

  private func waitForRoom() -> Outcome {
    guard watch == nil else { return .blocked }
    do throws(SystemError) {
      watch = try core.watch(descriptor.number, for: .writable, self)
      return .blocked
    } catch {
      return .failed(error)
    }
  }

  package func ready(_ events: ReadyEvents) {
    stopWatching()
    writable()
  }

  private func stopWatching() {
    guard let watch else { return }
    core.unwatch(watch, descriptor.number)
    self.watch = nil
  }

  /// Ends the watching; the socket is closed with the last reference.
  package func close() { stopWatching() }
}
