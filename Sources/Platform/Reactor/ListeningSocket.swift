// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A bound socket that takes connections.
package struct ListeningSocket: ~Copyable, Sendable {
  let descriptor: Descriptor
  /// Where it listens, with the port that the kernel chose for port 0.
  package let address: SocketAddress
  /// Whether other processes or loops share this very socket, and not only its port.
  package let isShared: Bool

  /// Maximum number of connections that the kernel queues for us; it takes the smaller of this and
  /// its own limit (`net.core.somaxconn`).
  package static let backlog: Int32 = 4096

  /// Binds and listens at an address that no other socket has; `joined` may follow, of this process
  /// or of one that the socket is handed to.
  ///
  /// The path of a Unix socket is taken over when no process answers there any more; `mode` sets
  /// its permissions, whatever the umask is, before anybody can connect. Files of other kinds stay.
  package init(binding address: SocketAddress, mode: UInt32 = 0o660) throws(SystemError) {
    let descriptor = try ListeningSocket.made(for: address)
    if !address.isInternet { try ListeningSocket.removeAbandoned(address) }
    try ListeningSocket.bind(descriptor.number, to: address)
    if case .unix(let path) = address.place, !path.hasPrefix("@") {
      guard unsafe chmod(path, mode) == 0 else { throw .last("chmod \(path)") }
    }
    try ListeningSocket.listen(descriptor.number, at: address)
    // Only from here on, so that two processes that know nothing of each other never share a port.
    ListeningSocket.setSharing(descriptor.number)
    try self.init(adopting: descriptor, isShared: false)
  }

  /// Binds and listens beside the sockets that we have at this internet address: the kernel spreads
  /// connections over them (SO_REUSEPORT).
  package init(joining address: SocketAddress) throws(SystemError) {
    let descriptor = try ListeningSocket.made(for: address)
    ListeningSocket.setSharing(descriptor.number)
    try ListeningSocket.bind(descriptor.number, to: address)
    try ListeningSocket.listen(descriptor.number, at: address)
    try self.init(adopting: descriptor, isShared: false)
  }

  private static func made(for address: SocketAddress) throws(SystemError) -> Descriptor {
    let number = socket(
      address.family,
      Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
      0
    )
    guard number >= 0 else { throw .last("socket for \(address)") }
    let descriptor = Descriptor(owning: number)
    guard address.isInternet else { return descriptor }
    _ = clinux_set_option(number, SOL_SOCKET, SO_REUSEADDR, 1)
    if case .v6 = address.place {
      _ = clinux_set_option(number, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1)
    }
    return descriptor
  }

  private static func setSharing(_ number: Int32) {
    _ = clinux_set_option(number, SOL_SOCKET, SO_REUSEPORT, 1)
  }

  private static func bind(_ number: Int32, to address: SocketAddress) throws(SystemError) {
    guard var native = address.native else {
      throw SystemError("listen on \(address): the path must have 1 to 107 bytes", code: EINVAL)
    }
    // Safe: the pointer is to a local, for the length of the call.
    guard unsafe clinux_bind(number, &native) == 0 else { throw .last("bind \(address)") }
  }

  private static func listen(_ number: Int32, at address: SocketAddress) throws(SystemError) {
    guard Glibc.listen(number, backlog) == 0 else { throw .last("listen on \(address)") }
  }

  /// Takes over a listening socket that somebody else bound: a service manager, or the process
  /// that we relieve.
  package init(adopting descriptor: consuming Descriptor, isShared: Bool) throws(SystemError) {
    let number = descriptor.number
    var isListening: Int32 = 0
    var native = clinux_address()
    // Safe: the pointers are to locals, for the length of the calls.
    guard unsafe clinux_get_option(number, SOL_SOCKET, SO_ACCEPTCONN, &isListening) == 0,
      isListening == 1
    else { throw SystemError("descriptor \(number) is not a listening socket", code: ENOTSOCK) }
    guard unsafe clinux_socket_name(number, 0, &native) == 0 else { throw .last("getsockname") }
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    address = SocketAddress(native)
    if address.isInternet { descriptor.setTCPOptions() }
    self.descriptor = descriptor
    self.isShared = isShared
  }

  /// Returns the address of a listening socket; `nil` for any other descriptor.
  static func address(of number: Int32) -> SocketAddress? {
    var isListening: Int32 = 0
    var native = clinux_address()
    // Safe: the pointers are to locals, for the length of the calls.
    guard unsafe clinux_get_option(number, SOL_SOCKET, SO_ACCEPTCONN, &isListening) == 0,
      isListening == 1, unsafe clinux_socket_name(number, 0, &native) == 0
    else { return nil }
    return SocketAddress(native)
  }

  /// Whether others may join at the same address.
  package var canBeJoined: Bool {
    guard address.isInternet else { return false }
    var isShared: Int32 = 0
    // Safe: the pointer is to a local, for the length of the call.
    guard unsafe clinux_get_option(descriptor.number, SOL_SOCKET, SO_REUSEPORT, &isShared) == 0
    else { return false }
    return isShared != 0
  }

  /// Gives the socket's number away, to be adopted on a loop.
  package consuming func release() -> Int32 { descriptor.release() }

  /// A second handle of the same socket, for another loop of this process.
  package func duplicate() throws(SystemError) -> ListeningSocket {
    let number = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 3)
    guard number >= 0 else { throw .last("duplicate the listener of \(address)") }
    return try ListeningSocket(adopting: Descriptor(owning: number), isShared: true)
  }

  /// Returns the permissions of a Unix socket's path; `nil` where there is none.
  package static func mode(of address: SocketAddress) -> UInt32? {
    guard case .unix(let path) = address.place, !path.hasPrefix("@") else { return nil }
    var entry = stat()
    // Safe: the pointers are to locals, for the length of the call.
    return unsafe lstat(path, &entry) == 0 ? entry.st_mode & 0o777 : nil
  }

  /// Removes the path of a socket that no process listens on; one that answers stays, and `bind`
  /// then fails with an address in use.
  private static func removeAbandoned(_ address: SocketAddress) throws(SystemError) {
    guard case .unix(let path) = address.place, !path.hasPrefix("@"), var native = address.native
    else { return }
    var entry = stat()
    // Safe: the pointers are to locals, for the length of the calls.
    guard unsafe lstat(path, &entry) == 0 else { return }
    // The kernel refuses connections to files of every other kind, too.
    guard entry.st_mode & S_IFMT == S_IFSOCK else {
      throw SystemError("listen on \(address): the path is there and is no socket", code: EEXIST)
    }
    let number = socket(
      AF_UNIX,
      // A listener whose queue is full would have a blocking probe wait.
      Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
      0
    )
    guard number >= 0 else { return }
    let probe = Descriptor(owning: number)
    if unsafe clinux_connect(probe.number, &native) != 0, clinux_errno() == ECONNREFUSED {
      _ = unsafe unlink(path)
    }
  }
}
