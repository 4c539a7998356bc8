// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Reading and writing of whole files. Calls block.
///
/// Safe: every call below that is marked as unsafe gets a path as a C string that lives as long as
/// the call, and keeps no pointer to it.
package enum Files {
  /// Reads a regular file of at most `limit` bytes.
  package static func read(_ path: String, limit: Int = .max) throws(FileError) -> [UInt8] {
    let file = try OpenFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    let status = try file.status()
    guard status.isRegular else { throw FileError(operation: "read", path: path, code: EINVAL) }
    guard status.size <= limit else {
      throw FileError(operation: "read", path: path, code: EFBIG, limit: limit)
    }
    return try file.contents(expected: Int(status.size), limit: limit)
  }

  /// Reads up to `count` bytes of a regular file from an offset on.
  package static func read(
    _ path: String,
    from offset: Int,
    count: Int
  ) throws(FileError) -> [UInt8] {
    let file = try OpenFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard try file.status().isRegular else {
      throw FileError(operation: "read", path: path, code: EINVAL)
    }
    try file.seek(to: offset)
    return try file.read(upTo: count)
  }

  /// Returns the size of a file in bytes.
  package static func size(_ path: String) throws(FileError) -> Int64 {
    Int64(try OpenFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK).status().size)
  }

  /// Writes a file atomically: readers see the old content or the new one, also after a power
  /// failure. Only the owner may read it, unless it is public.
  package static func write(
    _ bytes: [UInt8],
    to path: String,
    isPublic: Bool = false
  ) throws(FileError) {
    var draft = try FileDraft(for: path, isPublic: isPublic)
    try draft.append(bytes)
    try draft.putInPlace()
  }

  /// Creates a folder and its missing parents. Only the owner may look into it, unless it is public.
  ///
  /// - Parameter isPrivate: whether only the owner may look into it, also if it was there already; others may look
  ///   into parents that are made for it.
  package static func makeFolder(
    _ path: String,
    isPrivate: Bool = false,
    isPublic: Bool = false
  ) throws(FileError) {
    let mode: mode_t = isPublic ? 0o755 : 0o700
    if unsafe mkdir(path, mode) != 0, clinux_errno() != EEXIST {
      guard clinux_errno() == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex
      else { throw .last("make the folder", path) }
      try makeFolder(String(path[..<slash]), isPublic: isPublic || isPrivate)
      guard unsafe mkdir(path, mode) == 0 || clinux_errno() == EEXIST else {
        throw .last("make the folder", path)
      }
    }
    if isPrivate { try makePrivate(path) }
  }

  /// Takes the rights of others from a file or folder of this user, whatever the umask was.
  package static func makePrivate(_ path: String) throws(FileError) {
    try OpenFile(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC).makePrivate()
  }

  /// Creates an empty file that only its owner may read and write, unless it is there; then takes the rights of
  /// others from it.
  package static func makePrivateFile(_ path: String) throws(FileError) {
    try OpenFile(path, O_RDONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC, mode: 0o600).makePrivate()
  }

  /// Flushes a folder's entries to disk, so that new names survive a power failure.
  package static func synchronize(folder: String) throws(FileError) {
    try OpenFile(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC).synchronize()
  }

  package static func remove(_ path: String) throws(FileError) {
    guard unsafe unlink(path) == 0 || clinux_errno() == ENOENT else { throw .last("remove", path) }
  }

  /// Gives a file another name in the same file system, in place of one that has it.
  package static func move(_ path: String, to other: String) throws(FileError) {
    guard unsafe rename(path, other) == 0 else { throw .last("rename to \(other)", path) }
  }

  /// Returns the absolute path without links and dots; `nil` where nothing is there.
  package static func realPath(_ path: String) -> String? {
    guard let found = unsafe realpath(path, nil) else { return nil }
    // Safe: `realpath` allocated the C string for us.
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }

  /// Returns whether a folder, which must exist, contains a file of this name.
  package static func has(_ name: String, in folder: String) throws(FileError) -> Bool {
    guard unsafe access("\(folder)/\(name)", F_OK) != 0 else { return true }
    guard clinux_errno() == ENOENT else { throw .last("examine", "\(folder)/\(name)") }
    _ = try OpenFile(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    return false
  }

  package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Returns true if this process may write a file or into a folder.
  package static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

  /// Returns the space of the disk that has a path; `nil` where the kernel does not tell it.
  package static func space(of path: String) -> DiskSpace? {
    var figures = statvfs()
    guard unsafe statvfs(path, &figures) == 0 else { return nil }
    func bytes(_ blocks: UInt) -> Int {
      Int(
        clamping: UInt64(blocks).multipliedReportingOverflow(by: UInt64(figures.f_frsize))
          .partialValue
      )
    }
    let used = figures.f_blocks - min(figures.f_blocks, figures.f_bfree)
    return DiskSpace(
      disk: UInt64(figures.f_fsid),
      usedBytes: bytes(used),
      freeBytes: bytes(figures.f_bavail),
      usedFiles: Int(clamping: figures.f_files - min(figures.f_files, figures.f_ffree)),
      freeFiles: Int(clamping: figures.f_favail)
    )
  }
}

/// The space of a disk, as an unprivileged user has it.
package struct DiskSpace: Sendable, Equatable {
  /// The number of the disk.
  package let disk: UInt64
  package let usedBytes: Int
  package let freeBytes: Int
  package let usedFiles: Int
  package let freeFiles: Int

  package init(disk: UInt64, usedBytes: Int, freeBytes: Int, usedFiles: Int, freeFiles: Int) {
    self.disk = disk
    self.usedBytes = usedBytes
    self.freeBytes = freeBytes
    self.usedFiles = usedFiles
    self.freeFiles = freeFiles
  }

  /// The share that is used: of bytes or of files, whichever is larger.
  package var usedShare: Double {
    func share(_ used: Int, _ free: Int) -> Double {
      used > 0 ? Double(used) / (Double(used) + Double(free)) : 0
    }
    // Some kinds of disks have no fixed number of files, and tell none.
    return max(share(usedBytes, freeBytes), freeFiles > 0 ? share(usedFiles, freeFiles) : 0)
  }
}
