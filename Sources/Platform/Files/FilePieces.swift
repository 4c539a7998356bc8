// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file read in pieces. Calls block.
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

  /// Reads the next bytes; none at the end.
  package mutating func next() throws(FileError) -> [UInt8] {
    try file.read(atMost: FilePieces.pieceBytes)
  }
}
