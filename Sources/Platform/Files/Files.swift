// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Reading and writing whole files, for threads that may wait for a disk.
///
/// Safe: every call below that is marked as unsafe gets a path as a C string that lives as long as
/// the call, and keeps no pointer to it.
package enum Files {
  /// The bytes of a regular file of at most `limit` bytes.
  package static func read(_ path: String, limit: Int = .max) throws(FileError) -> [UInt8] {
    let file = try OpenFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    let status = try file.status()
    guard status.isRegular else { throw FileError(operation: "read", path: path, code: EINVAL) }
    guard status.size <= limit else {
      throw FileError(operation: "read", path: path, code: EFBIG, limit: limit)
    }
    return try file.contents(expected: Int(status.size), limit: limit)
  }

  /// So many bytes of a regular file from an offset on; fewer where it ends before.
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

  /// Puts a file in the place of another or of none: nobody sees a part of it, and after a power
  /// failure it is the old one or the new one. A secret is for its owner's eyes only.
  package static func write(
    _ bytes: [UInt8],
    to path: String,
    isSecret: Bool = false
  ) throws(FileError) {
    var draft = try FileDraft(for: path, isSecret: isSecret)
    try draft.append(bytes)
    try draft.putInPlace()
  }

  /// Makes a folder and those above it, as far as they are missing.
  package static func makeFolder(_ path: String) throws(FileError) {
    guard unsafe mkdir(path, 0o755) != 0 else { return }
    switch clinux_errno() {
    case EEXIST: return
    case ENOENT:
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
        throw .last("make the folder", path)
      }
      try makeFolder(String(path[..<slash]))
      guard unsafe mkdir(path, 0o755) == 0 || clinux_errno() == EEXIST else {
        throw .last("make the folder", path)
      }
    default: throw .last("make the folder", path)
    }
  }

  /// Waits until the disk knows which files a folder has by which names.
  package static func synchronize(folder: String) throws(FileError) {
    try OpenFile(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC).synchronize()
  }

  package static func remove(_ path: String) throws(FileError) {
    guard unsafe unlink(path) == 0 || clinux_errno() == ENOENT else { throw .last("remove", path) }
  }

  /// The path from the root without links and dots; `nil` where nothing is there.
  package static func realPath(_ path: String) -> String? {
    guard let found = unsafe realpath(path, nil) else { return nil }
    // Safe: the call has made a C string for us, which nobody else frees.
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }

  /// Whether there is a file of a name in a folder, which must be there itself.
  package static func has(_ name: String, in folder: String) throws(FileError) -> Bool {
    guard unsafe access("\(folder)/\(name)", F_OK) != 0 else { return true }
    guard clinux_errno() == ENOENT else { throw .last("examine", "\(folder)/\(name)") }
    _ = try OpenFile(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    return false
  }

  package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
