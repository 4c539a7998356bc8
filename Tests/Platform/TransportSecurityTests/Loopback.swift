// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A listening socket on the loopback interface and the connections that it takes, all non-blocking.
final class Loopback {
  let port: UInt16
  private let listener: Int32
  private var connections: [Int32] = []

  init() throws {
    _ = signal(SIGPIPE, SIG_IGN)
    let kind = Int32(SOCK_STREAM.rawValue) | O_CLOEXEC
    let socket = Glibc.socket(AF_INET, kind, 0)
    listener = socket
    var address = Loopback.address(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    // Safe: the pointers are to locals of the size that is told.
    let hasFailed = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(socket, $0, size) != 0 || listen(socket, 8) != 0
          || getsockname(socket, $0, &size) != 0
      }
    }
    guard !hasFailed else { throw SocketPair.Failure(code: errno) }
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit {
    close(listener)
    for connection in connections { close(connection) }
  }

  /// The next connection, waited for at most 20 seconds.
  func accept() throws -> Int32 {
    guard Loopback.wait(listener, for: POLLIN) else { throw SocketPair.Failure(code: ETIMEDOUT) }
    var peer = clinux_address()
    let connection = unsafe clinux_accept(listener, &peer)
    guard connection >= 0 else { throw SocketPair.Failure(code: errno) }
    connections.append(connection)
    return connection
  }

  /// Lets the peer see the end of the stream.
  func end(_ connection: Int32) { shutdown(connection, Int32(SHUT_WR)) }

  /// A connection to a port of another program, which may need a moment to listen.
  func connect(to port: UInt16) throws -> Int32 {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    connections.append(connection)
    var address = Loopback.address(port: port)
    // Safe: the pointer is to a local of the size that is told.
    let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw SocketPair.Failure(code: errno) }
    _ = fcntl(connection, F_SETFL, O_NONBLOCK)
    return connection
  }

  static func wait(_ socket: Int32, for events: Int32) -> Bool {
    var request = pollfd(fd: socket, events: Int16(events), revents: 0)
    // Safe: the pointer is to a local.
    return unsafe poll(&request, 1, 20_000) == 1
  }

  private static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }
}
