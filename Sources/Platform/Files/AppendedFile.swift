// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file opened for appending, which other writers may append to at the same time. Calls block.
package final class AppendedFile: Sendable {
  private let file: OpenFile

  /// Opens a file; creates it if it is missing.
  package init(_ path: String) throws(FileError) {
    file = try OpenFile(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, mode: 0o640)
  }

  /// Appends bytes.
  package func append(_ bytes: [UInt8]) throws(FileError) { try file.write(bytes) }

  /// Flushes the file to disk.
  package func synchronize() throws(FileError) { try file.synchronize() }
}
