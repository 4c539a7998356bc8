// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A temporary file that is written in pieces and then replaces another atomically: readers see the
/// old content or the new one, also after a power failure. A draft that is not put in place is
/// removed. Its name begins with a dot, so that `FileTree` skips it.
///
/// Safe: every call below that is marked as unsafe gets a path as a C string that lives as long as
/// the call, and keeps no pointer to it.
package struct FileDraft: ~Copyable {
  private let file: OpenFile
  private let path: String
  private let draft: String
  private var isInPlace = false

  private static let ending = ".new"

  /// Returns the names of the drafts in a folder, including those that an ended process left
  /// behind.
  package static func names(in folder: String) throws(FileError) -> [String] {
    try FileTree.names(in: folder).filter { $0.hasPrefix(".") && $0.hasSuffix(ending) }
  }

  /// - Parameter isPublic: whether others than the owner may read the file.
  package init(for path: String, isPublic: Bool = false) throws(FileError) {
    self.path = path
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let number = UInt64.random(in: .min ... .max)
    draft = "\(path[..<name]).\(path[name...]).\(getpid()).\(number)\(FileDraft.ending)"
    file = try OpenFile(
      draft,
      O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
      mode: isPublic ? 0o644 : 0o600
    )
  }

  deinit { if !isInPlace { _ = unsafe unlink(draft) } }

  package func append(_ bytes: [UInt8]) throws(FileError) { try file.write(bytes) }

  package mutating func putInPlace() throws(FileError) {
    try file.synchronize()
    guard unsafe rename(draft, path) == 0 else { throw .last("rename to", path) }
    isInPlace = true
  }
}
