// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A failed system call on a file.
package struct FileError: Error, Hashable, Sendable {
  /// The operation, such as `read`.
  package let operation: String
  package let path: String
  /// The kernel's `errno`.
  package let code: Int32
  /// The size limit that the file exceeds.
  package var limit: Int?

  /// Whether there is no room left on the disk, or none for this user.
  package var isFull: Bool { code == ENOSPC || code == EDQUOT }

  /// Returns the error of this thread's last system call.
  static func last(_ operation: String, _ path: String) -> FileError {
    FileError(operation: operation, path: path, code: clinux_errno())
  }
}

extension FileError: CustomStringConvertible {
  package var description: String {
    if let limit { return "cannot \(operation) \(path): it has more than \(limit) bytes" }
    // Safe: GNU's strerrordesc_np returns a static string or nil.
    let text = unsafe clinux_error_text(code).map { unsafe String(cString: $0) }
    return "cannot \(operation) \(path): \(text ?? "error \(code)")"
  }
}
