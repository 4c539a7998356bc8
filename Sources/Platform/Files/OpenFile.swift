// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// An open file descriptor, closed at the end of its owner.
struct OpenFile: ~Copyable {
  struct Status {
    let isRegular: Bool
    let size: Int64
    /// The last change, in seconds of Unix time.
    let changed: Int64
    fileprivate let permissions: mode_t
    fileprivate let owner: uid_t
    fileprivate let device: UInt64
    fileprivate let inode: UInt64

    fileprivate init(_ status: stat) {
      isRegular = status.st_mode & S_IFMT == S_IFREG
      permissions = status.st_mode & 0o777
      owner = status.st_uid
      size = Int64(status.st_size)
      changed = Int64(status.st_mtim.tv_sec)
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  private let number: Int32
  private let path: String

  init(_ path: String, _ flags: Int32, mode: mode_t = 0o644) throws(FileError) {
    // Safe: the path is a C string that lives as long as the call.
    let number = unsafe open(path, flags, mode)
    guard number >= 0 else { throw .last("open", path) }
    self.number = number
    self.path = path
  }

  deinit { _ = close(number) }

  func status() throws(FileError) -> Status {
    var status = stat()
    // Safe: the kernel fills the structure and keeps no pointer to it.
    guard unsafe fstat(number, &status) == 0 else { throw .last("examine", path) }
    return Status(status)
  }

  /// Takes the rights of all others, if the file belongs to this user.
  func makePrivate() throws(FileError) {
    let status = try self.status()
    let permissions: mode_t = status.isRegular ? 0o600 : 0o700
    guard status.owner == geteuid(), status.permissions != permissions else { return }
    guard fchmod(number, permissions) == 0 else { throw .last("make private", path) }
  }

  /// Returns true if the path still names this file, and not another one or none.
  func isInPlace() throws(FileError) -> Bool {
    let own = try self.status()
    var status = stat()
    // Safe: as above; the path is a C string that lives as long as the call.
    guard unsafe stat(path, &status) == 0 else {
      guard clinux_errno() == ENOENT else { throw .last("examine", path) }
      return false
    }
    let other = Status(status)
    return (own.device, own.inode) == (other.device, other.inode)
  }

  func contents(expected: Int, limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var isAtEnd = false
    while !isAtEnd {
      // One byte more than expected, so that the end is seen without another round.
      let chunk = try read(atMost: bytes.isEmpty ? expected + 1 : 65_536)
      isAtEnd = chunk.isEmpty
      bytes = bytes.isEmpty ? chunk : bytes + chunk
      guard bytes.count <= limit else {
        throw FileError(operation: "read", path: path, code: EFBIG, limit: limit)
      }
      if bytes.count == expected { isAtEnd = true }
    }
    return bytes
  }

  /// Moves the position to an offset.
  func seek(to offset: Int) throws(FileError) {
    guard lseek(number, off_t(offset), SEEK_SET) >= 0 else { throw .last("read", path) }
  }

  /// Reads `count` bytes, or fewer where the file ends before.
  func read(upTo count: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let chunk = try read(atMost: count - bytes.count)
      guard !chunk.isEmpty else { break }
      bytes = bytes.isEmpty ? chunk : bytes + chunk
    }
    return bytes
  }

  /// Reads some bytes, at most `room`; none at the end.
  func read(atMost room: Int) throws(FileError) -> [UInt8] {
    while true {
      var failure: FileError?
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        // Safe: the kernel writes at most `room` bytes into memory that has as many.
        let result = unsafe Glibc.read(number, buffer.baseAddress, room)
        if result < 0 { failure = .last("read", path) }
        count = max(0, result)
      }
      guard let failure else { return chunk }
      if failure.code != EINTR { throw failure }
    }
  }

  func write(_ bytes: [UInt8]) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let result = unsafe bytes.withUnsafeBytes { buffer in
        // Safe: the kernel reads what is left of the array and keeps no pointer to it.
        unsafe Glibc.write(
          number,
          buffer.baseAddress?.advanced(by: written),
          bytes.count - written
        )
      }
      if result >= 0 {
        written += result
      } else if clinux_errno() != EINTR {
        throw .last("write", path)
      }
    }
  }

  func synchronize() throws(FileError) {
    guard fsync(number) == 0 else { throw .last("synchronize", path) }
  }
}
