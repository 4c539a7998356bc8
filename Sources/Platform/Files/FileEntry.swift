// SPDX-License-Identifier: Apache-2.0

/// A file found below a folder, with a stamp that changes when its content does.
package struct FileEntry: Hashable, Sendable {
  /// The path relative to the folder, with slashes.
  package let path: String
  package let size: Int
  /// The file's identity and its modification time in nanoseconds of Unix time.
  package let stamp: Stamp

  package init(path: String, size: Int, stamp: Stamp) {
    self.path = path
    self.size = size
    self.stamp = stamp
  }

  /// The identity and modification time of a file: equal stamps mean the same content, as far as
  /// the kernel can tell.
  package struct Stamp: Hashable, Sendable {
    package let inode: UInt64
    package let size: Int64
    /// The instant of the last change, in nanoseconds of Unix time.
    package let changed: Int64

    package init(inode: UInt64, size: Int64, changed: Int64) {
      self.inode = inode
      self.size = size
      self.changed = changed
    }
  }
}
