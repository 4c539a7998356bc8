// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
package import Reactor

/// A program that answers lines of its input with lines of its output, for a thread that may block.
///
/// Its errors go to where ours go.
package final class LineProgram {
  /// A longer line than this is a fault.
  private static let longestLine = 16 << 20

  private let socket: Descriptor
  private let child: pid_t
  private var isRunning = true
  private var received: [UInt8] = []

  /// Starts a program, whose words begin with a path, or a name to be looked for as a shell does.
  package init(_ words: [String]) throws(SystemError) {
    var ends: [Int32] = [0, 0]
    // Safe: the array has room for both numbers.
    guard unsafe socketpair(AF_UNIX, LineProgram.kind, 0, &ends) == 0 else {
      throw SystemError("make a pair of sockets", code: clinux_errno())
    }
    socket = Descriptor(owning: ends[0])
    let theirs = Descriptor(owning: ends[1])
    // The shell makes its input, which is open in both directions, its output too.
    let all = ["/bin/sh", "-c", "exec \"$0\" \"$@\" >&0"] + words
    var (child, code): (pid_t, Int32) = (0, 0)
    // Safe: the words live through the call, which copies them; the list ends with NULL.
    let copies = unsafe all.map { unsafe strdup($0) }
    defer { for index in all.indices { unsafe free(copies[index]) } }
    unsafe (copies + [nil]).withUnsafeBufferPointer { list in
      if let start = list.baseAddress { code = unsafe clinux_spawn(start, theirs.number, &child) }
    }
    guard code == 0 else { throw SystemError("start \(words.first ?? "")", code: code) }
    self.child = child
  }

  private static let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

  deinit { kill() }

  /// Sends a line.
  package func send(_ line: [UInt8]) throws(SystemError) {
    var rest = (line + [0x0A])[...]
    while !rest.isEmpty {
      // Safe: the kernel reads the bytes during the call.
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.send(
          socket.number,
          bytes.baseAddress,
          bytes.count,
          Int32(MSG_NOSIGNAL)
        )
      }
      guard count > 0 else { throw SystemError("write to the program", code: clinux_errno()) }
      rest = rest.dropFirst(count)
    }
  }

  /// Waits for the next line.
  ///
  /// - Throws: `ETIMEDOUT` once `limit` is over, and `EPIPE` where the program has ended.
  package func line(within limit: Duration) throws(SystemError) -> [UInt8] {
    let end = ContinuousClock.now + limit
    var searched = 0
    while true {
      if let place = received[searched...].firstIndex(of: 0x0A) {
        let line = Array(received[..<place])
        received.removeSubrange(...place)
        return line
      }
      searched = received.count
      guard searched < LineProgram.longestLine else {
        throw SystemError("read a line of the program", code: EMSGSIZE)
      }
      try fill(until: end)
    }
  }

  private func fill(until end: ContinuousClock.Instant) throws(SystemError) {
    let left = max(0, (end - .now) / .milliseconds(1))
    var watched = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
    // Safe: the pointer is to a local, for the length of the call.
    guard unsafe poll(&watched, 1, Int32(min(left.rounded(.up), 1e9))) > 0 else {
      throw SystemError("wait for the program", code: ETIMEDOUT)
    }
    var piece = [UInt8](repeating: 0, count: 65_536)
    // Safe: the kernel writes at most as many bytes as the array has.
    let count = unsafe recv(socket.number, &piece, piece.count, 0)
    guard count > 0 else { throw SystemError("read from the program", code: EPIPE) }
    received += piece[..<count]
  }

  /// Kills the program and all that it has started, at once.
  package func kill() {
    guard isRunning else { return }
    isRunning = false
    _ = Glibc.kill(-child, SIGKILL)
    var status: Int32 = 0
    // Safe: the pointer is to a local, for the length of the call.
    while unsafe waitpid(child, &status, 0) < 0, clinux_errno() == EINTR {}
  }
}
