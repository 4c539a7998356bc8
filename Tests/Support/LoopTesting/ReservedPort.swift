// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Reactor

/// A port of the loopback interface where connections are refused until somebody listens there.
///
/// The kernel gives it to nobody who asks for any port, as long as this value lives: a port that was
/// free a moment ago may be another test's by now.
@safe
package final class ReservedPort: Sendable {
  package let address: SocketAddress
  private let number: Int32

  package struct Failure: Error {
    let code: Int32
  }

  package init() throws {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw Failure(code: errno) }
    // The later listener sets this option as well, so that both can use the port.
    var reuse: Int32 = 1
    let length = socklen_t(MemoryLayout<Int32>.size)
    var native = sockaddr_in()
    native.sin_family = sa_family_t(AF_INET)
    native.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Safe: the pointers are to locals of the sizes that are told.
    let isBound = unsafe withUnsafeMutablePointer(to: &native) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &reuse, length) == 0
          && bind(number, $0, size) == 0 && getsockname(number, $0, &size) == 0
      }
    }
    guard isBound else {
      let code = errno
      close(number)
      throw Failure(code: code)
    }
    self.number = number
    address = .loopback(port: UInt16(bigEndian: native.sin_port))
  }

  deinit { close(number) }
}
