// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file opened for appending, which other writers may append to at the same time. Calls block.
package final class AppendedFile: Sendable {
  private let file: OpenFile

  /// Opens a file; creates it if it is missing, for its owner alone or for the owner's group as well.
  package init(_ path: String, isForGroup: Bool = false) throws(FileError) {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC
    file = try OpenFile(path, flags, mode: isForGroup ? 0o640 : 0o600)
  }

  /// Appends bytes.
  package func append(_ bytes: [UInt8]) throws(FileError) { try file.write(bytes) }

  /// True for a file with content that stays, unlike a pipe or a device.
  package func isRegular() throws(FileError) -> Bool { try file.status().isRegular }

  package func size() throws(FileError) -> Int { Int(try file.status().size) }

  /// The last change, in seconds of Unix time.
  package func changed() throws(FileError) -> Int64 { try file.status().changed }

  /// True if its path still names this file, and not another one or none.
  package func isInPlace() throws(FileError) -> Bool { try file.isInPlace() }

  /// Flushes the file to disk.
  package func synchronize() throws(FileError) { try file.synchronize() }
}
