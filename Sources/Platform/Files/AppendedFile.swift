// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file that is only ever written at its end, whoever else writes there; for threads that may wait
/// for a disk.
package final class AppendedFile: Sendable {
  private let file: OpenFile

  /// Opens a file, or makes it.
  package init(_ path: String) throws(FileError) {
    file = try OpenFile(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, mode: 0o640)
  }

  /// Writes at the end.
  package func append(_ bytes: [UInt8]) throws(FileError) { try file.write(bytes) }

  /// Waits until what was written is on the disk.
  package func synchronize() throws(FileError) { try file.synchronize() }
}
