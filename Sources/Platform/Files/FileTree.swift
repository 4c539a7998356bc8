// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A listing of all files and folders below a folder.
package struct FileTree: Sendable {
  /// The deepest nesting of folders that is read; ends cycles of symbolic links.
  package static let maximumDepth = 32

  /// The regular files, sorted by the bytes of their paths; symbolic links are followed.
  package private(set) var files: [FileEntry] = []
  /// The folders, beginning with the root as an empty path.
  package private(set) var folders: [String] = [""]
  private let root: String

  /// Lists a folder, without names that begin with a dot or end with a tilde.
  package init(_ root: String) throws(FileError) {
    self.root = root
    try enter("", depth: 0)
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private mutating func enter(_ folder: String, depth: Int) throws(FileError) {
    guard depth <= FileTree.maximumDepth else {
      throw FileError(operation: "enter", path: "\(root)/\(folder)", code: ELOOP)
    }
    for name in try FileTree.names(in: folder.isEmpty ? root : "\(root)/\(folder)")
    where !name.hasPrefix(".") && !name.hasSuffix("~") {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      var status = stat()
      // Safe: the kernel fills the structure and keeps no pointer to it.
      guard unsafe stat("\(root)/\(path)", &status) == 0 else {
        // Removed since the folder was read, or a broken link.
        continue
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        folders.append(path)
        try enter(path, depth: depth + 1)
      case S_IFREG: files.append(FileEntry(path: path, status))
      default: break
      }
    }
  }

  /// Returns the names in a folder, without `.` and `..`.
  package static func names(in folder: String) throws(FileError) -> [String] {
    // Safe: the stream is ours until it is closed, and each entry is read before the next is asked
    // for.
    guard let stream = unsafe opendir(folder) else { throw .last("open the folder", folder) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}

extension FileEntry {
  fileprivate init(path: String, _ status: stat) {
    self.init(path: path, size: Int(status.st_size), stamp: Stamp(status))
  }
}

extension FileEntry.Stamp {
  /// Reads the stamp of the file at a path, following links; `nil` if there is none.
  package init?(of path: String) {
    var status = stat()
    // Safe: the kernel fills the structure and keeps no pointer to it.
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  fileprivate init(_ status: stat) {
    let changed =
      Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    self.init(inode: UInt64(status.st_ino), size: Int64(status.st_size), changed: changed)
  }
}
