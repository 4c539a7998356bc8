// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// An exclusive lock on a file, held by one process and by those that inherit its descriptor. The
/// file contains the process number of the holder.
package final class FileLock: Sendable {
  /// The error thrown when another process holds the lock.
  package struct Held: Error {
    /// The number of that process, if the file has it.
    package let process: Int32?
  }

  /// The open file that holds the lock.
  package let descriptor: Int32

  /// Takes the lock. `handed` may return an inherited descriptor of the same file as the given one,
  /// to share the lock that it holds.
  package init(_ path: String, handed: (Int32) -> Int32?) throws {
    // Safe: the path is a C string that lives as long as the call.
    let number = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw FileError.last("open", path) }
    if flock(number, LOCK_EX | LOCK_NB) == 0 {
      descriptor = number
    } else {
      let (code, holder) = (clinux_errno(), FileLock.holder(number))
      let shared = code == EWOULDBLOCK ? handed(number) : nil
      close(number)
      guard code == EWOULDBLOCK else {
        throw FileError(operation: "lock", path: path, code: code)
      }
      guard let shared else { throw Held(process: holder) }
      descriptor = shared
    }
    note()
  }

  deinit { close(descriptor) }

  /// Gives up the lock, for all that share it. Closing the file is not enough at once: a child process
  /// that is being started has the descriptor until its program runs.
  package func release() { _ = flock(descriptor, LOCK_UN) }

  private func note() {
    let text = Array("\(getpid())\n".utf8)
    // Safe: the kernel reads the array during the call. A failure only leaves the number out of
    // errors.
    _ = unsafe pwrite(descriptor, text, text.count, 0)
    _ = ftruncate(descriptor, off_t(text.count))
  }

  private static func holder(_ number: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 12)
    // Safe: the kernel writes at most as many bytes as there is room.
    let count = unsafe pread(number, &bytes, bytes.count, 0)
    let digits = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return Int32(digits.prefix { $0.isNumber })
  }
}

extension FileLock.Held: CustomStringConvertible {
  package var description: String {
    "another process holds the lock" + (process.map { ": process \($0)" } ?? "")
  }
}
