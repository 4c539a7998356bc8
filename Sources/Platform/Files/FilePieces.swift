// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file that is read piece by piece; for threads that may wait for a disk.
package struct FilePieces: ~Copyable {
  private static let pieceBytes = 1 << 20

  private let file: OpenFile

  package init(_ path: String) throws(FileError) {
    file = try FilePieces.regular(path)
  }

  private static func regular(_ path: String) throws(FileError) -> OpenFile {
    let file = try OpenFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard try file.status().isRegular else {
      throw FileError(operation: "read", path: path, code: EINVAL)
    }
    return file
  }

  /// The next bytes; none at the end.
  package mutating func next() throws(FileError) -> [UInt8] {
    try file.read(atMost: FilePieces.pieceBytes)
  }
}
