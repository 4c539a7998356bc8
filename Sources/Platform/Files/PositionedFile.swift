// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// An open file that is read and written at any position, and may be locked against other processes.
/// It is closed with the last reference, which also gives up its lock.
package final class PositionedFile: Sendable {
  package let path: String
  package let descriptor: Int32

  /// Opens a file that exists, for reading.
  package init(reading path: String) throws(FileError) {
    self.path = path
    descriptor = try PositionedFile.open(path, O_RDONLY)
  }

  /// Opens a file for reading and writing, which is created for its owner only.
  ///
  /// - Parameter isNew: whether a file that exists is an error.
  package init(writing path: String, isNew: Bool = false) throws(FileError) {
    self.path = path
    descriptor = try PositionedFile.open(path, O_RDWR | O_CREAT | (isNew ? O_EXCL : 0))
  }

  /// Opens a file that exists, for reading and writing.
  package init(updating path: String) throws(FileError) {
    self.path = path
    descriptor = try PositionedFile.open(path, O_RDWR)
  }

  deinit { close(descriptor) }

  private static func open(_ path: String, _ flags: Int32) throws(FileError) -> Int32 {
    // Safe: the path is a C string that lives as long as the call.
    let number = unsafe Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw .last("open", path) }
    return number
  }

  /// Reads up to `count` bytes, fewer where the file ends before.
  package func read(_ count: Int, at offset: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let result = unsafe bytes.withUnsafeMutableBytes { buffer in
        // Safe: the kernel writes no more than there is room for behind `done`.
        unsafe pread(
          descriptor,
          buffer.baseAddress?.advanced(by: done),
          count - done,
          off_t(offset + done)
        )
      }
      if result > 0 {
        done += result
      } else if result == 0 {
        return Array(bytes.prefix(done))
      } else if clinux_errno() != EINTR {
        throw .last("read", path)
      }
    }
    return bytes
  }

  package func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let result = unsafe bytes.withUnsafeBytes { buffer in
        // Safe: the kernel reads what is left of the array and keeps no pointer to it.
        unsafe pwrite(
          descriptor,
          buffer.baseAddress?.advanced(by: done),
          bytes.count - done,
          off_t(offset + done)
        )
      }
      if result >= 0 {
        done += result
      } else if clinux_errno() != EINTR {
        throw .last("write", path)
      }
    }
  }

  /// Makes the file as long as this, with zeros that take no room.
  package func extend(to count: Int) throws(FileError) {
    guard ftruncate(descriptor, off_t(count)) == 0 else { throw .last("extend", path) }
  }

  /// The number of its bytes.
  package var count: Int {
    get throws(FileError) {
      let end = lseek(descriptor, 0, SEEK_END)
      guard end >= 0 else { throw .last("examine", path) }
      return Int(end)
    }
  }

  /// Waits until what was written is on the disk.
  package func synchronize() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw .last("synchronize", path) }
  }

  /// Takes the room of a range on the disk, so that a full disk cannot fail a later write to it.
  package func reserve(_ range: Range<Int>) throws(FileError) {
    let code = posix_fallocate(descriptor, off_t(range.lowerBound), off_t(range.count))
    guard code == 0 else { throw FileError(operation: "reserve room of", path: path, code: code) }
  }

  /// Waits for the lock of the file, which only one open file has at a time.
  package func lock() throws(FileError) {
    while flock(descriptor, LOCK_EX) != 0 {
      guard clinux_errno() == EINTR else { throw .last("lock", path) }
    }
  }

  /// Takes the lock if nobody has it, and returns whether it did.
  package func tryLock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  package func unlock() { flock(descriptor, LOCK_UN) }
}
