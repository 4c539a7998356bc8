// SPDX-License-Identifier: Apache-2.0
//
// Reading and writing at a place of a file, for which the standard library has nothing and Foundation
// nothing that is as old as the systems of apps. Each `unsafe` is a call of the system that gets a path as a
// string of C, which lives as long as the call.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An open file.
package final class DiskFile: Sendable {
  let path: String
  private let descriptor: Int32

  /// Opens a file, or makes an empty one that only its owner can read.
  package init(_ path: String) throws(PersistenceFault) {
    self.path = path
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw PersistenceFault("opening", at: path, DiskFile.reason) }
  }

  deinit { _ = close(descriptor) }

  private static var reason: String { unsafe String(cString: strerror(errno)) }

  private func fault(_ operation: String) -> PersistenceFault {
    PersistenceFault(operation, at: path, DiskFile.reason)
  }

  /// The number of bytes.
  func size() throws(PersistenceFault) -> Int {
    let size = lseek(descriptor, 0, SEEK_END)
    guard size >= 0 else { throw fault("measuring") }
    return Int(size)
  }

  /// Returns up to `count` bytes from a place; fewer only at the end of the file.
  func read(_ count: Int, at place: Int) throws(PersistenceFault) -> ContiguousArray<UInt8> {
    var failed = false
    // Safe: each call writes at most the bytes that are left of the array's room.
    let bytes = unsafe ContiguousArray<UInt8>(unsafeUninitializedCapacity: max(0, count)) {
      room,
      filled in
      while filled < count {
        let rest = unsafe UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(room)[filled...]
        )
        let read = unsafe pread(descriptor, rest.baseAddress, count - filled, off_t(place + filled))
        if read < 0, errno == EINTR { continue }
        failed = read < 0
        guard read > 0 else { return }
        filled += read
      }
    }
    guard !failed else { throw fault("reading") }
    return bytes
  }

  /// Writes bytes at a place, all of them or with an error.
  func write(_ bytes: ArraySlice<UInt8>, at place: Int) throws(PersistenceFault) {
    var written = 0
    while written < bytes.count {
      let rest = bytes[(bytes.startIndex + written)...]
      // Safe: the call reads the bytes of the slice only.
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(place + written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw fault("writing") }
      written += count
    }
  }

  /// Cuts the file off behind a number of bytes.
  func truncate(to size: Int) throws(PersistenceFault) {
    guard ftruncate(descriptor, off_t(size)) == 0 else { throw fault("cutting") }
  }

  /// Waits until everything is on the disk.
  func synchronize() throws(PersistenceFault) {
    guard fsync(descriptor) == 0 else { throw fault("synchronizing") }
  }

  /// Makes a folder, with those above it, that only its owner can read.
  package static func makeFolder(_ path: String) throws(PersistenceFault) {
    guard !path.isEmpty, unsafe mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    if errno == ENOENT, let end = path.lastIndex(of: "/"), end > path.startIndex {
      try makeFolder(String(path[..<end]))
      // Another one may have made it meanwhile.
      if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    }
    throw PersistenceFault("making", at: path, reason)
  }

  /// Removes a file, a link, or a folder with everything in it; one that is not there is no failure.
  static func removeAll(_ path: String) throws(PersistenceFault) {
    if unsafe unlink(path) == 0 || errno == ENOENT { return }
    guard errno == EISDIR || errno == EPERM, let folder = unsafe opendir(path) else {
      throw PersistenceFault("removing", at: path, reason)
    }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      // Safe: the name is read in its place, and ends with a zero.
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    unsafe closedir(folder)
    for name in names { try removeAll(path + "/" + name) }
    guard unsafe rmdir(path) == 0 else { throw PersistenceFault("removing", at: path, reason) }
  }

  /// Waits until the names of a folder's files are on the disk.
  static func synchronizeFolder(_ path: String) throws(PersistenceFault) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw PersistenceFault("opening", at: path, reason) }
    defer { _ = close(descriptor) }
    guard fsync(descriptor) == 0 else { throw PersistenceFault("synchronizing", at: path, reason) }
  }

  package static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// Gives a file another name, in place of the file that has it.
  static func rename(_ path: String, to other: String) throws(PersistenceFault) {
    // The function without "at" has the name of this one.
    let status = unsafe renameat(AT_FDCWD, path, AT_FDCWD, other)
    guard status == 0 else { throw PersistenceFault("renaming", at: path, reason) }
  }
}

/// The device's clock.
enum SystemClock {
  /// The seconds since 1970.
  static var now: Int64 {
    Int64(time(nil))
  }
}
