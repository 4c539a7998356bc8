// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A file descriptor with one owner, closed with it.
package struct Descriptor: ~Copyable, Sendable {
  package let number: Int32

  /// Takes over an open descriptor.
  package init(owning number: Int32) { self.number = number }

  deinit { _ = close(number) }

  /// Gives the number away without closing it.
  package consuming func release() -> Int32 {
    let number = self.number
    discard self
    return number
  }

  /// Has TCP send at once, and look whether a peer that is silent is still there: one that has left, or that cannot be
  /// reached any more, is found gone in about a minute although nothing is sent to it. Accepted sockets have what their
  /// listener has, which saves the calls for each.
  func setTCPOptions() {
    _ = clinux_set_option(number, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    _ = clinux_set_option(number, SOL_SOCKET, SO_KEEPALIVE, 1)
    _ = clinux_set_option(number, Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30)
    _ = clinux_set_option(number, Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10)
    _ = clinux_set_option(number, Int32(IPPROTO_TCP), TCP_KEEPCNT, 3)
  }
}

/// Error of a system call, with the operation that it was part of.
package struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Operation that was tried, for example `bind 127.0.0.1:80`.
  package let operation: String
  /// The kernel's `errno`.
  package let code: Int32
  /// Condition under which the operation succeeds, where more can be said of it.
  package let expected: String?

  package init(_ operation: String, code: Int32, expected: String? = nil) {
    self.operation = operation
    self.code = code
    self.expected = expected
  }

  /// Whether a connection was refused, since no process listens at its address, or its path is not there.
  package var isRefusal: Bool { code == ECONNREFUSED || code == ENOENT }

  /// Whether the address is in use already.
  package var isAddressInUse: Bool { code == EADDRINUSE }

  /// The error of the last system call of this thread.
  static func last(_ operation: String) -> SystemError {
    SystemError(operation, code: clinux_errno())
  }

  package var description: String {
    "\(operation): \(SystemError.message(code)) (errno \(code))"
  }

  private static func message(_ code: Int32) -> String {
    // Safe: GNU's strerrordesc_np returns a static string or nil.
    guard let text = unsafe clinux_error_text(code) else { return "unknown error" }
    return unsafe String(cString: text)
  }
}
