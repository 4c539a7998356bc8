// SPDX-License-Identifier: Apache-2.0

// How one process relieves another without losing a connection: the listening sockets themselves
// pass over a Unix socket, so that the kernel's queue of connections is never closed. The new
// process asks, listens on the same sockets, and says so with one byte; only then does the old one
// stop to accept. `TakeoverOffer` is the old process's side.

import CLinux
import Glibc

/// Listening sockets that pass from one process to the next.
package enum Takeover {
  /// How many sockets pass at most.
  package static let mostSockets = 64
  /// How long the new process waits for the old one.
  package static let patience: Int = 5

  /// Asks the process that serves `path` for its sockets. `nil` when nobody does.
  ///
  /// The connection stays open: `Claim.confirm` tells the old process to stop.
  package static func claim(at path: String) throws(SystemError) -> Claim? {
    guard var address = SocketAddress(.unix(path)).native else {
      throw SystemError("takeover socket \(path): expected 1 to 107 bytes", code: EINVAL)
    }
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw .last("socket for takeover") }
    let descriptor = Descriptor(owning: number)
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    // Safe: the pointers are to locals, for the length of the calls.
    _ = unsafe setsockopt(
      number,
      SOL_SOCKET,
      SO_RCVTIMEO,
      &limit,
      socklen_t(MemoryLayout<timeval>.size)
    )
    guard unsafe clinux_connect(number, &address) == 0 else {
      switch clinux_errno() {
      case ENOENT, ECONNREFUSED: return nil
      default: throw .last("connect to takeover socket \(path)")
      }
    }
    var numbers = [Int32](repeating: -1, count: mostSockets)
    let count = unsafe clinux_receive_descriptors(number, &numbers, Int32(mostSockets))
    guard count >= 0 else { throw .last("receive sockets from \(path)") }
    return Claim(connection: descriptor, sockets: Array(numbers.prefix(Int(count))))
  }

  /// Sockets that another process still shares.
  package struct Claim: ~Copyable {
    private let connection: Descriptor
    /// The listening sockets, to be adopted by the caller.
    package let sockets: [Int32]

    fileprivate init(connection: consuming Descriptor, sockets: [Int32]) {
      self.connection = connection
      self.sockets = sockets
    }

    /// Tells the old process that we accept: it stops and drains.
    package consuming func confirm() throws(SystemError) {
      // Safe: one byte of a local array.
      guard unsafe clinux_send(connection.number, [UInt8(1)], 1) == 1 else {
        throw .last("confirm the takeover")
      }
    }
  }
}
