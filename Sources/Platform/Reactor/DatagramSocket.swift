// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A socket that sends datagrams to one address, of a thread that may wait.
package final class DatagramSocket {
  private let address: SocketAddress
  private let descriptor: Descriptor

  package init(to address: SocketAddress) throws(SystemError) {
    guard var native = address.native else {
      throw SystemError("connect to \(address): the path must have 1 to 107 bytes", code: EINVAL)
    }
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    let number = Glibc.socket(address.family, kind, 0)
    guard number >= 0 else { throw .last("socket for \(address)") }
    descriptor = Descriptor(owning: number)
    // Safe: the pointer is to a local, for the length of the call.
    guard unsafe clinux_connect(number, &native) == 0 else {
      throw .last("connect to \(address)")
    }
    self.address = address
  }

  /// Sends a datagram, and waits until there is room for it.
  package func send(_ bytes: [UInt8]) throws(SystemError) {
    // Safe: the kernel reads the array's bytes during the call.
    let count = unsafe bytes.withUnsafeBytes { source in
      unsafe clinux_send(descriptor.number, source.baseAddress, source.count)
    }
    guard count >= 0 else { throw .last("send to \(address)") }
  }
}
