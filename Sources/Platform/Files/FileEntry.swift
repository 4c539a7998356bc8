// SPDX-License-Identifier: Apache-2.0

/// A file that was found below a folder, with what changes when its content does.
package struct FileEntry: Hashable, Sendable {
  /// From the folder on, with slashes.
  package let path: String
  package let size: Int
  /// Which file it is, and when it was changed last, in nanoseconds of Unix time.
  package let stamp: Stamp

  package init(path: String, size: Int, stamp: Stamp) {
    self.path = path
    self.size = size
    self.stamp = stamp
  }

  /// Equal stamps: the same file with the same content, as far as the kernel can tell.
  package struct Stamp: Hashable, Sendable {
    let inode: UInt64
    let size: Int64
    let changed: Int64

    package init(inode: UInt64, size: Int64, changed: Int64) {
      self.inode = inode
      self.size = size
      self.changed = changed
    }
  }
}
