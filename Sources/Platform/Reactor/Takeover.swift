// SPDX-License-Identifier: Apache-2.0

// One process relieves another without losing a connection: the listening sockets themselves pass
// over a Unix socket, so that the kernel's queue of connections is never closed. The new process
// asks, listens on the same sockets, and confirms it with one byte; the old one confirms with one
// byte that it is relieved, and stops accepting. `TakeoverOffer` is the old process's side.
//
// Descriptors come in messages of one byte each, which is 1 while another message follows.

package import Bytes
import CLinux
import Glibc

/// Descriptors that pass from one process to the next.
package enum Takeover {
  /// Seconds for which the new process waits for the old one.
  package static let patience: Int = 30

  private static func failure(_ path: String, _ reason: String) -> PlainError {
    PlainError("cannot take over from the process that offers its sockets at \(path): \(reason)")
  }

  /// Asks the process that serves `path` for its descriptors. `nil` when none does.
  ///
  /// The connection stays open: `Claim.confirm` tells the old process to stop.
  package static func claim(at path: String) throws -> Claim? {
    guard var address = SocketAddress(.unix(path)).native else {
      throw SystemError("takeover socket \(path): expected 1 to 107 bytes", code: EINVAL)
    }
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { throw SystemError.last("socket for takeover") }
    let connection = Descriptor(owning: number)
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
      default: throw SystemError.last("connect to takeover socket \(path)")
      }
    }
    return Claim(connection, path, try receive(over: number, path))
  }

  private static func receive(
    over connection: Int32,
    _ path: String
  ) throws(PlainError) -> HandedDescriptors {
    var numbers: [Int32] = []
    var more: UInt8 = 1
    while more == 1 {
      var received = [Int32](repeating: -1, count: Int(CLINUX_MOST_DESCRIPTORS))
      // Safe: there is room for as many as come with one byte.
      let count = unsafe clinux_receive_descriptors(connection, &more, &received)
      guard count >= 0 else {
        let reason = reason(clinux_errno())
        // Closes the descriptors that have come so far.
        _ = HandedDescriptors(numbers)
        throw failure(path, reason)
      }
      numbers += received.prefix(Int(count))
    }
    return HandedDescriptors(numbers)
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case ECONNRESET, EPIPE: "it has ended, or says itself why it does not"
    case EAGAIN: "it has not answered within \(patience) seconds"
    case EMFILE:
      "this process may not have as many open files; expected a higher limit (ulimit -Hn)"
    default: SystemError("receive", code: code).description
    }
  }

  /// Descriptors that another process still shares.
  package struct Claim: ~Copyable {
    private let connection: Descriptor
    private let path: String
    /// Descriptors that were handed over.
    package let handed: HandedDescriptors

    fileprivate init(
      _ connection: consuming Descriptor,
      _ path: String,
      _ handed: HandedDescriptors
    ) {
      self.connection = connection
      self.path = path
      self.handed = handed
    }

    /// Tells the old process that we accept, and waits until it says that it stops: another process may
    /// have been faster.
    package consuming func confirm() throws(PlainError) {
      var answer: UInt8 = 0
      // Safe: one byte of a local array, and one of a local.
      let isSent = unsafe clinux_send(connection.number, [UInt8(1)], 1) == 1
      let count = isSent ? unsafe recv(connection.number, &answer, 1, 0) : -1
      guard count != 1 else { return }
      switch count == 0 ? ECONNRESET : clinux_errno() {
      case ECONNRESET, EPIPE:
        throw Takeover.failure(
          path,
          "it has ended, or another process has taken over from it meanwhile"
        )
      case let code: throw Takeover.failure(path, Takeover.reason(code))
      }
    }
  }
}
