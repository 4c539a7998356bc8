// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The streams that a process starts with, written at once and not when a buffer is full.
package enum StandardStream: Int32, Sendable {
  case output = 1
  case errors = 2

  /// Whether the stream is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Device and inode of the stream, as systemd's JOURNAL_STREAM has them; `nil` if it is closed.
  package var identity: String? {
    var status = stat()
    // Safe: the kernel fills the structure and keeps no pointer to it.
    guard unsafe fstat(rawValue, &status) == 0 else { return nil }
    return "\(status.st_dev):\(status.st_ino)"
  }

  /// Writes all of `text`, or as much as the reader takes before it goes away.
  package func write(_ text: String) { _ = write(Array(text.utf8)) }

  /// Writes all of the bytes, or as many as the reader takes before it goes away; whether that were all.
  package func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      // Safe: the slice's bytes live through the call.
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(rawValue, $0.baseAddress, $0.count)
      }
      if count > 0 { rest = rest.dropFirst(count) } else if clinux_errno() != EINTR { return false }
    }
    return true
  }
}
